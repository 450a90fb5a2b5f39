#include <cmath>
#include <limits>
#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "finding_text.h"
#include "shoal/core/escape.h"
#include "shoal/output/csv_table.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/study/run_columns.h"
#include "shoal/world/checkpoint.h"

namespace shoal::app {

namespace {

// Whole numbers in full, others with four digits.
std::string numberText(double value) {
  constexpr double kLargestWhole = 1e9;
  if (value == std::floor(value) && std::abs(value) < kLargestWhole)
    return fmt::format("{:.0f}", value + 0.0);  // -0 becomes 0
  return fmt::format("{:.4g}", value);
}

// The last value of a column and its range; values that are not finite have none.
void printColumn(const std::string& name, const std::vector<double>& values) {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  fmt::print("  {:<32} {:<12}", escapeControls(name), numberText(values.back()));
  if (least < greatest) fmt::print(" {} to {}", numberText(least), numberText(greatest));
  fmt::print("\n");
}

void printTable(const std::filesystem::path& path, const std::vector<RunColumn>& columns) {
  const CsvTable table(path);
  if (table.rows() == 0) return;
  fmt::print("{}, last of {} rows and range\n", path.filename().string(), table.rows());
  printColumn("step", table.column("step"));
  printColumn("time[s]", table.column("time"));
  for (const RunColumn& column : columns)
    if (column.table == path)
      printColumn(
          column.unit.empty() ? column.name : fmt::format("{}[{}]", column.name, column.unit),
          table.column(column.header));
}

void printWallTime(const CsvTable& stats) {
  if (stats.rows() == 0) return;
  const double seconds = stats.column("wallSeconds").back();
  fmt::print("wall time     {}, {} steps\n", durationText(seconds),
             numberText(stats.column("step").back()));
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
  printWallTime(CsvTable(folder.stats()));
  const std::vector<RunColumn> columns = columnsOf(folder, scene.world.dimensions);
  std::vector<std::filesystem::path> tables{folder.stats(), folder.ledger(), folder.poses()};
  for (const std::filesystem::path& table : folder.probeTables()) tables.push_back(table);
  for (const std::filesystem::path& table : tables) printTable(table, columns);
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
