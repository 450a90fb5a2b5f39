// Runs the real program in a folder of its own, and reads what it leaves behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/output/run_folder.h"
#include "support/subprocess.h"
#include "support/temporary_folder.h"

namespace shoal {

using support::Finished;
using support::Subprocess;
using Words = std::vector<std::string>;

// Four hundred particles of water in a closed tank.
inline constexpr const char* kSplash = R"(format = 1
title = "A small splash"

[run]
until = 0.05
fps = 100

[world]
dimensions = 2
spacing = 0.02

[[fluid]]
name = "water"
solver = "wcsph"
fill = { box = [[0, 0], [0.4, 0.4]] }

[[solid]]
name = "tank"
mesh = { box = [[0, 0], [0.8, 0.8]] }
)";

std::string contents(const std::filesystem::path& path);

// The first match of a regular expression in a text, then what its groups match; nothing if there
// is none.
Words firstMatch(const std::string& text, const std::string& expression);
// A text with every match of a regular expression replaced.
std::string replaced(const std::string& text, const std::string& expression,
                     const std::string& replacement);

// The hash of the final state, which the last line of a run's report names.
std::string stateIn(const std::string& report);

// A table of numbers by the names of its columns.
class Table {
 public:
  explicit Table(const std::filesystem::path& path);
  std::size_t size() const { return rows_.size(); }
  const Words& names() const { return names_; }

  std::vector<double> column(const std::string& name) const;
  Words text(const std::string& name) const;

 private:
  Words names_;
  std::vector<Words> rows_;
};

class Program : public testing::Test {
 protected:
  void SetUp() override;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  RunFolder runFolder(const std::string& name) const { return RunFolder(folder_ / name); }

  void write(const std::string& name, const std::string& bytes) const;

  Subprocess start(Words arguments, int terminalColumns = 0) const;
  Finished shoal(Words arguments) const;

  // The final state of a run that must succeed.
  std::string stateOf(Words arguments) const;

  // An error is one line that starts with the program's name and says `what`.
  void expectError(const Words& arguments, int exitCode, const std::string& what) const;

  // Frames and tables of two runs are the same, byte for byte; wall times are left out.
  void expectSameRecords(const std::string& a, const std::string& b) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace shoal
