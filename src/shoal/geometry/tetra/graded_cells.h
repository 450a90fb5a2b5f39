// Octree cells that grow with the distance from a surface, the background grid of the mesher.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "shoal/core/box.h"

namespace shoal {

using Vec3i = Vec3<std::int32_t>;

// Tells points of a lattice apart whose coordinates lie between 0 and 2^21.
inline std::uint64_t latticeKey(const Vec3i& p) {
  constexpr int kBits = 21;
  return (std::uint64_t(p.x) << (2 * kBits)) | (std::uint64_t(p.y) << kBits) | std::uint64_t(p.z);
}

// A cell of the edge 2^level, counted in smallest cells, with its lowest corner at 2^level * at.
struct LatticeCell {
  int level = 0;
  Vec3i at;
};

// The leaves of an octree. Cells that share a face, an edge or a corner differ by one level at
// most.
class GradedCells {
 public:
  // Signed distance of a point, m, negative inside; need not be exact beyond the limit.
  using Depth = std::function<double(const Vec3d&, double limit)>;

  // Cells of the edge `size` (m) wherever the surface is nearer than two of them. Inside they grow
  // by `grading` from one layer to the next, to size + (grading - 1) depth; outside without bound.
  GradedCells(const Box3d& bounds, double size, double grading, const Depth& depth);

  // Absent cells are part of a larger one, or beyond all; empty ones have nothing of the inside.
  enum class State { Absent, Split, Empty, Filled };
  State state(const LatticeCell& cell) const;
  const std::vector<LatticeCell>& leaves() const { return leaves_; }

  static Vec3i centre(const LatticeCell& cell);  // in halves of the smallest cell
  // Position of a lattice point, given in halves of the smallest cell.
  Vec3d place(const Vec3i& halves) const { return origin_ + Vec3d(halves) * (size_ / 2); }
  double size() const { return size_; }

  // More cells than this are an Error.
  static constexpr std::size_t kMostCells = 2'000'000;

 private:
  using Nodes = std::unordered_map<std::uint64_t, State>;

  bool maySpan(const LatticeCell& cell, const Depth& depth, double grading) const;
  double reach(const LatticeCell& cell) const;
  void refine(const Depth& depth, double grading);
  void balance();
  void require(const LatticeCell& cell);
  void split(const LatticeCell& cell);
  void add(const LatticeCell& cell);
  void listLeaves(const Depth& depth);
  bool isInRoot(const LatticeCell& cell) const;

  double size_;
  Vec3d origin_;
  std::vector<Nodes> nodes_;                     // of every level
  std::vector<std::vector<LatticeCell>> split_;  // of every level
  std::size_t count_ = 0;                        // of leaves
  std::vector<LatticeCell> leaves_;
};

}  // namespace shoal
