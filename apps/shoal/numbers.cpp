#include <cmath>

#include <fmt/core.h>

#include "commands.h"

namespace shoal::app {

namespace {

template <class Accepts>
CLI::Validator numberThat(const char* is, Accepts accepts) {
  const auto check = [=](const std::string& text) {
    double number = 0;
    const bool good = CLI::detail::lexical_cast(text, number) && std::isfinite(number);
    return good && accepts(number) ? std::string{} : fmt::format("{} is not {}", text, is);
  };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::Validator positiveNumber() {
  return numberThat("a number above 0", [](double number) { return number > 0; });
}

CLI::Validator nonNegativeNumber() {
  return numberThat("a number of at least 0", [](double number) { return number >= 0; });
}

}  // namespace shoal::app
