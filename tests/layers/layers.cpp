#include <array>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "layers/house_rules.h"

namespace shoal::house {

namespace fs = std::filesystem;

namespace {

using Floors = std::vector<std::vector<std::string_view>>;

// From the ground up. A folder may include itself and the folders of lower floors; two folders on
// one floor do not know each other.
const Floors kFloors = {
    {"core"},     {"search"},  {"geometry"}, {"formats"}, {"sph", "bodies"},
    {"coupling"}, {"surface"}, {"effects"},  {"world"},   {"scene"},
    {"output"},   {"view"},    {"study"},    {"apps"},
};

// The same for the sub-folders of a folder; "" are files of the folder itself.
const std::map<std::string, Floors, std::less<>> kFloorsWithin = {
    {"geometry",
     {{""},
      {"mesh"},
      {"distance", "sampling", "contour"},
      {"repair"},
      {"tetra"},
      {"files", "shapes"}}},
    {"sph", {{"kernels"}, {""}, {"boundary"}, {"forces"}, {"solvers"}}},
    {"bodies", {{""}, {"kinematic"}, {"contact"}, {"rigid", "fem", "cloth"}, {"models"}}},
    {"coupling", {{""}, {"samples"}, {"volumes", "quadrature", "forcing", "repulsion"}, {"table"}}},
    {"output", {{""}, {"export"}}},
    {"view", {{""}, {"picture"}, {"light"}, {"run"}, {"film"}}},
};

// What belongs to the doors of the library and not to the library.
constexpr std::array<std::string_view, 2> kForeign = {"CLI/", "pybind11/"};

std::optional<std::size_t> floorOf(std::string_view folder, const Floors& floors = kFloors) {
  for (std::size_t floor = 0; floor < floors.size(); ++floor)
    for (const std::string_view name : floors[floor])
      if (name == folder) return floor;
  return std::nullopt;
}

// A folder of src/shoal, and the one within it; {"sph", "forces"} for
// root/src/shoal/sph/forces/gravity.h, {"apps", ""} for anything below root/apps.
struct Folder {
  std::string name, within;
};

Folder folderOf(const fs::path& root, const fs::path& file) {
  const fs::path inside = file.lexically_relative(root / "src/shoal").parent_path();
  if (inside.empty()) return {};
  if (*inside.begin() == "..") return {"apps", ""};
  const auto second = std::next(inside.begin());
  return {inside.begin()->string(), second == inside.end() ? "" : second->string()};
}

bool mayInclude(const Folder& folder, const Folder& other) {
  if (folder.name != other.name) {
    const auto from = floorOf(folder.name), to = floorOf(other.name);
    return !to || !from || *to < *from;
  }
  const auto room = kFloorsWithin.find(folder.name);
  if (room == kFloorsWithin.end() || folder.within == other.within) return true;
  const auto from = floorOf(folder.within, room->second), to = floorOf(other.within, room->second);
  return from && to && *to < *from;
}

// Whether a folder, or one within it, has no place in the lists.
bool isUnlisted(const Folder& folder) {
  if (!floorOf(folder.name)) return true;
  const auto room = kFloorsWithin.find(folder.name);
  return room != kFloorsWithin.end() && !floorOf(folder.within, room->second);
}

std::string pathOf(const Folder& folder) {
  return folder.within.empty() ? folder.name : folder.name + "/" + folder.within;
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
std::string offence(const fs::path& root, const fs::path& file, const Folder& folder,
                    const Include& include) {
  for (const std::string_view foreign : kForeign)
    if (folder.name != "apps" && include.target.starts_with(foreign))
      return "the library must not know " + include.target;
  if (!include.quoted && !include.target.starts_with("shoal/")) return "";

  const auto path = resolve(root, file, include.target);
  if (!path) return "there is no " + include.target;
  if (mayInclude(folder, folderOf(root, *path))) return "";
  return pathOf(folder) + " must not include " + include.target;
}

}  // namespace

Lines checkLayers(const fs::path& root) {
  std::vector<fs::path> files = filesBelow(root / "src/shoal", {".h", ".cpp"});
  for (const fs::path& file : filesBelow(root / "apps", {".h", ".cpp"})) files.push_back(file);

  Lines offences;
  for (const fs::path& file : files) {
    const std::string place = file.lexically_relative(root).string() + ": ";
    const Folder folder = folderOf(root, file);
    if (isUnlisted(folder))
      offences.push_back(place + "folder \"" + pathOf(folder) + "\" has no layer");
    for (const Include& include : includesOf(file))
      if (const std::string what = offence(root, file, folder, include); !what.empty())
        offences.push_back(place + what);
  }
  return offences;
}

}  // namespace shoal::house
