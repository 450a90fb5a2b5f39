#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "finding_text.h"
#include "shoal/core/escape.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/doctor/doctor.h"
#include "shoal/scene/doctor/world_doctor.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/sources/nozzle.h"

namespace shoal::app {

namespace {

// Prints the findings and returns how many of them are problems.
int print(const std::vector<Finding>& findings) {
  int problems = 0;
  for (const Finding& finding : findings) {
    fmt::print("{}\n", findingText(finding));
    problems += finding.severity == Finding::Severity::Problem;
  }
  return problems;
}

// Prints the fluid that nozzles will emit, which memory and time below do not include.
void printNozzles(const Scene& scene) {
  const WorldParams& world = scene.world;
  for (const Nozzle& nozzle : makeNozzles(scene.sources, world, scene.kernel())) {
    const NozzleParams& params = nozzle.params();
    const double open = std::max(0.0, std::min(params.end, scene.run.until) - params.start);
    const double layers =
        static_cast<double>(nozzle.layers()) + nozzle.fastest() * open / world.spacing;
    fmt::print("nozzle        {}: {} particles side by side, at most {:.0f} until the end\n",
               nozzle.name(), nozzle.columns(),
               std::min<double>(params.limit, static_cast<double>(nozzle.columns()) * layers));
  }
}

void printSolids(const World& world) {
  if (!world.solids()) return;
  const auto line = [](const Body& body, const char* model) {
    fmt::print("solid         {}: {}, {} triangles, {:.4g} kg\n", body.name(), model,
               body.surface().triangles.size(), body.totals().mass);
  };
  for (const RigidBody* body : world.solids()->rigid()) line(*body, "rigid");
  for (const Body* body : world.solids()->deforming()) line(*body, "deforms");
}

// With a few trial steps of the world.
void printForecast(const Scene& scene, World& world) {
  const Forecast cost = forecast(scene, world);
  fmt::print("kernel        {}, support radius {:.4g} m\n", wordOf(world.kernel().kind),
             world.kernel().radius);
  if (!scene.fluids.empty() && scene.fluids[0].solving.solver->equationOfState)
    fmt::print("sound         {:.4g} m/s\n", world.soundSpeed());
  fmt::print("time step     {:.3g} s at first, about {:.0f} steps to {:g} s\n", cost.firstStep,
             cost.steps, scene.run.until);
  fmt::print("memory        about {:.0f} MB\n", cost.memory / 1e6);
  const double seconds = std::max(1.0, cost.steps * cost.secondsPerStep);
  const double perStep = 1e3 * cost.secondsPerStep;
  fmt::print("run time      about {} here, {} ms a step\n", durationText(seconds),
             perStep < 10 ? fmt::format("{:.2g}", perStep) : fmt::format("{:.0f}", perStep));
}

int checkScene(const SceneArguments& arguments) {
  const Scene scene = readScene(findScene(arguments.scene, scenesFolder()), arguments.assignments);
  const Assembly assembly = assemble(scene);
  fmt::print("{}\n", escapeControls(scene.title.empty() ? scene.file.string() : scene.title));
  fmt::print("particles     {} of fluid\n", assembly.fluid.positions.size());
  for (const AssembledWall& wall : assembly.walls)
    fmt::print("wall          {}: {} triangles, {} samples, wet {}\n", wall.name,
               wall.mesh.triangles.size(), wall.samples.size(), wordOf(wall.wet));
  printNozzles(scene);

  World world(worldSetup(scene, assembly));
  printSolids(world);
  int problems = print(examine(scene, assembly));
  if (problems == 0) {
    world.examine();
    print(examineDensity(world));
    print(examineViscosity(scene, world));
    printForecast(scene, world);
  }
  fmt::print("{}\n",
             problems == 0 ? "The scene can run." : "Correct the problems before running it.");
  return problems == 0 ? 0 : 1;
}

}  // namespace

Command checkCommand() {
  const auto arguments = std::make_shared<SceneArguments>();
  return {.name = "check",
          .help = "Explain what a scene will do, and what is wrong with it",
          .options = {sceneOption(*arguments), assignmentsOption(*arguments)},
          .action = [arguments] { return checkScene(*arguments); }};
}

}  // namespace shoal::app
