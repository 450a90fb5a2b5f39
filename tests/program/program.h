// Runs the real program in a folder of its own, and reads what it leaves behind.
#pragma once

#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

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

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The hash of the final state, which the last line of a run's report names.
inline std::string stateIn(const std::string& report) {
  std::smatch match;
  return std::regex_search(report, match, std::regex("state ([0-9a-f]{16})\n")) ? match[1].str()
                                                                                : "no state";
}

// A table of numbers by the names of its columns.
class Table {
 public:
  explicit Table(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    names_ = split(line);
    while (std::getline(file, line)) rows_.push_back(split(line));
  }
  std::size_t size() const { return rows_.size(); }
  const Words& names() const { return names_; }

  std::vector<double> column(const std::string& name) const {
    std::vector<double> values;
    for (const std::string& cell : text(name)) values.push_back(std::stod(cell));
    return values;
  }
  Words text(const std::string& name) const {
    const auto at = std::find(names_.begin(), names_.end(), name) - names_.begin();
    Words cells;
    for (const Words& row : rows_) cells.push_back(row.at(static_cast<std::size_t>(at)));
    return cells;
  }

 private:
  static Words split(const std::string& line) {
    Words cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  }
  Words names_;
  std::vector<Words> rows_;
};

class Program : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("SHOAL_SCENES", SHOAL_SOURCE_DIR "/scenes", 1);
    write("splash.toml", kSplash);
  }

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  RunFolder runFolder(const std::string& name) const { return RunFolder(folder_ / name); }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  Subprocess start(Words arguments, int terminalColumns = 0) const {
    arguments.insert(arguments.begin(), SHOAL_PROGRAM);
    return Subprocess(std::move(arguments), {folder_.path(), terminalColumns});
  }

  Finished shoal(Words arguments) const { return start(std::move(arguments)).wait(); }

  // The final state of a run that must succeed.
  std::string stateOf(Words arguments) const {
    const Finished end = shoal(std::move(arguments));
    EXPECT_EQ(end.exitCode, 0) << end.err;
    EXPECT_EQ(end.err, "");
    return stateIn(end.out);
  }

  // An error is one line that starts with the program's name and says `what`.
  void expectError(const Words& arguments, int exitCode, const std::string& what) const {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const Finished end = shoal(arguments);
    EXPECT_EQ(end.exitCode, exitCode);
    EXPECT_THAT(end.err, testing::StartsWith("shoal: "));
    EXPECT_THAT(end.err, testing::HasSubstr(what));
    EXPECT_EQ(end.err.find('\n'), end.err.size() - 1) << end.err;
  }

  // Frames and tables of two runs are the same, byte for byte; wall times are left out.
  void expectSameRecords(const std::string& a, const std::string& b) const {
    const RunFolder one = runFolder(a), other = runFolder(b);
    const auto frames = one.listFrames();
    ASSERT_EQ(frames.size(), other.listFrames().size());
    for (const auto& frame : frames)
      EXPECT_EQ(contents(frame), contents(other.frames() / frame.filename())) << frame;
    EXPECT_EQ(contents(one.series()), contents(other.series()));
    EXPECT_EQ(contents(one.ledger()), contents(other.ledger()));
    EXPECT_EQ(contents(one.escaped()), contents(other.escaped()));
    EXPECT_EQ(contents(one.probes()), contents(other.probes()));
    const Table mine(one.stats()), theirs(other.stats());
    for (const std::string& name : mine.names()) {
      if (name == "wallSeconds" || name.starts_with("seconds.")) continue;
      EXPECT_EQ(mine.text(name), theirs.text(name)) << name;
    }
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace shoal
