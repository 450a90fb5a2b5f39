#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/core/escape.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/world/checkpoint.h"

namespace shoal::app {

namespace {

std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

// Minimum, maximum and last value of a column; nan is skipped.
struct ColumnSummary {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  std::string last;

  void add(const std::string& cell) {
    last = cell;
    const double value = std::strtod(cell.c_str(), nullptr);
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
};

// Prints the columns of a table, one per line: last value and range.
void printTable(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cellsOf(line);
  std::vector<ColumnSummary> columns(names.size());
  long rows = 0;
  for (; std::getline(file, line); ++rows) {
    const std::vector<std::string> cells = cellsOf(line);
    for (std::size_t k = 0; k < std::min(cells.size(), names.size()); ++k) columns[k].add(cells[k]);
  }
  if (rows == 0) return;
  fmt::print("{}, last of {} rows and range\n", path.filename().string(), rows);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const ColumnSummary& c = columns[k];
    fmt::print("  {:<24} {:<24}", escapeControls(names[k]), escapeControls(c.last));
    if (c.least < c.greatest) fmt::print(" {:.6g} to {:.6g}", c.least, c.greatest);
    fmt::print("\n");
  }
}

int describeRun(const RunFolder& folder) {
  folder.mustBeRun();
  const Scene scene = readScene(folder.scene());
  fmt::print("{}\n", escapeControls(scene.title.empty() ? folder.path().string() : scene.title));
  fmt::print("made by       {}\n",
             scene.program.empty() ? "unknown" : escapeControls(scene.program));
  fmt::print("dimensions    {}, spacing {:g} m\n", scene.world.dimensions, scene.world.spacing);
  for (const SceneFluid& fluid : scene.fluids)
    fmt::print("fluid         {}: {:g} kg/m^3, {}\n", fluid.name, fluid.material.density,
               fluid.solving.solver->word);
  for (const SceneSolid& solid : scene.solids)
    fmt::print("solid         {}: {}\n", solid.name, solid.model->word);
  fmt::print("frames        {} at {:g} per second\n", folder.listFrames().size(), scene.run.fps);
  if (std::filesystem::exists(folder.checkpoint()))
    fmt::print("checkpoint    at t = {:.6g} s of {:g} s\n", checkpointTime(folder.checkpoint()),
               scene.run.until);
  for (const auto& table : {folder.stats(), folder.ledger(), folder.probes()})
    if (std::filesystem::exists(table)) printTable(table);
  return 0;
}

}  // namespace

Command infoCommand() {
  const auto folder = std::make_shared<std::string>();
  return {.name = "info",
          .help = "Tell what a run folder holds",
          .options = {{.name = "RUN",
                       .target = folder.get(),
                       .help = "Folder of the run",
                       .required = true}},
          .action = [folder] { return describeRun(RunFolder(*folder)); }};
}

}  // namespace shoal::app
