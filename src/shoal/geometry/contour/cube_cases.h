// Cases of marching cubes [LC87]: which triangles separate the corners of a cube that are inside
// from those that are not.
//
// The table is made, not listed. On each face of the cube, segments separate its corners; where
// these alternate, the face is ambiguous, and the asymptotic decider [NH91] says which pair is
// joined. Both cubes at a face see the same values there and decide alike. The segments of all
// faces form loops, and each loop becomes a disc. No side of a triangle but the segments lies in a
// face, where the other cube could have the same one. So every side has exactly two triangles: the
// surface is closed, whatever the values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace shoal {

// Corner c of a cube is at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge e runs along axis e / 4 from
// corner kCubeEdges[e][0] to corner kCubeEdges[e][1].
inline constexpr std::array<std::array<std::uint8_t, 2>, 12> kCubeEdges = {{{0, 1},
                                                                            {2, 3},
                                                                            {4, 5},
                                                                            {6, 7},
                                                                            {0, 2},
                                                                            {1, 3},
                                                                            {4, 6},
                                                                            {5, 7},
                                                                            {0, 4},
                                                                            {1, 5},
                                                                            {2, 6},
                                                                            {3, 7}}};

// Face f is at the lower (f even) or upper end of axis f / 2. Corners run counter-clockwise as seen
// from outside of the cube.
inline constexpr std::array<std::array<std::uint8_t, 4>, 6> kCubeFaces = {
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

// Where the corners of a face alternate: whether the corners inside are joined across it. `level`
// is negative inside.
inline bool joinsInside(const std::array<std::uint8_t, 4>& face,
                        const std::array<float, 8>& level) {
  // The bilinear interpolation is inside at its saddle where the product of the corners inside is
  // the larger one.
  const double a = double(level[face[0]]) * double(level[face[2]]);
  const double b = double(level[face[1]]) * double(level[face[3]]);
  return level[face[0]] < 0 ? a > b : b > a;
}

struct CubeCase {
  // Three corners each: edges of the cube, or 12 + k for the middle of loop k.
  std::vector<std::array<std::uint8_t, 3>> triangles;
  // The edges around each loop that has a vertex in its middle.
  std::vector<std::vector<std::uint8_t>> middles;
};

class CubeCases {
 public:
  static const CubeCases& get();

  // Faces whose corners alternate, as bits.
  std::uint8_t ambiguous(std::uint8_t inside) const { return ambiguous_[inside]; }
  // `inside` has a bit for each corner that is inside, `joined` one for each ambiguous face across
  // which these are joined.
  const CubeCase& of(std::uint8_t inside, std::uint8_t joined) const {
    return cases_[number_[std::size_t{inside} * 64 + joined]];
  }

 private:
  CubeCases();

  std::array<std::uint8_t, 256> ambiguous_{};
  std::vector<std::uint32_t> number_;
  std::vector<CubeCase> cases_;
};

}  // namespace shoal
