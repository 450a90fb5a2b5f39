// Parameters of emitters, inflows, drains and outflows.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/core/time_series.h"

namespace shoal {

// Factor on the speed of a nozzle over time, from a CSV file.
struct HistoryParams {
  std::string file;
  std::string column = "speed";
  Interpolation interpolation = Interpolation::Linear;
};

template <>
struct Describe<HistoryParams> {
  static Entries entries();
};

// Nozzle: a mouth at the end of a straight pipe.
struct NozzleParams {
  Vec3d centre;                      // m, of the mouth
  Vec3d direction;                   // of any length
  double radius = 0;                 // m; 0: a rectangle
  std::array<double, 2> size{0, 0};  // m
  std::optional<Vec3d> up;
  double start = 0;  // s
  double end = 1e9;  // s
  int limit = 10'000'000;
  std::optional<HistoryParams> history;
};

template <>
struct Describe<NozzleParams> {
  static Entries entries();
};

// Emitter: fluid at a uniform speed or volume rate.
struct EmitterParams {
  std::string name;
  std::string fluid;
  NozzleParams nozzle;
  double speed = 0;  // m/s
  double rate = 0;   // m^3/s, m^2/s in the plane
  FormulaText profile{"1"};
};

template <>
struct Describe<EmitterParams> {
  static Entries entries();
};

// Inflow: fluid with a velocity profile.
struct InflowParams {
  std::string name;
  std::string fluid;
  NozzleParams nozzle;
  FormulaText speed;  // m/s
};

template <>
struct Describe<InflowParams> {
  static Entries entries();
};

struct BallRegion {
  Vec3d centre;       // m
  double radius = 0;  // m
};

template <>
struct Describe<BallRegion> {
  static Entries entries();
};

struct HalfSpaceRegion {
  Vec3d point;   // m
  Vec3d normal;  // of any length
};

template <>
struct Describe<HalfSpaceRegion> {
  static Entries entries();
};

// A region of space.
struct Region {
  std::optional<Box3d> box;
  std::optional<BallRegion> sphere;
  std::optional<HalfSpaceRegion> halfSpace;

  bool contains(const Vec3d& x) const {
    if (box) return box->contains(x);
    if (sphere) return length(x - sphere->centre) <= sphere->radius;
    return halfSpace && dot(x - halfSpace->point, halfSpace->normal) >= 0;
  }
};

template <>
struct Describe<Region> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

// Drain: particles in a region are removed.
struct DrainParams {
  std::string name;
  Region region;
  double start = 0;  // s
  double end = 1e9;  // s
};

template <>
struct Describe<DrainParams> {
  static Entries entries();
};

// Outflow: an open boundary.
struct OutflowParams {
  std::string name;
  Vec3d centre;       // m
  Vec3d normal;       // of any length
  double radius = 0;  // m; 0: unlimited
};

template <>
struct Describe<OutflowParams> {
  static Entries entries();
};

struct SourceParams {
  std::vector<EmitterParams> emitters;
  std::vector<InflowParams> inflows;
  std::vector<DrainParams> drains;
  std::vector<OutflowParams> outflows;

  bool empty() const {
    return emitters.empty() && inflows.empty() && drains.empty() && outflows.empty();
  }
};

template <>
struct Describe<SourceParams> {
  static Entries entries();
};

}  // namespace shoal
