#include "shoal/scene/read/parameter_reference.h"

#include "shoal/core/expression.h"
#include "shoal/core/kinds.h"
#include "shoal/scene/read/described_writer.h"
#include "shoal/scene/scene.h"

namespace shoal {

namespace {

constexpr const char* kPreamble = R"(# Scene reference

This page is made from the declarations of the parameters.

- All quantities are in SI units. A point is `[x, y, z]`, or `[x, y]` in the plane z = 0.
- A box is its two opposite corners, the lower first; in 2D the corners may be `[x, y]`.
- A list of one part may be given as that part: `fill = { ... }` for `fill = [{ ... }]`.
- A table whose first key is required may be given as the value of that key alone:
  `file = "bunny.obj"` for `file = { path = "bunny.obj" }`, `box = [[0, 0, 0], [1, 1, 1]]` for
  `box = { corners = [[0, 0, 0], [1, 1, 1]] }`.
- On the command line, `--set` takes the same keys: `world.spacing=0.01`,
  `fluid.water.density=900`, `fluid[0].density=900`.
)";

constexpr const char* kAboutFormulas =
    R"(- A formula is a number, or text over {} (position in m, time in s): numbers, `+ - * / ^`,
  brackets, comparisons `< <= > >=` that give 1 or 0, `a ? b : c`, the constants {}, and the
  functions {}.
  `step(x)` is 0 below 0, else 1; `pulse(t, period, duty)` is 1 in the first part `duty` of every
  period, else 0; `smoothstep(a, b, x)` rises from 0 at a to 1 at b.
)";

// "`sin`, `cos`" for anything that has names.
template <class All>
std::string codeNames(const All& all) {
  std::string names;
  for (const auto& one : all) names += fmt::format("{}`{}`", names.empty() ? "" : ", ", one.name);
  return names;
}

std::string aboutFormulas() {
  return fmt::format(kAboutFormulas, fmt::join(kFormulaVariables, ", "),
                     codeNames(expressionConstants()), codeNames(expressionFunctions()));
}

std::string rangeOf(const Parameter& e) {
  switch (e.kind) {
    case ParameterKind::Text:
    case ParameterKind::Choice:
    case ParameterKind::Words:
      return fmt::format("{}", fmt::join(knownWords(e), ", "));
    case ParameterKind::Real:
    case ParameterKind::Integer:
    case ParameterKind::Pair:
      return e.min == e.max ? minText(e) : fmt::format("{} to {}", minText(e), maxText(e));
    case ParameterKind::Formula:
    case ParameterKind::Formulas:
      return "a formula";
    default:
      return "";
  }
}

std::string defaultOf(const Parameter& e, const void* standard) {
  if (e.required) return "required";
  const auto value = tomlValue(e, standard);
  return value ? "`" + *value + "`" : "left out";
}

void writeRows(const ParameterTable& table, const void* standard, const std::string& prefix,
               std::string& out);

// The rows of shapes that were added.
void writeAddedRows(const Parameter& e, const std::string& prefix, std::string& out) {
  for (const KindEntry* member : e.added->known()) {
    out += fmt::format("| `{}{}` |  |  | left out | {} |\n", prefix, member->word, member->help);
    writeRows(*member->parameters, member->parameters->defaults,
              fmt::format("{}{}.", prefix, member->word), out);
  }
}

// The rows of one table with these defaults. Keys within shapes appear under their dotted names.
void writeRows(const ParameterTable& table, const void* standard, const std::string& prefix,
               std::string& out) {
  for (const Parameter& e : table.entries) {
    if (e.kind == ParameterKind::Inline) {
      writeRows(e.parts->table(), e.of(standard), prefix, out);
      continue;
    }
    if (e.added) {  // what is added at the level of a section has sections of its own
      if (!prefix.empty()) writeAddedRows(e, prefix, out);
      continue;
    }
    const bool isPart = e.kind == ParameterKind::Group || e.kind == ParameterKind::List;
    if (!isPart || e.required || e.optional)
      out += fmt::format("| `{}{}` | {} | {} | {} | {} |\n", prefix, e.name, e.unit, rangeOf(e),
                         isPart && !e.required ? "left out" : defaultOf(e, standard), e.help);
    // What has tables of its own is a section, unless it is within a row.
    const bool isSection = hasTables(e) && (e.kind == ParameterKind::Group || prefix.empty());
    if (isPart && !isSection)
      writeRows(e.parts->table(), e.parts->table().defaults, fmt::format("{}{}.", prefix, e.name),
                out);
  }
}

void writeSections(const ParameterTable& table, const std::string& path, std::string& out);

void writeSection(const ParameterTable& table, const std::string& heading, const char* help,
                  const std::string& path, std::string& out) {
  out += fmt::format(
      "\n## {}\n\n{}\n\n| key | unit | range | default | meaning |\n"
      "|---|---|---|---|---|\n",
      heading, help);
  writeRows(table, table.defaults, "", out);
  writeSections(table, path, out);
}

// The tables within a table, each as a section.
void writeSections(const ParameterTable& table, const std::string& path, std::string& out) {
  for (const Parameter& e : table.entries) {
    if (e.kind == ParameterKind::Inline) writeSections(e.parts->table(), path, out);
    if (e.added)
      for (const auto& [key, member, value] : addedTables(e, table.defaults))
        writeSection(*member->parameters, "`[" + path + key + "]`", member->help.c_str(),
                     path + key + ".", out);
    if (!hasTables(e) || e.required) continue;
    const std::string name = path + e.name;
    writeSection(e.parts->table(),
                 e.kind == ParameterKind::List ? "`[[" + name + "]]`" : "`[" + name + "]`", e.help,
                 name + ".", out);
  }
}

}  // namespace

std::string parameterReference() {
  std::string out = kPreamble + aboutFormulas();
  writeSection(parametersOf<Scene>(), "Top of the file", "Before the first table.", "", out);
  return out;
}

}  // namespace shoal
