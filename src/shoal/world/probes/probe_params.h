// Parameters of probes.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// What a height probe reads off its line: the place of the highest fluid, or how much of the line
// is in fluid, as the wires of a wave gauge do.
enum class HeightReading { Surface, Wetted };

template <>
struct EnumWords<HeightReading> {
  static constexpr EnumWord<HeightReading> words[] = {{HeightReading::Surface, "surface"},
                                                      {HeightReading::Wetted, "wetted"}};
};

struct HeightProbeParams {
  Vec3d at;          // m
  double reach = 0;  // m; 0: to the end of the domain
  HeightReading reading = HeightReading::Surface;
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

// A point of a solid, by its place in the rest shape.
struct SolidPointParams {
  std::string solid;
  Vec3d at;  // m
};

template <>
struct Describe<SolidPointParams> {
  static Entries entries();
};

// A region of the surface of a solid: within a box, or around a point.
struct PatchProbeParams {
  std::string solid;
  std::optional<Box3d> box;  // m
  std::optional<Vec3d> at;   // m
  double radius = 0;         // m
};

template <>
struct Describe<PatchProbeParams> {
  static Entries entries();
};

// Quantity that a probe measures.
struct ProbeQuantity {
  std::optional<Vec3d> pressure;  // m
  std::optional<Vec3d> velocity;  // m
  std::optional<HeightProbeParams> height;
  std::optional<FlowProbeParams> flow;
  std::optional<ForceProbeParams> force;
  std::optional<SolidPointParams> point;
  std::optional<SolidPointParams> stress;
  std::optional<PatchProbeParams> patch;
};

template <>
struct Describe<ProbeQuantity> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

// Statistics over the time between two samples.
enum class ProbeWindow { Mean, Impulse, Max, Min };

template <>
struct EnumWords<ProbeWindow> {
  static constexpr EnumWord<ProbeWindow> words[] = {{ProbeWindow::Mean, "mean"},
                                                    {ProbeWindow::Impulse, "impulse"},
                                                    {ProbeWindow::Max, "max"},
                                                    {ProbeWindow::Min, "min"}};
};

struct ProbeParams {
  std::string name;
  ProbeQuantity quantity;
  double every = 0;                   // s; 0: every step
  std::string on{};                   // solid that it rides on; "": it stays where it is
  std::vector<ProbeWindow> window{};  // none: the value at the time of the sample
};

template <>
struct Describe<ProbeParams> {
  static Entries entries();
};

}  // namespace shoal
