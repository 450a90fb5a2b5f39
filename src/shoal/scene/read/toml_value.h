// One TOML value to one C++ value. Wrong types are Errors that say what was expected and found.
#pragma once

#include <toml++/toml.h>

#include "shoal/core/box.h"
#include "shoal/core/error.h"
#include "shoal/core/formula_text.h"

namespace shoal {

// A key in dotted form, such as "fluid[0].density", and where it stands.
struct Spot {
  Place place;
  std::string key;

  [[noreturn]] void fail(const std::string& message) const { throw Error(place, key, message); }
};

// The extent along z, in metres, of a box that is given by corners in the plane. Only its cut with
// z = 0 matters, so any extent around zero serves.
inline constexpr double kFlatBoxHalfDepth = 0.5;

// What reading a scene carries along.
struct ReadContext {
  std::string file;
  bool hasAssignments = false;
  std::optional<Spot> flatBox = {};  // the first box given by corners in the plane

  // A node without a position was put in by an assignment.
  Place placeOf(const toml::node& node) const { return placeOf(node, node.source()); }
  Place placeOf(const toml::key& key, const toml::node& node) const {
    return placeOf(node, key.source());
  }

 private:
  Place placeOf(const toml::node& node, const toml::source_region& region) const;
};

// "a number", "text", "a table", ...
std::string_view kindOf(const toml::node& node);

double readReal(const toml::node& node, const Spot& spot);
std::int64_t readInteger(const toml::node& node, const Spot& spot);
bool readBool(const toml::node& node, const Spot& spot);
std::string readText(const toml::node& node, const Spot& spot);
std::vector<std::string> readWords(const toml::node& node, const Spot& spot);  // or a single one
std::vector<double> readReals(const toml::node& node, std::size_t fewest, std::size_t most,
                              const Spot& spot);
Vec3d readVector(const toml::node& node, const Spot& spot);
FormulaText readFormula(const toml::node& node, const Spot& spot);
VectorFormulaText readFormulas(const toml::node& node, const Spot& spot,
                               const ReadContext& context);
std::array<Vec3d, 2> readEnds(const toml::node& node, const Spot& spot);
Box3d readBox(const toml::node& node, const Spot& spot, ReadContext& context);

}  // namespace shoal
