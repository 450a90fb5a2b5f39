#include "shoal/study/run_columns.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "shoal/core/error.h"
#include "shoal/output/csv.h"
#include "shoal/scene/read/scene_reader.h"

namespace shoal {

namespace {

bool endsWithAny(const std::string& name, std::initializer_list<const char*> ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const char* end) { return name.ends_with(end); });
}

// Of columns of bodies.csv, by what follows the name of the solid.
std::string unitOfBody(const std::string& name, bool plane) {
  if (endsWithAny(name, {".x", ".y", ".z", ".cx", ".cy", ".cz"})) return "m";
  if (endsWithAny(name, {".vx", ".vy", ".vz"})) return "m/s";
  if (endsWithAny(name, {".wx", ".wy", ".wz"})) return "rad/s";
  if (endsWithAny(name, {".fx", ".fy", ".fz"})) return plane ? "N/m" : "N";
  if (endsWithAny(name, {".tx", ".ty", ".tz"})) return plane ? "N" : "N m";
  return "";
}

// Of columns of ledger.csv and stats.csv; of solids with "solid" before the same names.
std::string unitOfSum(std::string name, bool plane) {
  if (name.starts_with("solid")) {
    name = name.substr(5);
    if (!name.empty()) name[0] = static_cast<char>(std::tolower(name[0]));
  }
  if (name == "dt" || name == "wallSeconds" || name.starts_with("seconds.")) return "s";
  if (name == "fastest") return "m/s";
  if (name == "mass") return plane ? "kg/m" : "kg";
  if (name.starts_with("momentum")) return plane ? "N s/m" : "N s";
  static const std::set<std::string> kEnergies{"kinetic", "potential",   "internal",
                                               "work",    "wallSurplus", "elastic"};
  if (kEnergies.contains(name)) return plane ? "J/m" : "J";
  return "";
}

std::vector<std::string> headersOf(const std::filesystem::path& table) {
  std::ifstream file(table);
  std::string line;
  if (!std::getline(file, line)) return {};
  const std::vector<std::string_view> cells = csvCells(line);
  return {cells.begin(), cells.end()};
}

RunColumn columnOf(const std::filesystem::path& table, const std::string& header, bool bodies,
                   bool plane) {
  const std::size_t bracket = header.find('[');
  if (bracket != std::string::npos && header.ends_with(']'))
    return {table, header, header.substr(0, bracket),
            header.substr(bracket + 1, header.size() - bracket - 2)};
  return {table, header, header, bodies ? unitOfBody(header, plane) : unitOfSum(header, plane)};
}

// Whether a pattern, in which * stands for any text, is all of a text.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*')
    return !text.empty() && pattern.front() == text.front() &&
           matches(pattern.substr(1), text.substr(1));
  for (std::size_t skip = 0; skip <= text.size(); ++skip)
    if (matches(pattern.substr(1), text.substr(skip))) return true;
  return false;
}

std::string runName(const RunFolder& run, const std::vector<RunFolder>& runs) {
  const auto last = [](const RunFolder& folder) {
    return std::filesystem::absolute(folder.path()).lexically_normal().filename().string();
  };
  const auto same = std::count_if(runs.begin(), runs.end(),
                                  [&](const RunFolder& one) { return last(one) == last(run); });
  return same > 1 || last(run).empty() ? run.path().string() : last(run);
}

const RunColumn* find(const std::vector<RunColumn>& columns, const std::string& header) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const RunColumn& one) { return one.header == header; });
  return found == columns.end() ? nullptr : &*found;
}

bool has(const std::vector<RunColumn>& columns, const RunColumn& column) {
  return find(columns, column.header) != nullptr;
}

// Such as the third component in the plane.
bool isZero(const PlotCurve& curve) {
  return std::all_of(curve.points.begin(), curve.points.end(),
                     [](const PlotPoint& p) { return p.y == 0 || std::isnan(p.y); });
}

// Without words: what probes measured, or the energies.
std::vector<std::string> usualColumns(const std::vector<RunColumn>& all) {
  std::vector<std::string> words;
  for (const RunColumn& column : all)
    if (column.table.filename().string().starts_with("probes")) words.push_back(column.header);
  if (words.empty())
    for (const char* energy : {"kinetic", "potential", "internal", "solidKinetic", "solidElastic"})
      for (const RunColumn& column : all)
        if (column.header == energy) words.emplace_back(energy);
  return words;
}

// All that any of the runs has of the words, in their order.
std::vector<RunColumn> wanted(const std::vector<std::vector<RunColumn>>& ofRuns,
                              const std::vector<std::string>& words) {
  std::vector<RunColumn> all, found;
  for (const auto& columns : ofRuns)
    for (const RunColumn& column : columns)
      if (!has(all, column)) all.push_back(column);
  for (const std::string& word : words.empty() ? usualColumns(all) : words)
    for (const RunColumn& column : chosenColumns(all, word))
      if (!has(found, column)) found.push_back(column);
  if (found.empty()) fail("there is nothing to plot yet: the tables of the run have no columns");
  return found;
}

}  // namespace

std::string RunColumn::label() const {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::vector<RunColumn> columnsOf(const RunFolder& folder, int dimensions) {
  std::vector<std::filesystem::path> tables = folder.probeTables();
  tables.insert(tables.end(), {folder.poses(), folder.ledger(), folder.stats()});
  std::vector<RunColumn> columns;
  for (const std::filesystem::path& table : tables)
    for (const std::string& header : headersOf(table))
      if (header != "step" && header != "time")
        columns.push_back(columnOf(table, header, table == folder.poses(), dimensions == 2));
  return columns;
}

std::vector<RunColumn> chosenColumns(const std::vector<RunColumn>& all, const std::string& word) {
  std::vector<RunColumn> exact, part;
  for (const RunColumn& column : all) {
    if ((column.header == word || column.name == word) && exact.empty()) exact.push_back(column);
    const bool meant = column.name.starts_with(word + ".") || matches(word, column.name) ||
                       matches(word, column.header);
    if (meant && !has(part, column)) part.push_back(column);
  }
  if (!exact.empty()) return exact;
  if (!part.empty()) return part;
  std::vector<std::string> names;
  for (const RunColumn& column : all) names.push_back(column.name);
  fail("no table has a column \"{}\"{}; --list shows all", word, didYouMean(word, names));
}

std::vector<PlotPoint> valuesOf(const CsvTable& table, const RunColumn& column) {
  const std::vector<double> time = table.column("time"), value = table.column(column.header);
  std::vector<PlotPoint> points;
  for (std::size_t k = 0; k < time.size(); ++k) points.push_back({time[k], value[k]});
  return points;
}

std::vector<Plot> plotsOf(const std::vector<RunFolder>& runs,
                          const std::vector<std::string>& words) {
  std::vector<std::vector<RunColumn>> ofRuns;
  for (const RunFolder& run : runs) {
    run.mustBeRun();
    ofRuns.push_back(columnsOf(run, readScene(run.scene()).world.dimensions));
  }
  std::vector<Plot> plots;
  std::map<std::string, std::size_t> byUnit;
  std::map<std::filesystem::path, CsvTable> tables;  // that were read
  for (const RunColumn& column : wanted(ofRuns, words)) {
    std::vector<PlotCurve> curves;
    for (std::size_t r = 0; r < runs.size(); ++r)
      if (const RunColumn* own = find(ofRuns[r], column.header)) {
        const CsvTable& table = tables.try_emplace(own->table, own->table).first->second;
        curves.push_back({runs.size() == 1
                              ? column.label()
                              : fmt::format("{}: {}", runName(runs[r], runs), column.name),
                          valuesOf(table, *own)});
      }
    if (words.empty() && std::all_of(curves.begin(), curves.end(), isZero)) continue;
    const auto [place, fresh] = byUnit.emplace(column.unit, plots.size());
    if (fresh) plots.push_back({column.label(), "time [s]", column.unit, {}});
    Plot& plot = plots[place->second];
    if (!fresh) plot.title = column.unit.empty() ? "" : fmt::format("[{}]", column.unit);
    plot.curves.insert(plot.curves.end(), curves.begin(), curves.end());
  }
  if (plots.empty()) fail("there is nothing to plot but zeros; --list shows the columns to name");
  return plots;
}

}  // namespace shoal
