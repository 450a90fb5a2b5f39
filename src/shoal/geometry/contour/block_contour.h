// The zero of a level function: triangles in space by marching cubes, outlines in the plane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shoal/geometry/contour/level_blocks.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A side of an outline. Seen from +z, what is inside is on its left.
using OutlineSide = std::array<std::uint32_t, 2>;

// Finds contours and keeps its memory between them. What lies in blocks that are not there is
// outside. A cell belongs to the block of its lowest node: for a closed surface there is a block
// for each cell with a node inside.
class BlockContour {
 public:
  // Closed: every side has two triangles that run along it in opposite directions. No two vertices
  // coincide. The result does not depend on the number of threads.
  void triangles(const LevelBlocks& blocks, TriangleMesh& mesh);
  // The same for the plane z = 0: every vertex begins one side and ends one.
  void outline(const LevelBlocks& blocks, std::vector<Vec3d>& vertices,
               std::vector<OutlineSide>& sides);

  std::size_t bytes() const;

 private:
  static constexpr std::size_t kRows = kBlockNodes * kBlockNodes;

  // What a row of nodes has: the nodes inside as bits, and for each axis those whose edge to the
  // next node the surface crosses. Its vertices are numbered by axis, then by node.
  struct Row {
    std::uint32_t first = 0;  // vertex
    std::uint8_t inside = 0;
    std::array<std::uint8_t, 3> crossed{};
  };
  // Blocks at the upper sides of a block, by bits for x, y and z; itself first.
  using Upper = std::array<std::uint32_t, 8>;
  class Neighbourhood;
  struct Piece {
    std::vector<Triangle> triangles;
    std::vector<Vec3d> middles;
  };

  void findVertices(const LevelBlocks& blocks, int dimensions, std::vector<Vec3d>& vertices);
  void findRows(const LevelBlocks& blocks, std::size_t block, int dimensions);
  void placeVertices(const LevelBlocks& blocks, std::size_t block, Vec3d* vertices) const;
  void cutCells(const LevelBlocks& blocks, std::size_t block, const std::vector<Vec3d>& vertices,
                Piece& piece) const;
  void cutSquares(const LevelBlocks& blocks, std::size_t block,
                  std::vector<OutlineSide>& sides) const;

  std::vector<Row> rows_;
  std::vector<Upper> upper_;
  std::vector<std::uint32_t> firstOf_;  // vertex of each block, and how many there are
  std::vector<Piece> pieces_;
};

}  // namespace shoal
