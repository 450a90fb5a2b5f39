// Adds a member to every kind, then runs a scene that uses all of them: extension SCENE FOLDER.
#include <filesystem>

#include <fmt/core.h>

#include "extension.h"
#include "shoal/output/run.h"
#include "shoal/scene/read/scene_reader.h"

int main(int, char** argv) {
  addLinearPressure();
  addDrag();
  addCushion();
  addCone();
  addSlope();
  addPointText();
  addSpringPlate();

  shoal::RunOptions options;
  options.folder = argv[2];
  options.overwrite = true;
  const shoal::RunResult result = shoal::run(shoal::readScene(argv[1]), options);

  std::size_t frames = 0;
  for (const auto& file : std::filesystem::directory_iterator(options.folder / "frames"))
    if (file.path().extension() == ".xyz") ++frames;
  fmt::print("{} particles at t = {} s, {} escaped, {} frames of points\n",
             result.progress.particles, result.progress.time, result.progress.escaped, frames);
}
