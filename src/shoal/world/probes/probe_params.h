// Parameters of probes.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct HeightProbeParams {
  Vec3d at;          // m
  double reach = 0;  // m; 0: to the end of the domain
};

template <>
struct Describe<HeightProbeParams> {
  static Entries entries();
};

struct FlowProbeParams {
  Vec3d point;  // m
  Vec3d normal{1, 0, 0};
  std::array<double, 2> size{0, 0};  // m; 0: unbounded
};

template <>
struct Describe<FlowProbeParams> {
  static Entries entries();
};

struct ForceProbeParams {
  std::string solid;
  std::optional<Vec3d> about;  // m
  bool parts = false;
};

template <>
struct Describe<ForceProbeParams> {
  static Entries entries();
};

// Quantity that a probe measures.
struct ProbeQuantity {
  std::optional<Vec3d> pressure;  // m
  std::optional<Vec3d> velocity;  // m
  std::optional<HeightProbeParams> height;
  std::optional<FlowProbeParams> flow;
  std::optional<ForceProbeParams> force;
};

template <>
struct Describe<ProbeQuantity> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

struct ProbeParams {
  std::string name;
  ProbeQuantity quantity;
  double every = 0;  // s; 0: every step
};

template <>
struct Describe<ProbeParams> {
  static Entries entries();
};

}  // namespace shoal
