#include "program/program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace shoal {

namespace {

Words split(const std::string& line) {
  Words cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Words firstMatch(const std::string& text, const std::string& expression) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(expression))) return {};
  return {match.begin(), match.end()};
}

std::string replaced(const std::string& text, const std::string& expression,
                     const std::string& replacement) {
  return std::regex_replace(text, std::regex(expression), replacement);
}

std::string stateIn(const std::string& report) {
  const Words match = firstMatch(report, "state ([0-9a-f]{16})\n");
  return match.empty() ? "no state" : match[1];
}

Table::Table(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  names_ = split(line);
  while (std::getline(file, line)) rows_.push_back(split(line));
}

std::vector<double> Table::column(const std::string& name) const {
  std::vector<double> values;
  for (const std::string& cell : text(name)) values.push_back(std::stod(cell));
  return values;
}

Words Table::text(const std::string& name) const {
  const auto at = std::find(names_.begin(), names_.end(), name) - names_.begin();
  Words cells;
  for (const Words& row : rows_) cells.push_back(row.at(static_cast<std::size_t>(at)));
  return cells;
}

void Program::SetUp() {
  ::setenv("SHOAL_SCENES", SHOAL_SOURCE_DIR "/scenes", 1);
  write("splash.toml", kSplash);
}

void Program::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(folder_ / name, std::ios::binary) << bytes;
}

Subprocess Program::start(Words arguments, int terminalColumns) const {
  arguments.insert(arguments.begin(), SHOAL_PROGRAM);
  return Subprocess(std::move(arguments), {folder_.path(), terminalColumns});
}

Finished Program::shoal(Words arguments) const { return start(std::move(arguments)).wait(); }

std::string Program::stateOf(Words arguments) const {
  const Finished end = shoal(std::move(arguments));
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_EQ(end.err, "");
  return stateIn(end.out);
}

void Program::expectError(const Words& arguments, int exitCode, const std::string& what) const {
  SCOPED_TRACE(testing::PrintToString(arguments));
  const Finished end = shoal(arguments);
  EXPECT_EQ(end.exitCode, exitCode);
  EXPECT_THAT(end.err, testing::StartsWith("shoal: "));
  EXPECT_THAT(end.err, testing::HasSubstr(what));
  EXPECT_EQ(end.err.find('\n'), end.err.size() - 1) << end.err;
}

void Program::expectSameRecords(const std::string& a, const std::string& b) const {
  const RunFolder one = runFolder(a), other = runFolder(b);
  const auto frames = one.listFrames();
  ASSERT_EQ(frames.size(), other.listFrames().size());
  for (const auto& frame : frames)
    EXPECT_EQ(contents(frame), contents(other.frames() / frame.filename())) << frame;
  EXPECT_EQ(contents(one.series()), contents(other.series()));
  EXPECT_EQ(contents(one.ledger()), contents(other.ledger()));
  EXPECT_EQ(contents(one.escaped()), contents(other.escaped()));
  EXPECT_EQ(contents(one.poses()), contents(other.poses()));
  ASSERT_EQ(one.probeTables().size(), other.probeTables().size());
  for (const auto& table : one.probeTables())
    EXPECT_EQ(contents(table), contents(other.path() / table.filename())) << table;
  const Table mine(one.stats()), theirs(other.stats());
  for (const std::string& name : mine.names()) {
    if (name == "wallSeconds" || name.starts_with("seconds.")) continue;
    EXPECT_EQ(mine.text(name), theirs.text(name)) << name;
  }
}

}  // namespace shoal
