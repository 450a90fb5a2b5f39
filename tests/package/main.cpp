#include <fmt/core.h>

#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/assemble/world_setup.h"

int main(int, char** argv) {
  const shoal::Scene scene = shoal::readScene(argv[1]);
  shoal::World world(shoal::worldSetup(scene, shoal::assemble(scene)));
  while (world.time() < 0.01) world.step(0.01);
  fmt::print("{} particles at t = {} s\n", world.fluid().size(), world.time());
}
