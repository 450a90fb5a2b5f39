// STL, as text or binary: unconnected triangles; normals are ignored.
#include <cctype>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/geometry/files/bytes.h"
#include "shoal/geometry/files/mesh_formats.h"
#include "shoal/geometry/files/text_reader.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kPrefixBytes = kHeaderBytes + 4;  // with the number of triangles
constexpr std::size_t kTriangleBytes = 50;              // normal, three corners, two spare bytes

std::string lowered(std::string_view word) {
  std::string low(word);
  for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}

RenderMesh joinCorners(const std::vector<Vec3d>& soup) {
  WeldedPoints joined = weldPoints(soup);
  RenderMesh mesh{{std::move(joined.points), {}}, {}};
  mesh.triangles.reserve(soup.size() / 3);
  for (std::size_t i = 0; i + 2 < soup.size(); i += 3)
    mesh.triangles.push_back({joined.idOf[i], joined.idOf[i + 1], joined.idOf[i + 2]});
  return mesh;
}

std::vector<Vec3d> readText(std::string_view bytes, const std::string& file) {
  TextReader text(bytes, file);
  std::vector<Vec3d> soup;
  std::size_t cornersInLoop = 0;
  bool isComplete = false;
  while (text.nextLine()) {
    const std::string keyword = lowered(text.word());
    isComplete = keyword == "endsolid";
    if (keyword == "outer") {
      cornersInLoop = 0;
    } else if (keyword == "vertex") {
      const double x = text.coordinate("x"), y = text.coordinate("y"), z = text.coordinate("z");
      soup.push_back({x, y, z});
      ++cornersInLoop;
    } else if (keyword == "endloop") {
      if (cornersInLoop != 3)
        text.fail(fmt::format("a facet has {} vertices; give it 3", cornersInLoop));
    } else if (keyword != "solid" && keyword != "facet" && keyword != "endfacet" && !isComplete) {
      text.fail(fmt::format("{} is no word of an STL file; repair it", quoted(keyword)));
    }
  }
  if (!isComplete || soup.size() % 3 != 0)
    text.fail("the file ends before \"endsolid\"; it is truncated, export it again");
  return soup;
}

std::vector<Vec3d> readBinary(std::string_view bytes, const std::string& file) {
  const std::size_t triangles = (bytes.size() - kPrefixBytes) / kTriangleBytes;
  std::vector<Vec3d> soup;
  soup.reserve(3 * triangles);
  for (std::size_t t = 0; t < triangles; ++t) {
    const char* corner = bytes.data() + kPrefixBytes + t * kTriangleBytes;
    for (std::size_t i = 1; i <= 3; ++i) {
      const auto number = [&](std::size_t axis) {
        return double(loadNumber<float>(corner + 12 * i + 4 * axis, std::endian::little));
      };
      const Vec3d p{number(0), number(1), number(2)};
      for (const double x : {p.x, p.y, p.z})
        if (!(std::abs(x) <= kLargestCoordinate))
          throw Error(Place{file}, "",
                      fmt::format("triangle {} has the coordinate {}; keep within {} m", t, x,
                                  kLargestCoordinate));
      soup.push_back(p);
    }
  }
  return soup;
}

}  // namespace

RenderMesh parseStl(std::string_view bytes, const std::string& file) {
  // Some binary files begin with "solid" too, so the size decides first.
  std::size_t announced = 0;
  if (bytes.size() >= kPrefixBytes) {
    announced = loadNumber<std::uint32_t>(bytes.data() + kHeaderBytes, std::endian::little);
    if (bytes.size() == kPrefixBytes + kTriangleBytes * announced)
      return joinCorners(readBinary(bytes, file));
  }
  if (lowered(bytes.substr(0, 5)) == "solid") return joinCorners(readText(bytes, file));
  if (bytes.size() < kPrefixBytes)
    throw Error(Place{file}, "", "too short for an STL file; export it again");
  throw Error(Place{file}, "",
              fmt::format("{} triangles need {} bytes, but the file has {}; export it again",
                          announced, kPrefixBytes + kTriangleBytes * announced, bytes.size()));
}

std::string formatStl(const RenderMesh& mesh) {
  if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max())
    fail("an STL file holds 4 billion triangles at most; write .ply");
  std::string bytes = "binary STL";  // must not begin with "solid"
  bytes.resize(kHeaderBytes, ' ');
  bytes.reserve(kPrefixBytes + kTriangleBytes * mesh.triangles.size());
  appendLittleEndian(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    for (const Vec3d& v : {normalised(cross(b - a, c - a)), a, b, c})
      for (const double x : {v.x, v.y, v.z}) appendLittleEndian(bytes, static_cast<float>(x));
    appendLittleEndian(bytes, std::uint16_t{0});
  }
  return bytes;
}

}  // namespace shoal
