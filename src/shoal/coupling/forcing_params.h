// What a user can say about direct forcing.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Whether contacts are solved one by one, or all those of a solid at once.
enum class ForcingSolve { Local, Global };

template <>
struct EnumWords<ForcingSolve> {
  static constexpr EnumWord<ForcingSolve> words[] = {{ForcingSolve::Local, "local"},
                                                     {ForcingSolve::Global, "global"}};
};

// Which velocities contacts prescribe.
enum class ForcingCondition { Conserving, Published };

template <>
struct EnumWords<ForcingCondition> {
  static constexpr EnumWord<ForcingCondition> words[] = {
      {ForcingCondition::Conserving, "conserving"}, {ForcingCondition::Published, "published"}};
};

// Of one solid, [BTT09] section V-F.
struct DirectForcingParams {
  double slip = 0;         // epsilon
  double restitution = 0;  // delta
  ForcingSolve solve = ForcingSolve::Global;
  ForcingCondition condition = ForcingCondition::Conserving;
};

template <>
struct Describe<DirectForcingParams> {
  static Entries entries();
};

}  // namespace shoal
