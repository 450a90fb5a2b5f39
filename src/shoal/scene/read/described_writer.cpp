#include "shoal/scene/read/described_writer.h"

#include "shoal/core/kinds.h"

namespace shoal {

namespace {

using Value = std::optional<std::string>;

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

// TOML would read "-0" as an integer, which has no sign.
std::string tomlReal(const std::string& text) { return text == "-0" ? "-0.0" : text; }
std::string tomlReal(double value) { return tomlReal(fmt::format("{}", value)); }

std::string tomlVector(const Vec3d& v) {
  return fmt::format("[{}, {}, {}]", tomlReal(v.x), tomlReal(v.y), tomlReal(v.z));
}

std::string tomlBox(const Box3d& box) {
  return fmt::format("[{}, {}]", tomlVector(box.lower), tomlVector(box.upper));
}

std::string tomlFormula(const FormulaText& formula) {
  return formula.isNumber() ? tomlReal(formula.text) : tomlText(formula.text);
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

std::string tomlEnds(const std::array<Vec3d, 2>& ends) {
  return fmt::format("[{}, {}]", tomlVector(ends[0]), tomlVector(ends[1]));
}

std::string inlineTable(const ParameterTable& table, const void* s);

void addAdded(const Parameter& e, const void* s, std::vector<std::string>& assignments) {
  for (const auto& [key, member, value] : addedTables(e, s))
    if (value)
      assignments.push_back(fmt::format("{} = {}", key, inlineTable(*member->parameters, value)));
}

// "key = value" of every entry, those of inlined parts included.
void addAssignments(const ParameterTable& table, const void* s,
                    std::vector<std::string>& assignments) {
  for (const Parameter& e : table.entries) {
    if (e.kind == ParameterKind::Added)
      addAdded(e, s, assignments);
    else if (e.kind == ParameterKind::Inline)
      addAssignments(e.parts->table(), e.of(s), assignments);
    else if (const Value value = tomlValue(e, s))
      assignments.push_back(fmt::format("{} = {}", e.name, *value));
  }
}

std::string inlineTable(const ParameterTable& table, const void* s) {
  std::vector<std::string> assignments;
  addAssignments(table, s, assignments);
  return assignments.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(assignments, ", "));
}

// Parts on one line; none if there are none.
Value inlineParts(const Parameter& e, const void* s) {
  const void* member = e.of(s);
  const std::size_t count = e.parts->count(member);
  if (count == 0) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + inlineTable(e.parts->table(), e.parts->at(member, i));
  return e.kind == ParameterKind::List ? "[" + text + "]" : text;
}

// The entries that are lines of the table itself; TOML wants them before any table within it.
void writeLines(const ParameterTable& table, const void* s, std::string& out) {
  for (const Parameter& e : table.entries) {
    if (e.kind == ParameterKind::Inline) writeLines(e.parts->table(), e.of(s), out);
    if (e.kind == ParameterKind::Inline || e.added || hasTables(e)) continue;
    const Value value = tomlValue(e, s);
    if (!value) continue;
    out += fmt::format("{} = {}", e.name, *value);
    if (*e.unit) out += fmt::format("  # {}", e.unit);
    out += '\n';
  }
}

void writeAdded(const Parameter& e, const void* s, const std::string& path, std::string& out) {
  for (const auto& [key, member, value] : addedTables(e, s)) {
    if (!value) continue;
    const std::string inner = path.empty() ? key : path + "." + key;
    out += fmt::format("\n[{}]\n", inner);
    writeTable(*member->parameters, value, inner, out);
  }
}

// The entries that are tables of their own.
void writeTables(const ParameterTable& table, const void* s, const std::string& path,
                 std::string& out) {
  for (const Parameter& e : table.entries) {
    if (e.kind == ParameterKind::Inline) writeTables(e.parts->table(), e.of(s), path, out);
    if (e.added) writeAdded(e, s, path, out);
    if (!hasTables(e)) continue;
    const std::string inner = path.empty() ? e.name : path + "." + e.name;
    const void* member = e.of(s);
    for (std::size_t i = 0; i < e.parts->count(member); ++i) {
      out += e.kind == ParameterKind::List ? fmt::format("\n[[{}]]\n", inner)
                                           : fmt::format("\n[{}]\n", inner);
      writeTable(e.parts->table(), e.parts->at(member, i), inner, out);
    }
  }
}

}  // namespace

Value tomlValue(const Parameter& e, const void* s) {
  switch (e.kind) {
    case ParameterKind::Real:
      return tomlReal(e.as<double>(s));
    case ParameterKind::Integer:
      return fmt::format("{}", e.as<int>(s));
    case ParameterKind::Flag:
      return e.as<bool>(s) ? "true" : "false";
    case ParameterKind::Text:
      return tomlText(e.as<std::string>(s));
    case ParameterKind::Choice:
      return tomlText(e.words->get(e.of(s)).front());
    case ParameterKind::Words:
      return tomlWords(e.words->get(e.of(s)));
    case ParameterKind::Vector:
      if (const Vec3d* v = e.given<Vec3d>(s)) return tomlVector(*v);
      return std::nullopt;
    case ParameterKind::Corners:
      if (const Box3d* box = e.given<Box3d>(s)) return tomlBox(*box);
      return std::nullopt;
    case ParameterKind::Ends:
      return tomlEnds(e.as<std::array<Vec3d, 2>>(s));
    case ParameterKind::Pair:
      return fmt::format("[{}, {}]", tomlReal(e.as<std::array<double, 2>>(s)[0]),
                         tomlReal(e.as<std::array<double, 2>>(s)[1]));
    case ParameterKind::Formula:
      return tomlFormula(e.as<FormulaText>(s));
    case ParameterKind::Formulas:
      return tomlFormulas(e.as<VectorFormulaText>(s));
    case ParameterKind::Group:
    case ParameterKind::List:
      return inlineParts(e, s);
    case ParameterKind::Added:
    case ParameterKind::Inline:
      break;  // have no value of their own
  }
  return std::nullopt;
}

bool hasTables(const Parameter& e) {
  const bool parts = e.kind == ParameterKind::Group || e.kind == ParameterKind::List;
  return parts && !e.optional && !e.parts->table().exactlyOne;
}

void writeTable(const ParameterTable& description, const void* s, const std::string& path,
                std::string& out) {
  writeLines(description, s, out);
  writeTables(description, s, path, out);
}

}  // namespace shoal
