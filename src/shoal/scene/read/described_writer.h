// Writes any described struct as TOML with every value in it, in the order of declaration.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// TOML for one value; numbers are the shortest that read back as the same bits.
std::string tomlText(const std::string& text);
std::string tomlVector(const Vec3d& v);
std::string tomlBox(const Box3d& box);
std::string tomlFormula(const FormulaText& formula);
std::string tomlFormulas(const VectorFormulaText& formulas);
std::string tomlWords(const std::vector<std::string>& words);
std::string tomlTable(const std::vector<std::string>& assignments);

// Structs of which exactly one entry is given, the shapes, are written inline, and so are parts
// that may be left out; others as tables.
template <class G>
inline constexpr bool isInlineTable = isExactlyOne<G>();

template <Described S>
std::string inlineTable(const S& s);

// The value of an entry as TOML on one line; none when it is left out.
template <class S>
struct ValueWriter {
  using Value = std::optional<std::string>;
  const S& s;

  template <class T>
  Value operator()(const Param<S, T>& e) const {
    return fmt::format("{}", s.*e.member);
  }
  Value operator()(const Flag<S>& e) const { return s.*e.member ? "true" : "false"; }
  Value operator()(const Text<S>& e) const { return tomlText(s.*e.member); }
  Value operator()(const Choice<S>& e) const { return tomlText(s.*e.member); }
  Value operator()(const Words<S>& e) const { return tomlWords(s.*e.member); }
  Value operator()(const Pair<S>& e) const {
    return fmt::format("[{}]", fmt::join(s.*e.member, ", "));
  }
  Value operator()(const Vector<S, Vec3d>& e) const { return tomlVector(s.*e.member); }
  Value operator()(const Vector<S, std::optional<Vec3d>>& e) const {
    return s.*e.member ? Value(tomlVector(*(s.*e.member))) : std::nullopt;
  }
  Value operator()(const Corners<S, Box3d>& e) const { return tomlBox(s.*e.member); }
  Value operator()(const Corners<S, std::optional<Box3d>>& e) const {
    return s.*e.member ? Value(tomlBox(*(s.*e.member))) : std::nullopt;
  }
  Value operator()(const Ends<S>& e) const {
    const auto& [start, end] = s.*e.member;
    return fmt::format("[{}, {}]", tomlVector(start), tomlVector(end));
  }
  Value operator()(const Formula<S>& e) const { return tomlFormula(s.*e.member); }
  Value operator()(const Formulas<S>& e) const { return tomlFormulas(s.*e.member); }
  template <class G>
  Value operator()(const Group<S, G>& e) const {
    return inlineTable(s.*e.member);
  }
  template <class G>
  Value operator()(const Group<S, std::optional<G>>& e) const {
    return s.*e.member ? Value(inlineTable(*(s.*e.member))) : std::nullopt;
  }
  template <class G>
  Value operator()(const List<S, G>& e) const {
    if ((s.*e.member).empty()) return std::nullopt;
    std::string text;
    for (const G& part : s.*e.member) text += (text.empty() ? "" : ", ") + inlineTable(part);
    return "[" + text + "]";
  }
};

// "key = value" of every entry, those of inlined parts included.
template <Described S>
void addAssignments(const S& s, std::vector<std::string>& assignments) {
  forEachEntry<S>([&](const auto& e) {
    if constexpr (!requires { e.name; })
      addAssignments(s.*e.member, assignments);
    else if (const auto value = ValueWriter<S>{s}(e))
      assignments.push_back(fmt::format("{} = {}", e.name, *value));
  });
}

template <Described S>
std::string inlineTable(const S& s) {
  std::vector<std::string> assignments;
  addAssignments(s, assignments);
  return tomlTable(assignments);
}

// The entries that are lines of the table itself; TOML wants them before any table within it.
template <class S>
struct LineWriter {
  const S& s;
  std::string& out;

  template <class Entry>
  void operator()(const Entry& e) const {
    line(e);
  }
  template <class G>
  void operator()(const Inline<S, G>& e) const {
    forEachEntry<G>(LineWriter<G>{s.*e.member, out});
  }

 private:
  template <class Entry>
  void line(const Entry& e) const {
    const auto value = ValueWriter<S>{s}(e);
    if (!value) return;
    out += fmt::format("{} = {}", e.name, *value);
    if constexpr (requires { e.unit; })
      if (*e.unit) out += fmt::format("  # {}", e.unit);
    out += '\n';
  }
  template <class Entry>
  void line(const Required<Entry>& e) const {
    line(static_cast<const Entry&>(e));
  }
  template <class G>
  void line(const Group<S, G>& e) const {
    if constexpr (isInlineTable<G>) out += fmt::format("{} = {}\n", e.name, *ValueWriter<S>{s}(e));
  }
  template <class G>
  void line(const Group<S, std::optional<G>>& e) const {
    if (const auto value = ValueWriter<S>{s}(e)) out += fmt::format("{} = {}\n", e.name, *value);
  }
  template <class G>
  void line(const List<S, G>& e) const {
    if constexpr (isInlineTable<G>)
      if (const auto value = ValueWriter<S>{s}(e)) out += fmt::format("{} = {}\n", e.name, *value);
  }
};

template <class S>
struct TableWriter;

// Appends the lines and tables of s; `path` is the dotted name of its table.
template <Described S>
void writeTable(const S& s, const std::string& path, std::string& out) {
  forEachEntry<S>(LineWriter<S>{s, out});
  forEachEntry<S>(TableWriter<S>{s, path, out});
}

// The entries that are tables of their own.
template <class S>
struct TableWriter {
  const S& s;
  const std::string& path;
  std::string& out;

  template <class Entry>
  void operator()(const Entry&) const {}
  template <class Entry>
  void operator()(const Required<Entry>& e) const {
    (*this)(static_cast<const Entry&>(e));
  }
  template <class G>
  void operator()(const Inline<S, G>& e) const {
    forEachEntry<G>(TableWriter<G>{s.*e.member, path, out});
  }
  template <class G>
  void operator()(const Group<S, G>& e) const {
    if constexpr (!isInlineTable<G>) table("\n[{}]\n", s.*e.member, e.name);
  }
  template <class G>
  void operator()(const Group<S, std::optional<G>>&) const {}  // is a line
  template <class G>
  void operator()(const List<S, G>& e) const {
    if constexpr (!isInlineTable<G>)
      for (const G& part : s.*e.member) table("\n[[{}]]\n", part, e.name);
  }

 private:
  template <class G>
  void table(const char* heading, const G& part, const char* name) const {
    const std::string inner = path.empty() ? name : path + "." + name;
    out += fmt::format(fmt::runtime(heading), inner);
    writeTable(part, inner, out);
  }
};

}  // namespace shoal
