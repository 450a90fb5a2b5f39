// The state of a world in an HDF5 file from which it goes on as if it had never stopped.
#pragma once

#include <filesystem>
#include <string>

#include "shoal/world/world.h"

namespace shoal {

// Writes a new file and then puts it in the place of the old one, so that whoever is killed at any
// moment leaves a whole checkpoint. `scene` is the text of the scene that the world was made from.
void writeCheckpoint(const std::filesystem::path& path, const World& world,
                     const std::string& scene);

// The text of the scene that a checkpoint was made from.
std::string checkpointScene(const std::filesystem::path& path);

// The simulated time of a checkpoint, in s.
double checkpointTime(const std::filesystem::path& path);

// What a world of another scene can start from.
struct SavedState {
  std::string scene;                         // the text of the scene that it was made from
  double time = 0;                           // s
  std::vector<Vec3f> positions, velocities;  // m, m/s
  std::vector<std::uint32_t> phases;         // which fluid of that scene
  std::vector<double> solids;                // see Solids::state
};
SavedState readSavedState(const std::filesystem::path& path);

// Gives the state of the checkpoint to a world that was made from the same scene and to which the
// same solids were added, in the same order. An Error names solids that differ.
void readCheckpoint(const std::filesystem::path& path, World& world);

}  // namespace shoal
