// Parameters, declared once. A struct holds the values with their defaults; one `Describe`
// specialisation names each member with its unit, range and a sentence. The scene reader, the
// command line, the reference pages and the resolved scene all walk that description.
//
//   struct TaitParams { double soundSpeed = 0; };                              // tait_params.h
//   template <> struct Describe<TaitParams> { static Entries entries(); };
//
//   Entries Describe<TaitParams>::entries() {                                  // tait_params.cpp
//     using P = TaitParams;
//     return {Param{"soundSpeed", &P::soundSpeed, 0.0, 1e5, "m/s", "Speed of sound."}};
//   }
//
// `entries` may also be defined within the struct. The library defines it in sources, since entries
// take long to compile and most sources that include a struct only use its members.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/core/enum_words.h"
#include "shoal/core/error.h"
#include "shoal/core/formula_text.h"
#include "shoal/core/parameter_table.h"
#include "shoal/core/vec.h"

namespace shoal {

// Specialised for each parameter struct; `entries()` lists the descriptions below. With `static
// constexpr bool exactlyOne = true` the optional entries exclude each other and one of them must be
// given.
template <class S>
struct Describe;

template <class S>
concept Described = requires {
  Describe<S>::entries();
};

// A struct as its constructor leaves it.
template <class S>
const S& defaultsOf() {
  static const S defaults{};
  return defaults;
}

// Where in s a member is, in bytes.
template <class S, class M>
std::size_t offsetIn(const S& s, M S::*member) {
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&(s.*member)) -
                                  reinterpret_cast<const char*>(&s));
}

template <class S, class M>
std::size_t offsetOf(M S::*member) {
  return offsetIn(defaultsOf<S>(), member);
}

// All S share one type of control block; make_shared would have the compiler make one for each.
template <class S>
std::shared_ptr<void> copyOf(const void* s) {
  void (*const destroy)(void*) = [](void* copy) { delete static_cast<S*>(copy); };
  return {static_cast<void*>(new S(*static_cast<const S*>(s))), destroy};
}

template <class S>
concept ExactlyOne = Describe<S>::exactlyOne;

// The description of S, made at its first use.
template <Described S>
const ParameterTable& parametersOf() {
  static const ParameterTable table{Describe<S>::entries(), ExactlyOne<S>, &defaultsOf<S>(),
                                    &copyOf<S>};
  return table;
}

// The key under which a member is described, so that messages need not repeat it.
template <Described S, class M>
std::string entryName(M S::*member) {
  const ParameterTable& table = parametersOf<S>();
  return table.nameAt(offsetIn(*static_cast<const S*>(table.defaults), member));
}

// How a member of type M holds parts.
template <class G>
struct PartMember {
  static constexpr bool optional = false;
  static constexpr PartAccess access{
      &parametersOf<G>,                                                   //
      [](const void*) -> std::size_t { return 1; },                       //
      [](const void* part, std::size_t) -> const void* { return part; },  //
      [](void* part) -> void* { return part; },                           //
      [](void* part) { *static_cast<G*>(part) = G{}; }};
};

template <class G>
struct PartMember<std::optional<G>> {
  using M = std::optional<G>;
  static constexpr bool optional = true;
  static constexpr PartAccess access{
      &parametersOf<G>,
      [](const void* m) -> std::size_t { return static_cast<const M*>(m)->has_value(); },
      [](const void* m, std::size_t) -> const void* { return &**static_cast<const M*>(m); },
      [](void* m) -> void* { return &static_cast<M*>(m)->emplace(); },
      [](void* m) { static_cast<M*>(m)->reset(); }};
};

template <class G>
struct PartMember<std::vector<G>> {
  using M = std::vector<G>;
  static constexpr bool optional = false;
  static constexpr PartAccess access{
      &parametersOf<G>,
      [](const void* m) -> std::size_t { return static_cast<const M*>(m)->size(); },
      [](const void* m, std::size_t i) -> const void* { return &(*static_cast<const M*>(m))[i]; },
      [](void* m) -> void* { return &static_cast<M*>(m)->emplace_back(); },
      [](void* m) { static_cast<M*>(m)->clear(); }};
};

// How a member of type M holds words.
template <class M>
struct WordMember;

template <Worded E>
struct WordMember<E> {
  using List = std::vector<std::string>;
  static constexpr WordAccess access{
      &wordsOf<E>, [](const void* m) { return List{wordOf(*static_cast<const E*>(m))}; },
      [](void* m, const List& words) { *static_cast<E*>(m) = *valueOf<E>(words.front()); }};
};

template <Worded E>
struct WordMember<std::vector<E>> {
  using List = std::vector<std::string>;
  static constexpr WordAccess access{&wordsOf<E>,
                                     [](const void* m) {
                                       List words;
                                       for (const E value : *static_cast<const std::vector<E>*>(m))
                                         words.emplace_back(wordOf(value));
                                       return words;
                                     },
                                     [](void* m, const List& words) {
                                       std::vector<E>& values = *static_cast<std::vector<E>*>(m);
                                       values.clear();
                                       for (const std::string& word : words)
                                         values.push_back(*valueOf<E>(word));
                                     }};
};

template <>
struct WordMember<std::vector<std::string>> {
  using List = std::vector<std::string>;
  static constexpr WordAccess access{
      [] { return List{}; }, [](const void* m) { return *static_cast<const List*>(m); },
      [](void* m, const List& words) { *static_cast<List*>(m) = words; }};
};

// A number in [min, max].
struct Param : Parameter {
  template <class S>
  Param(const char* key, double S::*member, double low, double high, const char* inUnit,
        const char* sentence)
      : Parameter{ParameterKind::Real, key, sentence, offsetOf(member)} {
    unit = inUnit, min = low, max = high;
  }
  template <class S>
  Param(const char* key, int S::*member, int low, int high, const char* inUnit,
        const char* sentence)
      : Parameter{ParameterKind::Integer, key, sentence, offsetOf(member)} {
    unit = inUnit, min = low, max = high;
  }
};

// true or false.
struct Flag : Parameter {
  template <class S>
  Flag(const char* key, bool S::*member, const char* sentence)
      : Parameter{ParameterKind::Flag, key, sentence, offsetOf(member)} {}
};

// Free text.
struct Text : Parameter {
  template <class S>
  Text(const char* key, std::string S::*member, const char* sentence)
      : Parameter{ParameterKind::Text, key, sentence, offsetOf(member)} {}
};

// One of a few words: a value of an enum, or a text with its words given as "one|two|three".
struct Choice : Parameter {
  template <class S, Worded E>
  Choice(const char* key, E S::*member, const char* sentence)
      : Parameter{ParameterKind::Choice, key, sentence, offsetOf(member)} {
    words = &WordMember<E>::access;
  }
};

// Any number of words: values of an enum, or free ones.
struct Words : Parameter {
  template <class S, class W>
  Words(const char* key, std::vector<W> S::*member, const char* sentence)
      : Parameter{ParameterKind::Words, key, sentence, offsetOf(member)} {
    words = &WordMember<std::vector<W>>::access;
  }
};

// A point or direction, [x, y, z] or in the plane [x, y]; may be left out when it is optional.
struct Vector : Parameter {
  template <class S>
  Vector(const char* key, Vec3d S::*member, const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Vector, key, sentence, offsetOf(member)} {
    unit = inUnit;
  }
  template <class S>
  Vector(const char* key, std::optional<Vec3d> S::*member, const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Vector, key, sentence, offsetOf(member)} {
    unit = inUnit, optional = true;
  }
};

// A box by two opposite corners; may be left out when it is optional.
struct Corners : Parameter {
  template <class S>
  Corners(const char* key, Box3d S::*member, const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Corners, key, sentence, offsetOf(member)} {
    unit = inUnit;
  }
  template <class S>
  Corners(const char* key, std::optional<Box3d> S::*member, const char* inUnit,
          const char* sentence)
      : Parameter{ParameterKind::Corners, key, sentence, offsetOf(member)} {
    unit = inUnit, optional = true;
  }
};

// Two points, such as the ends of a line.
struct Ends : Parameter {
  template <class S>
  Ends(const char* key, std::array<Vec3d, 2> S::*member, const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Ends, key, sentence, offsetOf(member)} {
    unit = inUnit;
  }
};

// Two numbers in [min, max], such as the sides of a rectangle.
struct Pair : Parameter {
  template <class S>
  Pair(const char* key, std::array<double, 2> S::*member, double low, double high,
       const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Pair, key, sentence, offsetOf(member)} {
    unit = inUnit, min = low, max = high;
  }
};

// A formula over kFormulaVariables, as text or as a number.
struct Formula : Parameter {
  template <class S>
  Formula(const char* key, FormulaText S::*member, const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Formula, key, sentence, offsetOf(member)} {
    unit = inUnit;
  }
};

// A vector by the formulas of its components, [x, y, z] or in the plane [x, y].
struct Formulas : Parameter {
  template <class S>
  Formulas(const char* key, VectorFormulaText S::*member, const char* inUnit, const char* sentence)
      : Parameter{ParameterKind::Formulas, key, sentence, offsetOf(member)} {
    unit = inUnit;
  }
};

// Parameters of a part, as a table of their own; may be left out when the member is optional.
struct Group : Parameter {
  template <class S, class M>
  Group(const char* key, M S::*member, const char* sentence)
      : Parameter{ParameterKind::Group, key, sentence, offsetOf(member)} {
    optional = PartMember<M>::optional, parts = &PartMember<M>::access;
  }
};

// Any number of parts of one kind, as an array of tables.
struct List : Parameter {
  template <class S, class G>
  List(const char* key, std::vector<G> S::*member, const char* sentence)
      : Parameter{ParameterKind::List, key, sentence, offsetOf(member)} {
    parts = &PartMember<std::vector<G>>::access;
  }
};

// Parameters of a part that appear as if they were the owner's own.
struct Inline : Parameter {
  template <class S, class G>
  explicit Inline(G S::*member) : Parameter{ParameterKind::Inline, "", "", offsetOf(member)} {
    parts = &PartMember<G>::access;
  }
};

// Any of the entries above that has no default: `Required{Text{"path", ...}}`.
struct Required : Parameter {
  explicit Required(const Parameter& entry) : Parameter(entry) { required = true; }
};

// The words that an entry may have; none when it is free.
std::vector<std::string> knownWords(const Parameter& entry);

// The ends of a range as text.
std::string minText(const Parameter& entry);
std::string maxText(const Parameter& entry);

// Throws an Error that names the key unless the value obeys its description, a number or a Pair.
void checkRange(const Parameter& entry, double value, const Place& place, const std::string& key);
void checkRange(const Parameter& entry, std::int64_t value, const Place& place,
                const std::string& key);
// The same for a word, of which any will do when none is known.
void checkWord(const std::vector<std::string>& known, const std::string& word, const Place& place,
               const std::string& key);

// The value of a word that the command line or code gives; an Error that names the key if there is
// none.
template <Worded E>
E chosen(const std::string& word, const std::string& key) {
  checkWord(wordsOf<E>(), word, {}, key);
  return *valueOf<E>(word);
}

// Checks every value of a struct that was filled in by code rather than by the scene reader.
void validate(const ParameterTable& table, const void* s, const std::string& key);
template <Described S>
void validate(const S& s, const std::string& key = "") {
  validate(parametersOf<S>(), &s, key);
}

}  // namespace shoal
