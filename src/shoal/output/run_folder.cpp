#include "shoal/output/run_folder.h"

#include <algorithm>
#include <map>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "shoal/formats/frame_format.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/world/checkpoint.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

void makeFolder(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code)
    fail("{}: cannot be made: {}; choose another folder with --out", folder.string(),
         code.message());
}

}  // namespace

void RunFolder::mustBeFolderOfRun() const {
  std::error_code code;
  const fs::file_status status = fs::status(folder_, code);
  if (status.type() == fs::file_type::none)
    fail("{}: {}; choose another folder with --out", folder_.string(), code.message());
  if (fs::exists(status) && !fs::is_directory(status))
    fail("{}: is a file; choose another folder with --out", folder_.string());
  if (fs::is_directory(status) && !isRun())
    fail("{}: holds something other than a run; choose another folder with --out",
         folder_.string());
}

void RunFolder::make() const { makeFolder(folder_); }

void RunFolder::prepare() const {
  mustBeFolderOfRun();
  make();
  // The old scene stays until the new one replaces it: a run that is killed in between leaves a
  // folder that is still recognised as a run folder.
  std::vector<fs::path> old = probeTables();
  old.insert(old.end(), {walls(), bodies(), frames(), surfaces(), foam(), pictures(), exports(),
                         poses(), stats(), ledger(), escaped(), checkpoint(),
                         previousCheckpoint(checkpoint()), startState(), log()});
  for (const fs::path& path : old) {
    std::error_code code;
    fs::remove_all(path, code);
    if (code) fail("{}: cannot be removed: {}", path.string(), code.message());
  }
  makeFolder(walls());
  makeFolder(bodies());
  makeFolder(frames());
}

fs::path RunFolder::probes(double every) const {
  return folder_ / (every == 0 ? "probes.csv" : fmt::format("probes-{}s.csv", every));
}

std::vector<fs::path> RunFolder::probeTables() const {
  std::map<double, fs::path> byTime;
  if (!fs::is_directory(folder_)) return {};
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name == probes().filename()) byTime.emplace(0, entry.path());
    if (!name.starts_with("probes-") || !name.ends_with("s.csv")) continue;
    const auto every = parseNumber<double>(std::string_view(name).substr(7, name.size() - 12));
    if (every && *every > 0) byTime.emplace(*every, entry.path());
  }
  std::vector<fs::path> tables;
  for (const auto& [every, table] : byTime) tables.push_back(table);
  return tables;
}

// A run's scene names the program that resolved it; one that a user wrote does not. A run that was
// killed before it wrote its scene leaves empty folders and perhaps half a scene.
bool RunFolder::isRun() const {
  if (fs::exists(scene())) {
    try {
      return !readScene(scene()).program.empty();
    } catch (const Error&) {
      return false;
    }
  }
  fs::path halfScene = scene();
  halfScene += kTemporaryExtension;
  return std::all_of(fs::directory_iterator(folder_), fs::directory_iterator(), [&](const auto& e) {
    const fs::path& entry = e.path();
    const bool ours = entry == walls() || entry == bodies() || entry == frames();
    return entry == halfScene || entry == lock() || (ours && fs::is_empty(entry));
  });
}

std::string RunFolder::frameName(long frame, const std::string& extension,
                                 const std::string& subject) {
  return fmt::format("{}_{:06}.{}", subject, frame, extension);
}

long RunFolder::frameNumber(const fs::path& file) {
  const std::string name = file.filename().string();
  return std::strtol(name.c_str() + name.rfind('_') + 1, nullptr, 10);
}

std::vector<fs::path> RunFolder::listFrames(const std::string& subject) const {
  std::map<std::string, fs::path> byStem;
  if (fs::is_directory(frames())) {
    for (const FrameFormat& format : frameFormats()) {
      const std::string end = "." + format.extension;
      for (const auto& entry : fs::directory_iterator(frames())) {
        const std::string name = entry.path().filename().string();
        if (format.readParticles && name.starts_with(subject + "_") && name.ends_with(end))
          byStem.emplace(name.substr(0, name.size() - end.size()), entry.path());
      }
    }
  }
  std::vector<fs::path> files;
  files.reserve(byStem.size());
  for (const auto& [stem, file] : byStem) files.push_back(file);
  return files;
}

void RunFolder::mustBeRun() const {
  if (!fs::exists(scene()))
    fail("{}: is not the folder of a run (it has no scene.toml)", folder_.string());
}

OwnedParticleTable readFrame(const fs::path& file, double fps) {
  const std::string name = file.filename().string();
  for (const FrameFormat& format : frameFormats()) {
    if (!format.readParticles || !name.ends_with("." + format.extension)) continue;
    OwnedParticleTable table = format.readParticles(file);
    if (!format.hasTime) table.time = static_cast<double>(RunFolder::frameNumber(file)) / fps;
    return table;
  }
  fail("{}: not a frame of particles in a format that shoal knows", file.string());
}

}  // namespace shoal
