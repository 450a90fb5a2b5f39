#include "finding_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "shoal/core/escape.h"

namespace shoal::app {

namespace {

const char* label(Finding::Severity severity) {
  switch (severity) {
    case Finding::Severity::Problem:
      return "problem";
    case Finding::Severity::Warning:
      return "warning";
    default:
      return "note";
  }
}

}  // namespace

std::string findingText(const Finding& finding) {
  return fmt::format("{}: {}", label(finding.severity), escapeControls(finding.what));
}

std::string durationText(double seconds) {
  const long s = std::max(0L, std::lround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

}  // namespace shoal::app
