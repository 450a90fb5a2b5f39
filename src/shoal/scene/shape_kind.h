// What the kinds of shapes have in common: a member turns the struct of its parameters into what is
// made of the shape.
#pragma once

#include "shoal/core/kind_group.h"

namespace shoal {

// Owner is the struct of a scene in which exactly one shape is given.
template <class Owner, class Made>
struct ShapeKind : KindEntry {
  // A shape that a program adds. What is made must not refer to the parameters: copy them.
  template <Described S>
  ShapeKind(const char* shapeWord, const char* sentence, Made (*makeFrom)(const S&))
      : KindEntry{shapeWord, sentence, &parametersOf<S>()}, make(typed(makeFrom)) {}
  // A shape that is built in, with the word and the sentence of its member.
  template <class S>
  ShapeKind(std::optional<S> Owner::*member, Made (*makeFrom)(const S&))
      : KindEntry{entryName(member), "", nullptr}, make(typed(makeFrom)), group(member) {}

  std::function<Made(const void* parameters)> make;
  KindGroup<Owner> group;

 private:
  template <class S>
  static std::function<Made(const void*)> typed(Made (*makeFrom)(const S&)) {
    return [=](const void* parameters) { return makeFrom(*static_cast<const S*>(parameters)); };
  }
};

// Of the one shape that is given; an Error if none is.
template <class K, class Owner>
auto makeGiven(const Owner& shape) {
  for (const K& kind : KindTable<K>::all())
    if (const void* parameters = parametersIn(shape, kind)) return kind.make(parameters);
  fail("no shape is given");
}

}  // namespace shoal
