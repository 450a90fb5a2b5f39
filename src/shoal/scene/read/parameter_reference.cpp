#include "shoal/scene/read/parameter_reference.h"

#include "shoal/core/expression_functions.h"
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

template <class Entry>
inline constexpr bool isFormula = false;
template <class S>
inline constexpr bool isFormula<Formula<S>> = true;
template <class S>
inline constexpr bool isFormula<Formulas<S>> = true;
template <class Entry>
inline constexpr bool isFormula<Required<Entry>> = isFormula<Entry>;

template <class Entry>
std::string unitOf(const Entry& e) {
  if constexpr (requires { e.unit; })
    return e.unit;
  else
    return "";
}

template <class Entry>
std::string rangeOf(const Entry& e) {
  if constexpr (requires { e.choices; })
    return fmt::format("{}", fmt::join(splitChoices(e.choices), ", "));
  else if constexpr (requires { e.min; })
    return e.min == e.max ? fmt::format("{}", e.min) : fmt::format("{} to {}", e.min, e.max);
  else
    return isFormula<Entry> ? "a formula" : "";
}

// The rows of one table. Keys within shapes appear under their dotted names.
template <class S>
struct RowWriter {
  std::string prefix;
  std::string& out;
  S standard{};  // the defaults

  template <class Entry>
  void operator()(const Entry& e) const {
    const auto value = ValueWriter<S>{standard}(e);
    row(e, value ? "`" + *value + "`" : "left out");
  }
  template <class Entry>
  void operator()(const Required<Entry>& e) const {
    if constexpr (requires { ValueWriter<S>{standard}(e); }) row(e, "required");
    nested(static_cast<const Entry&>(e));
  }
  template <class G>
  void operator()(const Inline<S, G>& e) const {
    forEachEntry<G>(RowWriter<G>{prefix, out, standard.*e.member});
  }
  template <class G>
  void operator()(const Group<S, G>& e) const {
    nested(e);
  }
  template <class G>
  void operator()(const Group<S, std::optional<G>>& e) const {
    row(e, "left out");
    nested(e);
  }
  template <class G>
  void operator()(const List<S, G>& e) const {
    nested(e);
  }

 private:
  template <class Entry>
  void row(const Entry& e, const std::string& value) const {
    out += fmt::format("| `{}{}` | {} | {} | {} | {} |\n", prefix, e.name, unitOf(e), rangeOf(e),
                       value, e.help);
  }
  template <class Entry>
  void nested(const Entry&) const {}
  template <class G>
  void nested(const Group<S, G>& e) const {
    if constexpr (isInlineTable<G>) rowsOf<G>(e.name);
  }
  template <class G>
  void nested(const Group<S, std::optional<G>>& e) const {
    rowsOf<G>(e.name);
  }
  template <class G>
  void nested(const List<S, G>& e) const {
    if (isInlineTable<G> || !prefix.empty()) rowsOf<G>(e.name);  // else it is a section
  }
  template <class G>
  void rowsOf(const char* name) const {
    forEachEntry<G>(RowWriter<G>{fmt::format("{}{}.", prefix, name), out});
  }
};

template <class S>
struct SectionWriter;

template <Described S>
void writeSection(const std::string& heading, const char* help, const std::string& path,
                  std::string& out) {
  out += fmt::format(
      "\n## {}\n\n{}\n\n| key | unit | range | default | meaning |\n"
      "|---|---|---|---|---|\n",
      heading, help);
  forEachEntry<S>(RowWriter<S>{"", out});
  forEachEntry<S>(SectionWriter<S>{path, out});
}

// The tables within a table, each as a section.
template <class S>
struct SectionWriter {
  const std::string& path;
  std::string& out;

  template <class Entry>
  void operator()(const Entry&) const {}
  template <class G>
  void operator()(const Inline<S, G>&) const {
    forEachEntry<G>(SectionWriter<G>{path, out});
  }
  template <class G>
  void operator()(const Group<S, G>& e) const {
    if constexpr (!isInlineTable<G>)
      writeSection<G>(fmt::format("`[{}{}]`", path, e.name), e.help, path + e.name + ".", out);
  }
  template <class G>
  void operator()(const Group<S, std::optional<G>>&) const {}  // has rows of its own
  template <class G>
  void operator()(const List<S, G>& e) const {
    if constexpr (!isInlineTable<G>)
      writeSection<G>(fmt::format("`[[{}{}]]`", path, e.name), e.help, path + e.name + ".", out);
  }
};

}  // namespace

std::string parameterReference() {
  std::string out = kPreamble + aboutFormulas();
  writeSection<Scene>("Top of the file", "Before the first table.", "", out);
  return out;
}

}  // namespace shoal
