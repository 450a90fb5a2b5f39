// Sums of kernels at the nodes of a block, a row of nodes in lanes. Each node adds up its terms in
// the order of the sources, so that every width of lanes gives the same bits.
#pragma once

#include <span>

#include "shoal/core/symmetric3.h"
#include "shoal/core/vec.h"

namespace shoal {

// A point that acts on nodes; its place and all lengths are in cells from the block's first node.
struct BlockSource {
  Vec3f x;
  float weight = 1;
};

// Adds weight (1 - r^2 / radius^2)^3 to the nodes of the first `layers` layers.
void addColour(std::span<const BlockSource> sources, float radius, int layers, float* sums);

// The same with r^2 / radius^2 = u . form u, for u from the source to the node. The ellipsoid where
// this is one reaches as far as `extent` along each axis.
struct BlockEllipsoid : BlockSource {
  Symmetric3f form;
  Vec3f extent;
};
void addEllipsoids(std::span<const BlockEllipsoid> sources, int layers, float* sums);

// Sums for the mean place of sources around a node, with w = weight (1 - r^2 / radius^2)^3, u from
// the node to the source and grad w = g u: w, w u, w offset, g u and g u u^T.
struct BlockMeans {
  static constexpr int kChannels = 14;
  enum Channel { kW, kX, kY, kZ, kOffset, kGx, kGy, kGz, kXx, kYy, kZz, kXy, kYz, kZx };
};
struct BlockOffsetSource : BlockSource {
  float offset = 0;
};
// `sums` has a block of nodes for each channel.
void addMeans(std::span<const BlockOffsetSource> sources, float radius, int layers, float* sums);

}  // namespace shoal
