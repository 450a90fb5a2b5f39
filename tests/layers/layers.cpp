#include <array>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "layers/house_rules.h"

namespace shoal::house {

namespace fs = std::filesystem;

namespace {

// From the ground up. A folder may include itself and the folders of lower floors; two folders on
// one floor do not know each other.
const std::vector<std::vector<std::string_view>> kFloors = {
    {"core"},    {"geometry"}, {"search"}, {"sph", "bodies"}, {"coupling"}, {"surface"},
    {"effects"}, {"world"},    {"scene"},  {"output"},        {"view"},     {"apps"},
};

// What belongs to the doors of the library and not to the library.
constexpr std::array<std::string_view, 2> kForeign = {"CLI/", "pybind11/"};

std::optional<std::size_t> floorOf(std::string_view folder) {
  for (std::size_t floor = 0; floor < kFloors.size(); ++floor)
    for (const std::string_view name : kFloors[floor])
      if (name == folder) return floor;
  return std::nullopt;
}

// "sph" for root/src/shoal/sph/kernel.h, "apps" for anything below root/apps.
std::string folderOf(const fs::path& root, const fs::path& file) {
  const fs::path inside = file.lexically_relative(root / "src/shoal");
  if (inside.empty() || *inside.begin() == "..") return "apps";
  return std::next(inside.begin()) == inside.end() ? "" : inside.begin()->string();
}

struct Include {
  std::string target;
  bool quoted;
};

std::vector<Include> includesOf(const fs::path& file) {
  static const std::regex form(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  std::vector<Include> includes;
  std::istringstream text(readFile(file));
  std::smatch match;
  for (std::string line; std::getline(text, line);)
    if (std::regex_search(line, match, form)) includes.push_back({match[2], match[1] == "\""});
  return includes;
}

// Where an include of the project points to: below src, or beside the file that includes it.
std::optional<fs::path> resolve(const fs::path& root, const fs::path& file,
                                const std::string& target) {
  for (const fs::path& base : {root / "src", file.parent_path()})
    if (const fs::path path = (base / target).lexically_normal(); fs::is_regular_file(path))
      return path;
  return std::nullopt;
}

// What is wrong with one include of a file in `folder`; empty when nothing is.
std::string offence(const fs::path& root, const fs::path& file, const std::string& folder,
                    const Include& include) {
  for (const std::string_view foreign : kForeign)
    if (folder != "apps" && include.target.starts_with(foreign))
      return "the library must not know " + include.target;
  if (!include.quoted && !include.target.starts_with("shoal/")) return "";

  const auto path = resolve(root, file, include.target);
  if (!path) return "there is no " + include.target;
  const std::string other = folderOf(root, *path);
  const auto from = floorOf(folder), to = floorOf(other);
  if (!to || !from || other == folder || *to < *from) return "";
  return folder + " must not include " + include.target;
}

}  // namespace

Lines checkLayers(const fs::path& root) {
  std::vector<fs::path> files = filesBelow(root / "src/shoal", {".h", ".cpp"});
  for (const fs::path& file : filesBelow(root / "apps", {".h", ".cpp"})) files.push_back(file);

  Lines offences;
  for (const fs::path& file : files) {
    const std::string place = file.lexically_relative(root).string() + ": ";
    const std::string folder = folderOf(root, file);
    if (!floorOf(folder)) offences.push_back(place + "folder \"" + folder + "\" has no layer");
    for (const Include& include : includesOf(file))
      if (const std::string what = offence(root, file, folder, include); !what.empty())
        offences.push_back(place + what);
  }
  return offences;
}

}  // namespace shoal::house
