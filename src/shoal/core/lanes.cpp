#include "shoal/core/lanes.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/ranges.h>
#include <hwy/targets.h>

#include "shoal/core/error.h"

namespace shoal {

namespace {

struct Width {
  std::string_view name;
  std::int64_t target;  // of Highway
};

constexpr std::array<Width, 3> kWidths{
    {{"avx512", HWY_AVX3}, {"avx2", HWY_AVX2}, {"scalar", HWY_SCALAR}}};

// What the machine can run and was compiled, before anything was chosen.
bool available(const Width& width) {
  static const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
  return width.target == HWY_SCALAR || (supported & width.target) != 0;
}

const Width* chosen = nullptr;

}  // namespace

std::vector<std::string> availableLanes() {
  std::vector<std::string> names;
  for (const Width& width : kWidths)
    if (available(width)) names.emplace_back(width.name);
  return names;
}

void useLanes(std::string_view name) {
  const auto width = std::find_if(kWidths.begin(), kWidths.end(),
                                  [&](const Width& w) { return w.name == name && available(w); });
  if (width == kWidths.end())
    throw Error(
        fmt::format("lanes \"{}\": this machine has {}", name, fmt::join(availableLanes(), ", ")));
  chosen = &*width;
  hwy::SetSupportedTargetsForTest(width->target);
  hwy::GetChosenTarget().DeInit();  // the next pass asks again
}

void useLanesOfEnvironment() {
  if (const char* name = std::getenv("SHOAL_LANES")) useLanes(name);
}

std::string lanesInUse() { return chosen ? std::string(chosen->name) : availableLanes().front(); }

}  // namespace shoal
