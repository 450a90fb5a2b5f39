// Parameters of events: pulls, pins, releases and cuts.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// A spring whose one end is attached to a point of a solid and whose other end, the anchor, moves.
struct PullParams {
  std::string solid;
  Vec3d point;             // m
  Vec3d to;                // m
  double over = 0;         // s
  double stiffness = 100;  // N/m
  double radius = 0;       // m
};

template <>
struct Describe<PullParams> {
  static Entries entries();
};

struct PinParams {
  std::string solid;
  Box3d box;  // m
};

template <>
struct Describe<PinParams> {
  static Entries entries();
};

struct ReleaseParams {
  std::string solid;
  bool pins = true;
};

template <>
struct Describe<ReleaseParams> {
  static Entries entries();
};

// A straight blade that moves from one position to another.
struct CutParams {
  std::string solid;
  std::array<Vec3d, 2> from, to;  // m
  double over = 0;                // s
};

template <>
struct Describe<CutParams> {
  static Entries entries();
};

struct EventAction {
  std::optional<PullParams> pull;
  std::optional<PinParams> pin;
  std::optional<ReleaseParams> release;
  std::optional<CutParams> cut;

  std::string solid() const {
    if (cut) return cut->solid;
    if (pull) return pull->solid;
    if (pin) return pin->solid;
    return release ? release->solid : "";
  }
};

template <>
struct Describe<EventAction> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

struct EventParams {
  double at = 0;  // s
  EventAction action;
};

template <>
struct Describe<EventParams> {
  static Entries entries();
};

}  // namespace shoal
