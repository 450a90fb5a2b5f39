#include "shoal/bodies/cloth/multilevel.h"

#include <cmath>

#include "shoal/core/box.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr double kFirstCell = 2;      // in square roots of the mean area of a point
constexpr std::size_t kFewNodes = 8;  // a single cell: a coarser grid would add nothing
constexpr std::size_t kMostGrids = 20;

}  // namespace

void Multilevel::Level::resize(std::size_t n) {
  mass.resize(n);
  for (auto* blocks : {&stiffness, &anchor, &inverse}) blocks->resize(n);
  r.resize(n);
  z.resize(n);
}

Multilevel::Multilevel(std::span<const Vec3d> rest, std::span<const double> area) {
  Box3d box;
  double sum = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    box.extend(rest[i]);
    sum += area[i];
    area_.push_back(static_cast<float>(area[i]));
  }
  levels_.emplace_back().resize(rest.size());
  double cell = kFirstCell * std::sqrt(sum / static_cast<double>(rest.size()));
  std::span<const Vec3d> finer = rest;
  std::vector<Vec3d> nodes;
  while (finer.size() > kFewNodes && levels_.size() <= kMostGrids) {
    Level level;
    level.cell = cell;
    level.fromFiner = GridTransfer(finer, box.lower, cell);
    nodes.assign(level.fromFiner.nodes().begin(), level.fromFiner.nodes().end());
    finer = nodes;
    level.resize(finer.size());
    levels_.push_back(std::move(level));
    cell *= 2;
  }
}

void Multilevel::update(std::span<const double> mass, std::span<const double> inverseMass,
                        std::span<const Symmetric3f> stiffness) {
  Level& points = levels_.front();
  parallelFor(mass.size(), [&](std::size_t i) {
    const bool held = inverseMass[i] == 0;
    points.mass[i] = static_cast<float>(mass[i]);
    points.stiffness[i] = area_[i] * stiffness[i];
    points.anchor[i] = held ? stiffness[i] : Symmetric3f{};
    points.inverse[i] =
        held ? Symmetric3f{}
             : inverseOfPositive(Symmetric3f::diagonal(points.mass[i]) + stiffness[i]);
  });
  for (std::size_t l = 1; l < levels_.size(); ++l) sumUp(levels_[l - 1], levels_[l]);
}

void Multilevel::sumUp(const Level& finer, Level& level) const {
  const auto perCell = static_cast<float>(1 / sq(level.cell));
  const std::span<const float> mass = finer.mass;
  const std::span<const Symmetric3f> stiffness = finer.stiffness, anchor = finer.anchor;
  parallelFor(level.mass.size(), [&](std::size_t n) {
    level.mass[n] = level.fromFiner.sumOfPoints(n, mass);
    level.stiffness[n] = level.fromFiner.sumOfPoints(n, stiffness);
    level.anchor[n] = level.fromFiner.sumOfPoints(n, anchor);
    level.inverse[n] = inverseOfPositive(Symmetric3f::diagonal(level.mass[n]) +
                                         perCell * level.stiffness[n] + level.anchor[n]);
  });
}

void Multilevel::apply(std::span<const Vec3d> r, std::span<Vec3d> z) {
  Level& points = levels_.front();
  parallelFor(r.size(), [&](std::size_t i) {
    points.r[i] = Vec3f(r[i]);
    points.z[i] = points.inverse[i] * points.r[i];
  });
  for (std::size_t l = 1; l < levels_.size(); ++l) {
    Level& level = levels_[l];
    const std::span<const Vec3f> finer = levels_[l - 1].r;
    parallelFor(level.r.size(), [&](std::size_t n) {
      level.r[n] = level.fromFiner.sumOfPoints(n, finer);
      level.z[n] = level.inverse[n] * level.r[n];
    });
  }
  for (std::size_t l = levels_.size() - 1; l > 0; --l) {
    std::vector<Vec3f>& finer = levels_[l - 1].z;
    const std::span<const Vec3f> coarser = levels_[l].z;
    parallelFor(finer.size(),
                [&](std::size_t n) { finer[n] += levels_[l].fromFiner.interpolated(n, coarser); });
  }
  parallelFor(z.size(), [&](std::size_t i) {
    z[i] = points.inverse[i].xx == 0 ? Vec3d{} : Vec3d(points.z[i]);
  });
}

}  // namespace shoal
