// Parameters, declared once. A struct holds the values with their defaults; one `describe`
// specialisation names each member with its unit, range and a sentence. The scene reader, the
// command line, the reference pages and the resolved scene all walk that description.
//
//   struct TaitParams { double soundSpeed = 0; };
//   template <> struct Describe<TaitParams> {
//     static constexpr auto entries() {
//       using P = TaitParams;
//       return std::tuple{Param{"soundSpeed", &P::soundSpeed, 0.0, 1e5, "m/s", "Speed of sound."}};
//     }
//   };
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/core/error.h"
#include "shoal/core/formula_text.h"
#include "shoal/core/vec.h"

namespace shoal {

// A number in [min, max].
template <class S, class T>
struct Param {
  const char* name;
  T S::*member;
  T min;
  T max;
  const char* unit;
  const char* help;
};

// true or false.
template <class S>
struct Flag {
  const char* name;
  bool S::*member;
  const char* help;
};

// Free text.
template <class S>
struct Text {
  const char* name;
  std::string S::*member;
  const char* help;
};

// One of a few words, given as "one|two|three".
template <class S>
struct Choice {
  const char* name;
  std::string S::*member;
  const char* choices;
  const char* help;
};

// Any number of words; free ones when `choices` is empty.
template <class S>
struct Words {
  const char* name;
  std::vector<std::string> S::*member;
  const char* choices;
  const char* help;
};

// A point or direction, [x, y, z] or in the plane [x, y]; may be left out when M is optional.
template <class S, class M>
struct Vector {
  const char* name;
  M S::*member;
  const char* unit;
  const char* help;
};

// A box by two opposite corners; may be left out when M is optional.
template <class S, class M>
struct Corners {
  const char* name;
  M S::*member;
  const char* unit;
  const char* help;
};

// Two points, such as the ends of a line.
template <class S>
struct Ends {
  const char* name;
  std::array<Vec3d, 2> S::*member;
  const char* unit;
  const char* help;
};

// Two numbers in [min, max], such as the sides of a rectangle.
template <class S>
struct Pair {
  const char* name;
  std::array<double, 2> S::*member;
  double min;
  double max;
  const char* unit;
  const char* help;
};

// A formula over kFormulaVariables, as text or as a number.
template <class S>
struct Formula {
  const char* name;
  FormulaText S::*member;
  const char* unit;
  const char* help;
};

// A vector by the formulas of its components, [x, y, z] or in the plane [x, y].
template <class S>
struct Formulas {
  const char* name;
  VectorFormulaText S::*member;
  const char* unit;
  const char* help;
};

// Parameters of a part, as a table of their own; may be left out when G is optional.
template <class S, class G>
struct Group {
  const char* name;
  G S::*member;
  const char* help;
};

// Any number of parts of one kind, as an array of tables.
template <class S, class G>
struct List {
  const char* name;
  std::vector<G> S::*member;
  const char* help;
};

// Parameters of a part that appear as if they were the owner's own.
template <class S, class G>
struct Inline {
  G S::*member;
};

// Any of the entries above that has no default: `Required{Text{"path", ...}}`.
template <class Entry>
struct Required : Entry {};

// Deduction guides, which clang 14 does not make for aggregates by itself.
template <class S, class T>
Param(const char*, T S::*, T, T, const char*, const char*) -> Param<S, T>;
template <class S>
Flag(const char*, bool S::*, const char*) -> Flag<S>;
template <class S>
Text(const char*, std::string S::*, const char*) -> Text<S>;
template <class S>
Choice(const char*, std::string S::*, const char*, const char*) -> Choice<S>;
template <class S>
Words(const char*, std::vector<std::string> S::*, const char*, const char*) -> Words<S>;
template <class S, class M>
Vector(const char*, M S::*, const char*, const char*) -> Vector<S, M>;
template <class S, class M>
Corners(const char*, M S::*, const char*, const char*) -> Corners<S, M>;
template <class S>
Ends(const char*, std::array<Vec3d, 2> S::*, const char*, const char*) -> Ends<S>;
template <class S>
Pair(const char*, std::array<double, 2> S::*, double, double, const char*, const char*) -> Pair<S>;
template <class S>
Formula(const char*, FormulaText S::*, const char*, const char*) -> Formula<S>;
template <class S>
Formulas(const char*, VectorFormulaText S::*, const char*, const char*) -> Formulas<S>;
template <class S, class G>
Group(const char*, G S::*, const char*) -> Group<S, G>;
template <class S, class G>
List(const char*, std::vector<G> S::*, const char*) -> List<S, G>;
template <class S, class G>
Inline(G S::*) -> Inline<S, G>;
template <class Entry>
Required(Entry) -> Required<Entry>;

template <class Entry>
inline constexpr bool isRequired = false;
template <class Entry>
inline constexpr bool isRequired<Required<Entry>> = true;

// Specialised for each parameter struct; `entries()` returns a tuple of the descriptions above.
// With `static constexpr bool exactlyOne = true` the optional entries exclude each other and one
// of them must be given.
template <class S>
struct Describe;

template <class S>
concept Described = requires {
  Describe<S>::entries();
};

template <class S>
constexpr bool isExactlyOne() {
  if constexpr (requires { Describe<S>::exactlyOne; })
    return Describe<S>::exactlyOne;
  else
    return false;
}

// Calls visit(entry) for every entry of S in the order of declaration.
template <Described S, class Visit>
void forEachEntry(Visit&& visit) {
  std::apply([&](const auto&... entry) { (visit(entry), ...); }, Describe<S>::entries());
}

// The struct G that an entry inlines.
template <class S, class G>
G inlinedOf(const Inline<S, G>&);

// Calls visit(name) for every key of S, those of inlined parts included.
template <Described S, class Visit>
void forEachName(Visit&& visit) {
  forEachEntry<S>([&](const auto& entry) {
    if constexpr (requires { entry.name; })
      visit(entry.name);
    else
      forEachName<decltype(inlinedOf(entry))>(visit);
  });
}

template <Described S>
std::vector<std::string> entryNames() {
  std::vector<std::string> names;
  forEachName<S>([&](const char* name) { names.emplace_back(name); });
  return names;
}

// The key under which a member is described, so that messages need not repeat it.
template <Described S, class M>
std::string entryName(M S::*member) {
  std::string name;
  forEachEntry<S>([&](const auto& entry) {
    if constexpr (requires { entry.member == member; })
      if (entry.member == member) name = entry.name;
  });
  return name;
}

// "one|two" as its words.
std::vector<std::string> splitChoices(std::string_view choices);

// Throws an Error that names the key unless the value obeys its description, a Param or a Pair.
template <class Entry, class T>
void checkRange(const Entry& entry, T value, const Place& place, const std::string& key) {
  if (value >= entry.min && value <= entry.max) return;  // also false for NaN
  throw Error(place, key,
              fmt::format("{} is outside [{}, {}]{}{}", value, entry.min, entry.max,
                          *entry.unit ? " " : "", entry.unit));
}
void checkChoice(std::string_view choices, const std::string& value, const Place& place,
                 const std::string& key);

template <class S>
struct Validator;

// Checks every value of a struct that was filled in by code rather than by the scene reader.
template <Described S>
void validate(const S& s, const std::string& key = "") {
  forEachEntry<S>(Validator<S>{s, key});
}

template <class S>
struct Validator {
  const S& s;
  std::string key;

  std::string keyOf(const char* name) const { return key.empty() ? name : key + "." + name; }

  template <class T>
  void operator()(const Param<S, T>& e) const {
    checkRange(e, s.*e.member, {}, keyOf(e.name));
  }
  void operator()(const Flag<S>&) const {}
  void operator()(const Text<S>&) const {}
  void operator()(const Choice<S>& e) const {
    checkChoice(e.choices, s.*e.member, {}, keyOf(e.name));
  }
  void operator()(const Words<S>& e) const {
    for (const std::string& word : s.*e.member) checkChoice(e.choices, word, {}, keyOf(e.name));
  }
  void operator()(const Vector<S, Vec3d>& e) const { finite(s.*e.member, e.name); }
  void operator()(const Vector<S, std::optional<Vec3d>>& e) const {
    if (s.*e.member) finite(*(s.*e.member), e.name);
  }
  void operator()(const Corners<S, Box3d>& e) const { box(s.*e.member, e.name); }
  void operator()(const Corners<S, std::optional<Box3d>>& e) const {
    if (s.*e.member) box(*(s.*e.member), e.name);
  }
  void operator()(const Ends<S>& e) const {
    for (const Vec3d& end : s.*e.member) finite(end, e.name);
  }
  void operator()(const Pair<S>& e) const {
    for (const double value : s.*e.member) checkRange(e, value, {}, keyOf(e.name));
  }
  void operator()(const Formula<S>& e) const { checkFormula(s.*e.member, {}, keyOf(e.name)); }
  void operator()(const Formulas<S>& e) const {
    for (std::size_t i = 0; i < 3; ++i)
      checkFormula((s.*e.member)[i], {}, fmt::format("{}[{}]", keyOf(e.name), i));
  }
  template <class G>
  void operator()(const Inline<S, G>& e) const {
    validate(s.*e.member, key);
  }
  template <class G>
  void operator()(const Group<S, G>& e) const {
    validate(s.*e.member, keyOf(e.name));
  }
  template <class G>
  void operator()(const Group<S, std::optional<G>>& e) const {
    if (s.*e.member) validate(*(s.*e.member), keyOf(e.name));
  }
  template <class G>
  void operator()(const List<S, G>& e) const {
    for (std::size_t i = 0; i < (s.*e.member).size(); ++i)
      validate((s.*e.member)[i], fmt::format("{}[{}]", keyOf(e.name), i));
  }

 private:
  void finite(const Vec3d& v, const char* name) const {
    if (!isFinite(v)) throw Error({}, keyOf(name), "a component is not a finite number");
  }
  void box(const Box3d& b, const char* name) const {
    finite(b.lower, name);
    finite(b.upper, name);
    if (b.empty()) throw Error({}, keyOf(name), "the first corner must be below the second");
  }
};

}  // namespace shoal
