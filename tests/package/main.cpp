#include <fmt/core.h>

#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"

int main(int, char** argv) {
  const shoal::Scene scene = shoal::readScene(argv[1]);
  const auto world = shoal::worldFrom(scene);
  while (world->time() < 0.01) world->step(0.01);
  fmt::print("{} particles at t = {} s\n", world->fluid().size(), world->time());
}
