// Layout of the run folder:
//
//   scene.toml      the scene with every default written out, and the version that ran it
//   walls/          the surfaces of the solids
//   bodies/         the surfaces of rigid solids, each in its own frame
//   frames/         the particles and the solids that deform at each frame, with .pvd lists
//   bodies.csv      per frame, or oftener: poses and motion of rigid solids, loads of the fluid
//   stats.csv       per step: time, step, iterations, compression, energies, wall time by phase
//   ledger.csv      per step: mass, momentum, energies, work, numbers of particles
//   probes.csv      what probes measured that sample every step
//   probes-0.01s.csv  the same of probes that sample every 0.01 s, and so on for other times
//   escaped.csv     each particle that left the domain: when, where, how fast
//   checkpoint.h5   the newest state; checkpoint.previous.h5 the one before
//   start.h5        the checkpoint that the run started from, if the scene has a [start]
//   run.lock        the process that runs here
//   log.txt         messages of the run
//   surfaces/       made by `shoal surface`
//   foam/           made by `shoal foam`
//   pictures/       made by `shoal render`
//   export/         made by `shoal export`, a folder for each program
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shoal/formats/particle_table.h"

namespace shoal {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The folder itself, if it is not there.
  void make() const;
  // Makes the folder, or empties it of an earlier run, even of one that was killed at its start.
  // Throws an Error rather than touch a folder that holds something else.
  void prepare() const;
  // Throws an Error if it is a file, or a folder that holds something other than a run.
  void mustBeFolderOfRun() const;

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path scene() const { return folder_ / "scene.toml"; }
  std::filesystem::path walls() const { return folder_ / "walls"; }
  std::filesystem::path bodies() const { return folder_ / "bodies"; }
  std::filesystem::path poses() const { return folder_ / "bodies.csv"; }
  std::filesystem::path frames() const { return folder_ / "frames"; }
  std::filesystem::path pictures() const { return folder_ / "pictures"; }
  std::filesystem::path surfaces() const { return folder_ / "surfaces"; }
  std::filesystem::path foam() const { return folder_ / "foam"; }
  std::filesystem::path exports() const { return folder_ / "export"; }
  std::filesystem::path stats() const { return folder_ / "stats.csv"; }
  std::filesystem::path ledger() const { return folder_ / "ledger.csv"; }
  // Of the probes that sample every so many seconds; 0: every step.
  std::filesystem::path probes(double every = 0) const;
  // Those that are there, the fastest first.
  std::vector<std::filesystem::path> probeTables() const;
  std::filesystem::path escaped() const { return folder_ / "escaped.csv"; }
  std::filesystem::path checkpoint() const { return folder_ / "checkpoint.h5"; }
  std::filesystem::path lock() const { return folder_ / "run.lock"; }
  // The checkpoint that the run started from, if any: a copy, so that it can be resumed.
  std::filesystem::path startState() const { return folder_ / "start.h5"; }
  std::filesystem::path log() const { return folder_ / "log.txt"; }
  std::filesystem::path series(const std::string& subject = kParticles) const {
    return frames() / (subject + ".pvd");
  }

  // "particles_000042.vtp"; of solids, with their names instead.
  static std::string frameName(long frame, const std::string& extension,
                               const std::string& subject = kParticles);
  static long frameNumber(const std::filesystem::path& file);

  // The frames of particles or samples that are there, in order of time, each in the first of
  // frameFormats() that it was written in.
  std::vector<std::filesystem::path> listFrames(const std::string& subject = kParticles) const;

  // Files of solids start with their names, of which none is one of these.
  static constexpr const char* kParticles = "particles";
  static constexpr const char* kSamples = "samples";
  static constexpr const char* kSurface = "surface";
  static constexpr const char* kFoam = "foam";

  // Throws an Error unless a run was made here.
  void mustBeRun() const;

 private:
  bool isRun() const;

  std::filesystem::path folder_;
};

// The particles in a file of listFrames(). Its time follows from its number and the frames per
// second where the format holds none.
OwnedParticleTable readFrame(const std::filesystem::path& file, double fps);

}  // namespace shoal
