#include "shoal/scene/read/scene_writer.h"

#include "shoal/scene/read/described_writer.h"

namespace shoal {

std::string tomlText(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string tomlVector(const Vec3d& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

std::string tomlBox(const Box3d& box) {
  return fmt::format("[{}, {}]", tomlVector(box.lower), tomlVector(box.upper));
}

std::string tomlFormula(const FormulaText& formula) {
  return formula.isNumber() ? formula.text : tomlText(formula.text);
}

std::string tomlFormulas(const VectorFormulaText& formulas) {
  return fmt::format("[{}, {}, {}]", tomlFormula(formulas[0]), tomlFormula(formulas[1]),
                     tomlFormula(formulas[2]));
}

std::string tomlWords(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const std::string& word : words) quoted.push_back(tomlText(word));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string tomlTable(const std::vector<std::string>& assignments) {
  return assignments.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(assignments, ", "));
}

std::string writeScene(const Scene& scene) {
  std::string out;
  writeTable(scene, "", out);
  return out;
}

}  // namespace shoal
