// Runs the validation cases and writes a page and a table about them.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "shoal/core/file.h"
#include "validation/framework/report.h"

namespace shoal::validation {
namespace {

struct Options {
  std::string filter, revision;
  std::filesystem::path out = "validation";
  bool withLong = false;
};

std::string lowered(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool chosen(const ValidationCase& one, const Options& options) {
  if (one.suite == Suite::Long && !options.withLong) return false;
  return lowered(one.name).find(lowered(options.filter)) != std::string::npos;
}

// Writes after every case, so that a run that is stopped leaves what it has.
void write(const std::vector<Judged>& all, const Options& options) {
  const std::string machine = machineLine(options.revision);
  writeFileAtomically(options.out / "index.html", htmlReport(all, machine));
  writeFileAtomically(options.out / "table.csv", csvReport(all, machine));
}

int run(const Options& options) {
  std::filesystem::create_directories(options.out);
  std::vector<Judged> all;
  std::size_t failed = 0;
  for (const ValidationCase& one : allCases()) {
    if (!chosen(one, options)) continue;
    all.push_back({one, {}});
    for (const std::string& solver : one.solvers) {
      const Verdict& verdict = all.back().verdicts.emplace_back(judge(one, solver));
      fmt::print("{}", describe(one, verdict));
      std::fflush(stdout);
      failed += verdict.passed() ? 0 : 1;
    }
    write(all, options);
  }
  if (all.empty()) {
    fmt::print(stderr, "no case has \"{}\" in its name; long cases need --long\n", options.filter);
    return 1;
  }
  fmt::print("{} cases, {} failed: {}\n", all.size(), failed,
             (options.out / "index.html").string());
  return failed == 0 ? 0 : 1;
}

int runProgram(int argc, const char* const* argv) {
  Options options;
  CLI::App app("Validates shoal against laws and experiments");
  app.add_option("filter", options.filter, "Only cases with this in their name");
  app.add_flag("--long", options.withLong, "Long cases, too");
  app.add_option("--out", options.out, "Folder of the page and the table");
  app.add_option("--revision", options.revision, "Said on the page beside the version");
  CLI11_PARSE(app, argc, argv);
  return run(options);
}

}  // namespace
}  // namespace shoal::validation

int main(int argc, char** argv) {
  // Printing an error must not throw, as fmt does when the output is closed.
  try {
    return shoal::validation::runProgram(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
