// The state of a world in an HDF5 file from which it goes on as if it had never stopped.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/world/world.h"

namespace shoal {

// What a world was made from and by.
struct CheckpointOrigin {
  std::string scene{};               // text of the scene
  std::vector<std::string> files{};  // hash and path of each file that the scene reads
  std::string version{};             // of the program
  std::string lanes{};               // the width in use, see core/lanes.h
};

// Where writeCheckpoint keeps the one before: checkpoint.previous.h5 beside checkpoint.h5.
std::filesystem::path previousCheckpoint(const std::filesystem::path& path);

// Writes a new file, reads it back, and then puts it in the place of the old one, which becomes
// previousCheckpoint(): whoever is killed at any moment, or fills the disk, leaves a whole one. The
// last line of the file is a hash of all bytes before it. Of the origin, scene and files are given;
// version and lanes are those in use.
void writeCheckpoint(const std::filesystem::path& path, const World& world,
                     const CheckpointOrigin& origin);

// The last line of a checkpoint with these bytes before it; HDF5 does not look beyond what it
// wrote.
std::string checkpointSeal(std::string_view before);

// An Error unless the file has all the bytes that were written, and no other.
void mustBeWholeCheckpoint(const std::filesystem::path& path);

CheckpointOrigin checkpointOrigin(const std::filesystem::path& path);

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
