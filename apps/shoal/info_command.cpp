#include <fstream>
#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/scene_reader.h"
#include "shoal/world/checkpoint.h"

namespace shoal::app {

namespace {

// The last whole row of a table with its header, as "column value" pairs on lines.
void printLastRow(const std::filesystem::path& table) {
  std::ifstream file(table);
  std::string header, line, last;
  std::getline(file, header);
  while (std::getline(file, line))
    if (!line.empty()) last = line;
  std::istringstream names(header), values(last);
  std::string name, value;
  while (std::getline(names, name, ',') && std::getline(values, value, ','))
    fmt::print("  {:<20} {}\n", name, value);
}

int describeRun(const RunFolder& folder) {
  folder.mustBeRun();
  const Scene scene = readScene(folder.scene());
  fmt::print("{}\n", scene.title.empty() ? folder.path().string() : scene.title);
  fmt::print("made by       {}\n", scene.program.empty() ? "unknown" : scene.program);
  fmt::print("dimensions    {}, spacing {:g} m\n", scene.world.dimensions, scene.world.spacing);
  for (const SceneFluid& fluid : scene.fluids)
    fmt::print("fluid         {}: {:g} kg/m^3, {}\n", fluid.name, fluid.material.density,
               fluid.solving.solver);
  for (const SceneSolid& solid : scene.solids)
    fmt::print("solid         {}: {}\n", solid.name, solid.model);
  fmt::print("frames        {} at {:g} per second\n", folder.listFrames().size(), scene.run.fps);
  if (std::filesystem::exists(folder.checkpoint()))
    fmt::print("checkpoint    at t = {:.6g} s of {:g} s\n", checkpointTime(folder.checkpoint()),
               scene.run.until);
  for (const auto& table : {folder.stats(), folder.ledger()}) {
    if (!std::filesystem::exists(table)) continue;
    fmt::print("{}, last row\n", table.filename().string());
    printLastRow(table);
  }
  return 0;
}

}  // namespace

void addInfo(CLI::App& program, Chosen& chosen) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("info", "Tell what a run folder holds");
  command->add_option("RUN", *folder, "Folder of the run")->required();
  command->callback(
      [folder, &chosen] { chosen.action = [folder] { return describeRun(RunFolder(*folder)); }; });
}

}  // namespace shoal::app
