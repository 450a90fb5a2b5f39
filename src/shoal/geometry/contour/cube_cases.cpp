#include "shoal/geometry/contour/cube_cases.h"

#include <algorithm>

namespace shoal {

namespace {

using Loop = std::vector<std::uint8_t>;

constexpr std::uint8_t kNone = 255;

std::uint8_t edgeBetween(std::uint8_t a, std::uint8_t b) {
  for (std::uint8_t e = 0; e < kCubeEdges.size(); ++e)
    if ((kCubeEdges[e][0] == a && kCubeEdges[e][1] == b) ||
        (kCubeEdges[e][0] == b && kCubeEdges[e][1] == a))
      return e;
  return kNone;
}

bool isInside(std::uint8_t inside, std::uint8_t corner) { return (inside >> corner & 1) != 0; }

// Whether both edges belong to one face.
bool shareFace(std::uint8_t e, std::uint8_t f) {
  return std::any_of(kCubeFaces.begin(), kCubeFaces.end(), [&](const auto& face) {
    const auto has = [&](std::uint8_t edge) {
      return std::count(face.begin(), face.end(), kCubeEdges[edge][0]) +
                 std::count(face.begin(), face.end(), kCubeEdges[edge][1]) ==
             2;
    };
    return has(e) && has(f);
  });
}

// Around a face, the surface is crossed on the way out of corners inside and on the way back. A
// segment runs from a way out to a way in: around the corners outside between them where the face
// joins what is inside, else around the corner inside before the way out.
void addSegments(const std::array<std::uint8_t, 4>& face, std::uint8_t inside, bool joined,
                 std::array<std::uint8_t, 12>& next) {
  for (std::size_t k = 0; k < 4; ++k) {
    if (!isInside(inside, face[k]) || isInside(inside, face[(k + 1) % 4])) continue;
    const auto entersAfter = [&](std::size_t m) {
      return !isInside(inside, face[m % 4]) && isInside(inside, face[(m + 1) % 4]);
    };
    std::size_t m = joined ? k + 1 : k + 3;
    while (!entersAfter(m)) m += joined ? 1 : 3;
    next[edgeBetween(face[k], face[(k + 1) % 4])] = edgeBetween(face[m % 4], face[(m + 1) % 4]);
  }
}

std::vector<Loop> loopsOf(const std::array<std::uint8_t, 12>& next) {
  std::vector<Loop> loops;
  std::array<bool, 12> seen{};
  for (std::uint8_t first = 0; first < 12; ++first) {
    if (next[first] == kNone || seen[first]) continue;
    Loop& loop = loops.emplace_back();
    for (std::uint8_t e = first; !seen[e]; e = next[e]) {
      seen[e] = true;
      loop.push_back(e);
    }
  }
  return loops;
}

// Cuts the part of a loop between i and j, whose side i j is given, into triangles whose other
// sides lie in no face; false if there is no way.
bool cut(const Loop& loop, std::size_t i, std::size_t j, CubeCase& into) {
  if (j < i + 2) return true;
  const auto allowed = [&](std::size_t a, std::size_t b) {
    return b == a + 1 || !shareFace(loop[a], loop[b]);
  };
  for (std::size_t k = i + 1; k < j; ++k) {
    if (!allowed(i, k) || !allowed(k, j)) continue;
    const std::size_t before = into.triangles.size();
    into.triangles.push_back({loop[i], loop[j], loop[k]});
    if (cut(loop, i, k, into) && cut(loop, k, j, into)) return true;
    into.triangles.resize(before);
  }
  return false;
}

// As seen from outside of the surface, its triangles run against the segments.
CubeCase makeCase(std::uint8_t inside, std::uint8_t joined) {
  std::array<std::uint8_t, 12> next;
  next.fill(kNone);
  for (std::size_t f = 0; f < kCubeFaces.size(); ++f)
    addSegments(kCubeFaces[f], inside, (joined >> f & 1) != 0, next);
  CubeCase made;
  for (const Loop& loop : loopsOf(next)) {
    if (cut(loop, 0, loop.size() - 1, made)) continue;
    const auto middle = static_cast<std::uint8_t>(12 + made.middles.size());
    for (std::size_t k = 0; k < loop.size(); ++k)
      made.triangles.push_back({loop[(k + 1) % loop.size()], loop[k], middle});
    made.middles.push_back(loop);
  }
  return made;
}

}  // namespace

const CubeCases& CubeCases::get() {
  static const CubeCases cases;
  return cases;
}

CubeCases::CubeCases() : number_(std::size_t{256} * 64) {
  for (unsigned inside = 0; inside < 256; ++inside) {
    const auto in = static_cast<std::uint8_t>(inside);
    for (std::size_t f = 0; f < kCubeFaces.size(); ++f) {
      const auto& c = kCubeFaces[f];
      if (isInside(in, c[0]) == isInside(in, c[2]) && isInside(in, c[1]) == isInside(in, c[3]) &&
          isInside(in, c[0]) != isInside(in, c[1]))
        ambiguous_[in] = static_cast<std::uint8_t>(ambiguous_[in] | 1U << f);
    }
    for (unsigned joined = 0; joined < 64; ++joined) {
      if ((joined & ~unsigned{ambiguous_[in]}) != 0) continue;
      number_[std::size_t{inside} * 64 + joined] = static_cast<std::uint32_t>(cases_.size());
      cases_.push_back(makeCase(in, static_cast<std::uint8_t>(joined)));
    }
  }
}

}  // namespace shoal
