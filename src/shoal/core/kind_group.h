// Where a scene says the parameters of a member of a kind that is built in.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "shoal/core/kinds.h"

namespace shoal {

// The member of Owner, a struct of the scene, that holds them. None for members without parameters,
// and for those that were added: what is said about these is in Owner::added.
template <class Owner>
struct KindGroup {
  KindGroup() = default;
  template <class S>
  KindGroup(std::optional<S> Owner::*member)
      : find([=](const Owner& owner) -> const void* {
          return owner.*member ? &*(owner.*member) : nullptr;
        }),
        key([=] { return entryName(member); }) {}

  std::function<const void*(const Owner&)> find;  // null if nothing was said
  std::function<std::string()> key;
};

// What the owner says about a member of a kind, built in or added; null if nothing.
template <class Owner, class K>
const void* parametersIn(const Owner& owner, const K& member) {
  return member.group.find ? member.group.find(owner) : owner.added.find(member);
}

// The key of the table in which a scene says it.
template <class K>
std::string groupKey(const K& member) {
  return member.group.key ? member.group.key() : member.word;
}

}  // namespace shoal
