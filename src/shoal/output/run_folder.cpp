#include "shoal/output/run_folder.h"

#include <map>

#include "shoal/core/error.h"

namespace shoal {

namespace fs = std::filesystem;

void RunFolder::prepare() const {
  std::error_code code;
  if (fs::exists(folder_) && !fs::is_directory(folder_))
    fail("{}: is a file; choose another folder with --out", folder_.string());
  if (fs::is_directory(folder_) && !fs::is_empty(folder_) && !fs::exists(scene()))
    fail("{}: holds something other than a run; choose another folder with --out",
         folder_.string());
  for (const fs::path& old : {walls(), frames(), pictures(), stats(), ledger(), escaped(),
                              checkpoint(), log(), scene()})
    fs::remove_all(old, code);
  for (const fs::path& folder : {walls(), frames()}) {
    fs::create_directories(folder, code);
    if (code) fail("{}: cannot be made: {}", folder.string(), code.message());
  }
}

std::string RunFolder::frameName(long frame, const std::string& format) {
  return fmt::format("particles_{:06}.{}", frame, format);
}

std::vector<fs::path> RunFolder::listFrames() const {
  std::map<std::string, fs::path> byStem;
  if (fs::is_directory(frames())) {
    for (const auto& entry : fs::directory_iterator(frames())) {
      const fs::path& file = entry.path();
      if (file.extension() == ".vtp")
        byStem[file.stem().string()] = file;
      else if (file.extension() == ".bgeo")
        byStem.emplace(file.stem().string(), file);
    }
  }
  std::vector<fs::path> files;
  for (const auto& [stem, file] : byStem) files.push_back(file);
  return files;
}

void RunFolder::mustBeRun() const {
  if (!fs::exists(scene()))
    fail("{}: is not the folder of a run (it has no scene.toml)", folder_.string());
}

}  // namespace shoal
