// What is known about the parameters of a struct at run time, whatever the struct.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shoal {

struct ParameterTable;
struct KindEntry;
class AddedParameters;

enum class ParameterKind {
  Real,      // double
  Integer,   // int
  Flag,      // bool
  Text,      // std::string
  Choice,    // a value that has a word
  Words,     // any number of words
  Vector,    // Vec3d, or an optional one
  Corners,   // Box3d, or an optional one
  Ends,      // std::array<Vec3d, 2>
  Pair,      // std::array<double, 2>
  Formula,   // FormulaText
  Formulas,  // VectorFormulaText
  Group,     // a described struct, or an optional one
  List,      // a vector of described structs
  Added,     // described structs of the members that were added to a kind
  Inline,    // a described struct whose entries appear as if they were the owner's own
};

// A member that people write as words.
struct WordAccess {
  std::vector<std::string> (*known)();  // empty when any word will do
  std::vector<std::string> (*get)(const void* member);
  void (*set)(void* member, const std::vector<std::string>& words);  // known ones
};

// A member that holds described structs: one, one or none, or any number.
struct PartAccess {
  const ParameterTable& (*table)();
  std::size_t (*count)(const void* member);
  const void* (*at)(const void* member, std::size_t i);
  void* (*add)(void* member);  // a part with its defaults; the only one unless there may be many
  void (*clear)(void* member);
};

// A member that holds what is said about those that were added to a kind; see kinds.h.
struct AddedAccess {
  std::vector<const KindEntry*> (*known)();
  const AddedParameters& (*values)(const void* member);
  AddedParameters& (*change)(void* member);
};

// One entry of a description: a member with its name, unit, range and a sentence.
struct Parameter {
  ParameterKind kind = ParameterKind::Flag;
  const char* name = "";
  const char* help = "";
  std::size_t offset = 0;  // of the member within its struct, in bytes
  const char* unit = "";
  double min = 0, max = 0;  // of numbers
  bool required = false;    // has no default
  bool optional = false;    // the member is a std::optional
  const WordAccess* words = nullptr;
  const PartAccess* parts = nullptr;
  const AddedAccess* added = nullptr;

  const void* of(const void* owner) const { return static_cast<const char*>(owner) + offset; }
  void* of(void* owner) const { return static_cast<char*>(owner) + offset; }
  template <class T>
  const T& as(const void* owner) const {
    return *static_cast<const T*>(of(owner));
  }
  template <class T>
  T& as(void* owner) const {
    return *static_cast<T*>(of(owner));
  }
  // The value of a member that may be a std::optional; null when it is left out.
  template <class T>
  const T* given(const void* owner) const {
    if (!optional) return &as<T>(owner);
    const auto& value = as<std::optional<T>>(owner);
    return value ? &*value : nullptr;
  }
};

// In the order of declaration.
using Entries = std::vector<Parameter>;

// The description of one struct.
struct ParameterTable {
  Entries entries;
  // Whether the optional entries exclude each other and one of them must be given.
  bool exactlyOne = false;
  const void* defaults = nullptr;  // a struct as its constructor leaves it
  std::shared_ptr<void> (*copy)(const void* s) = nullptr;

  // All keys, those of inlined parts included.
  std::vector<std::string> names() const;
  // The key of the member at this offset.
  const char* nameAt(std::size_t offset) const;
};

}  // namespace shoal
