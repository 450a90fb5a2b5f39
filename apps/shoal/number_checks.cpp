#include <cmath>
#include <cstdlib>

#include <fmt/core.h>

#include "commands.h"

namespace shoal::app {

namespace {

template <class Accepts>
std::string mustBe(const char* what, const std::string& text, Accepts accepts) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && *end == '\0' && std::isfinite(number);
  return whole && accepts(number) ? std::string{} : fmt::format("{} is not {}", text, what);
}

}  // namespace

std::string positiveNumber(const std::string& text) {
  return mustBe("a number above 0", text, [](double number) { return number > 0; });
}

std::string nonNegativeNumber(const std::string& text) {
  return mustBe("a number of at least 0", text, [](double number) { return number >= 0; });
}

std::string threadCount(const std::string& text) {
  constexpr double kMost = 1024;
  return mustBe("a number from 0 to 1024", text,
                [](double number) { return number >= 0 && number <= kMost; });
}

}  // namespace shoal::app
