// Random scenes that obey their description, for round trips.
#pragma once

#include <random>

#include "shoal/scene/scene.h"

namespace shoal::support {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return engine_() % n; }
  double unit() { return static_cast<double>(engine_()) / 4294967296.0; }
  double real(double min, double max) { return min + (max - min) * unit(); }
  Vec3d vector() { return {real(-10, 10), real(-1, 1), real(-1e-3, 1e-3)}; }
  Box3d box() {
    const Vec3d low = vector();
    return {low, low + Vec3d{unit(), unit(), unit()}};
  }
  std::string text() {
    static const std::string signs = "ab Z09\"\\'#=[]{}.,\xc3\xa4/";
    std::string t;
    for (std::size_t n = below(8); n > 0; --n) t += signs[below(17)];
    return below(2) ? t : t + "\xc3\xa4";
  }
  FormulaText formula() {
    if (below(2)) return real(-10, 10);
    return fmt::format("{} * sin({}*t) - (y > {} ? x : z^2)", unit(), real(0, 9), unit());
  }
  std::string word(const char* choices) {
    const auto words = splitChoices(choices);
    return words.empty() ? text() : words[below(words.size())];
  }

 private:
  std::mt19937 engine_;
};

template <class S>
struct RandomFiller;

template <Described S>
void fillRandomly(S& s, Dice& dice) {
  std::size_t entry = 0;
  std::size_t count = 0;
  forEachEntry<S>([&](const auto&) { ++count; });
  const std::size_t chosen = dice.below(count);
  forEachEntry<S>([&](const auto& e) {
    if (!isExactlyOne<S>() || entry == chosen) RandomFiller<S>{s, dice}(e);
    ++entry;
  });
}

template <class S>
struct RandomFiller {
  S& s;
  Dice& dice;

  template <class T>
  void operator()(const Param<S, T>& e) {
    const double value = dice.real(static_cast<double>(e.min), static_cast<double>(e.max));
    s.*e.member = std::min(e.max, std::max(e.min, static_cast<T>(value)));
  }
  void operator()(const Flag<S>& e) { s.*e.member = dice.below(2) == 1; }
  void operator()(const Text<S>& e) { s.*e.member = dice.text(); }
  void operator()(const Choice<S>& e) { s.*e.member = dice.word(e.choices); }
  void operator()(const Words<S>& e) {
    (s.*e.member).clear();
    for (std::size_t n = dice.below(3); n > 0; --n) (s.*e.member).push_back(dice.word(e.choices));
  }
  void operator()(const Pair<S>& e) {
    s.*e.member = {dice.real(e.min, e.max), dice.real(e.min, e.max)};
  }
  void operator()(const Ends<S>& e) { s.*e.member = {dice.vector(), dice.vector()}; }
  template <class M>
  void operator()(const Vector<S, M>& e) {
    s.*e.member = dice.vector();
  }
  template <class M>
  void operator()(const Corners<S, M>& e) {
    s.*e.member = dice.box();
  }
  void operator()(const Formula<S>& e) { s.*e.member = dice.formula(); }
  void operator()(const Formulas<S>& e) {
    s.*e.member = {dice.formula(), dice.formula(), dice.formula()};
  }
  template <class G>
  void operator()(const Inline<S, G>& e) {
    fillRandomly(s.*e.member, dice);
  }
  template <class G>
  void operator()(const Group<S, G>& e) {
    fillRandomly(s.*e.member, dice);
  }
  template <class G>
  void operator()(const Group<S, std::optional<G>>& e) {
    fillRandomly((s.*e.member).emplace(), dice);
  }
  template <class G>
  void operator()(const List<S, G>& e) {
    (s.*e.member).resize(1 + dice.below(3));
    for (G& part : s.*e.member) fillRandomly(part, dice);
  }
};

// A nozzle that fits into the world, and gives out one of its fluids.
inline void makeValid(NozzleParams& nozzle, const WorldParams& world, Dice& dice) {
  nozzle.centre.z = world.dimensions == 2 ? 0 : nozzle.centre.z;
  nozzle.direction = {1, dice.unit(), 0};
  nozzle.radius = world.spacing * dice.real(0.5, 3);
  nozzle.size = {0, 0};
  nozzle.up.reset();
  nozzle.end = nozzle.start + 1;
}

inline void makeValid(SourceParams& sources, const Scene& scene, Dice& dice) {
  const auto rename = [](auto& parts, const char* kind) {
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].name = fmt::format("{}-{}", kind, i);
  };
  rename(sources.emitters, "emitter");
  rename(sources.inflows, "inflow");
  rename(sources.drains, "drain");
  rename(sources.outflows, "outflow");
  for (EmitterParams& emitter : sources.emitters) {
    makeValid(emitter.nozzle, scene.world, dice);
    emitter.fluid = scene.fluids[0].name;
    emitter.rate = emitter.speed > 0 ? 0 : 1;
    emitter.profile = "2*t";
  }
  for (InflowParams& inflow : sources.inflows) {
    makeValid(inflow.nozzle, scene.world, dice);
    inflow.fluid = scene.fluids[0].name;
  }
  for (DrainParams& drain : sources.drains) drain.end = drain.start + 1;
  for (OutflowParams& outflow : sources.outflows) {
    outflow.normal.z = 0;
    outflow.centre.z = 0;
  }
}

// Names are made valid and unique, paths absolute, as they are in every scene that was read.
inline Scene randomScene(unsigned seed) {
  Dice dice(seed);
  Scene scene;
  fillRandomly(scene, dice);
  for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
    scene.fluids[i].name = fmt::format("fluid-{}", i);
    for (FillShape& shape : scene.fluids[i].fill)
      if (shape.file) shape.file->path = "/meshes/\xc3\xa4 \"b\".obj";
  }
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    scene.solids[i].name = fmt::format("solid_{}", i);
    MeshShape& mesh = scene.solids[i].mesh;
    if (mesh.file) mesh.file->path = "/meshes/wall.stl";
    if (mesh.inside && mesh.inside->surface.file) mesh.inside->surface.file->path = "/meshes/a.ply";
  }
  makeValid(scene.sources, scene, dice);
  for (std::size_t i = 0; i < scene.probes.size(); ++i) {
    scene.probes[i].name = fmt::format("probe_{}", i);
    if (auto& force = scene.probes[i].quantity.force) force->solid = scene.solids[0].name;
    if (auto& flow = scene.probes[i].quantity.flow) flow->normal.z = 0;  // fits any dimensions
  }
  return scene;
}

}  // namespace shoal::support
