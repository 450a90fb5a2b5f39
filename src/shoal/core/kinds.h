// Kinds: what a scene names by a word, and a program may add members to.
//
// The members of a kind K are the entries of one table. K derives from KindEntry and says with
// `static std::vector<K> builtIn()` which members the library brings along; a program that uses the
// library adds its own before it reads scenes:
//
//   KindTable<PressureSolver>::add({{"mine", "My method.", &parametersOf<MyParams>()}, ...});
//
// Code holds a Handle<K>; files and people use the word.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/core/parameter.h"

namespace shoal {

struct KindEntry {
  std::string word;
  std::string help;
  // What a scene can say about it, in a table of its word. None for what is built in, whose
  // parameters are members of a struct.
  const ParameterTable* parameters = nullptr;
};

// For members without parameters.
const ParameterTable& noParameters();

// An Error unless the word is among the known ones, or is one of them although it must be new.
void requireKnown(std::string_view word, const std::vector<std::string>& known);
void requireNew(std::string_view word, const std::vector<std::string>& known);

// Entries stay where they are. Not to be changed while other threads use it.
template <class K>
class KindTable {
 public:
  static const K& add(K entry) {
    requireNew(entry.word, words());
    if (!entry.parameters) entry.parameters = &noParameters();
    return table().emplace_back(std::move(entry));
  }
  // In the order in which they were added, what is built in first.
  static const std::deque<K>& all() { return table(); }
  // None if there is no such word.
  static const K* find(std::string_view word) {
    for (const K& entry : table())
      if (entry.word == word) return &entry;
    return nullptr;
  }
  static std::vector<std::string> words() {
    std::vector<std::string> words;
    for (const K& entry : table()) words.push_back(entry.word);
    return words;
  }

 private:
  static std::deque<K>& table() {
    static std::deque<K> table = [] {
      std::vector<K> first = K::builtIn();
      return std::deque<K>(std::make_move_iterator(first.begin()),
                           std::make_move_iterator(first.end()));
    }();
    return table;
  }
};

// One member of a kind. An unknown word is an Error.
template <class K>
class Handle {
 public:
  Handle(const char* word) : Handle(std::string_view(word)) {}
  Handle(const std::string& word) : Handle(std::string_view(word)) {}
  explicit Handle(std::string_view word) : entry_(KindTable<K>::find(word)) {
    if (!entry_) requireKnown(word, KindTable<K>::words());
  }
  const K& operator*() const { return *entry_; }
  const K* operator->() const { return entry_; }
  friend bool operator==(const Handle&, const Handle&) = default;

 private:
  const K* entry_;
};

// What a scene says about members that were added to a kind: a struct for each that it names.
class AddedParameters {
 public:
  AddedParameters() = default;
  AddedParameters(const AddedParameters& other);
  AddedParameters(AddedParameters&&) = default;
  AddedParameters& operator=(AddedParameters other);
  ~AddedParameters() = default;

  // None if nothing was said.
  const void* find(const KindEntry& member) const;
  // Starts from the defaults if nothing was said.
  void* give(const KindEntry& member);
  // What was said, or the defaults.
  const void* valueOf(const KindEntry& member) const;

 private:
  struct Value {
    const ParameterTable* table;
    std::shared_ptr<void> value;
  };
  std::map<std::string, Value, std::less<>> values_;
};

template <class K>
struct KindParameters : AddedParameters {};

template <class K>
struct WordMember<Handle<K>> {
  using List = std::vector<std::string>;
  static constexpr WordAccess access{
      &KindTable<K>::words,
      [](const void* m) { return List{(*static_cast<const Handle<K>*>(m))->word}; },
      [](void* m, const List& words) { *static_cast<Handle<K>*>(m) = Handle<K>(words.front()); }};
};

template <class K>
struct AddedMember {
  static std::vector<const KindEntry*> known() {
    std::vector<const KindEntry*> members;
    for (const K& entry : KindTable<K>::all())
      if (entry.parameters) members.push_back(&entry);
    return members;
  }
  static constexpr AddedAccess access{
      &known,
      [](const void* m) -> const AddedParameters& {
        return *static_cast<const KindParameters<K>*>(m);
      },
      [](void* m) -> AddedParameters& { return *static_cast<KindParameters<K>*>(m); }};
};

// The word of a member of a kind.
struct OneOf : Parameter {
  template <class S, class K>
  OneOf(const char* key, Handle<K> S::*member, const char* sentence)
      : Parameter{ParameterKind::Choice, key, sentence, offsetOf(member)} {
    words = &WordMember<Handle<K>>::access;
  }
};

// Tables of the members that were added to a kind. Without a name they are at the level of their
// owner, and what is left out has its defaults, or with kOnlyGiven is not there; with a name they
// are within a table of that name, and a member is in use if its table is there.
enum class AddedUse { kOnlyGiven };

struct AddedGroups : Parameter {
  template <class S, class K>
  explicit AddedGroups(KindParameters<K> S::*member)
      : Parameter{ParameterKind::Added, "", "", offsetOf(member)} {
    added = &AddedMember<K>::access;
  }
  template <class S, class K>
  AddedGroups(KindParameters<K> S::*member, AddedUse) : AddedGroups(member) {
    optional = true;
  }
  template <class S, class K>
  AddedGroups(const char* key, KindParameters<K> S::*member, const char* sentence)
      : Parameter{ParameterKind::Added, key, sentence, offsetOf(member)} {
    added = &AddedMember<K>::access, optional = true;
  }
};

// A table of an added member: its key below the owner, its description, and the struct it is said
// in, which is null where the member is not in use.
struct AddedTable {
  std::string key;
  const KindEntry* member;
  const void* value;
};
std::vector<AddedTable> addedTables(const Parameter& entry, const void* owner);

}  // namespace shoal
