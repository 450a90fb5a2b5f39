// What only the world itself can tell about a scene: its first density, its time step, its cost.
#pragma once

#include "shoal/scene/doctor/doctor.h"
#include "shoal/world/world.h"

namespace shoal {

// What running the scene will take.
struct Forecast {
  double firstStep = 0;       // s
  double steps = 0;           // until the end, if the first steps are typical
  double memory = 0;          // bytes at most
  double secondsPerStep = 0;  // of wall time, measured
};

// Findings about the density that the particles start with. The world has been examined, as for all
// functions here.
std::vector<Finding> examineDensity(const World& world);

// Whether explicit viscosity dictates short steps.
std::vector<Finding> examineViscosity(const Scene& scene, const World& world);

// Makes a few trial steps; the world is of no use for a run afterwards.
Forecast forecast(const Scene& scene, World& world);

}  // namespace shoal
