// Random scenes that obey their description, for round trips.
#pragma once

#include <algorithm>
#include <random>

#include "shoal/core/kinds.h"
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
  std::string word(const std::vector<std::string>& words) {
    return words.empty() ? text() : words[below(words.size())];
  }

 private:
  std::mt19937 engine_;
};

inline void fillRandomly(const ParameterTable& table, void* s, Dice& dice);

inline void fillParts(const Parameter& e, void* s, Dice& dice) {
  void* member = e.of(s);
  if (e.kind == ParameterKind::List) e.parts->clear(member);
  const std::size_t count = e.kind == ParameterKind::List ? 1 + dice.below(3) : 1;
  for (std::size_t n = count; n > 0; --n)
    fillRandomly(e.parts->table(), e.parts->add(member), dice);
}

template <class T>
void put(const Parameter& e, void* s, const T& value) {
  if (e.optional)
    e.as<std::optional<T>>(s) = value;
  else
    e.as<T>(s) = value;
}

inline void fillRandomly(const Parameter& e, void* s, Dice& dice) {
  switch (e.kind) {
    case ParameterKind::Real:
      return put(e, s, dice.real(e.min, e.max));
    case ParameterKind::Integer:
      return put(e, s, static_cast<int>(dice.real(e.min, e.max)));
    case ParameterKind::Flag:
      return put(e, s, dice.below(2) == 1);
    case ParameterKind::Text:
      return put(e, s, dice.word(knownWords(e)));
    case ParameterKind::Choice:
      return e.words->set(e.of(s), {dice.word(knownWords(e))});
    case ParameterKind::Words: {
      std::vector<std::string> words;
      for (std::size_t n = dice.below(3); n > 0; --n) words.push_back(dice.word(knownWords(e)));
      return e.words->set(e.of(s), words);
    }
    case ParameterKind::Pair:
      return put(e, s, std::array{dice.real(e.min, e.max), dice.real(e.min, e.max)});
    case ParameterKind::Ends:
      return put(e, s, std::array{dice.vector(), dice.vector()});
    case ParameterKind::Vector:
      return put(e, s, dice.vector());
    case ParameterKind::Corners:
      return put(e, s, dice.box());
    case ParameterKind::Formula:
      return put(e, s, dice.formula());
    case ParameterKind::Formulas:
      return put(e, s, VectorFormulaText{dice.formula(), dice.formula(), dice.formula()});
    case ParameterKind::Added:
      for (const KindEntry* member : e.added->known())
        fillRandomly(*member->parameters, e.added->change(e.of(s)).give(*member), dice);
      return;
    case ParameterKind::Group:
    case ParameterKind::List:
    case ParameterKind::Inline:
      return fillParts(e, s, dice);
  }
}

// Where entries exclude each other, one that is always there: members may or may not be added.
inline void fillRandomly(const ParameterTable& table, void* s, Dice& dice) {
  const auto isThere = [](const Parameter& e) { return e.kind != ParameterKind::Added; };
  const auto there = std::count_if(table.entries.begin(), table.entries.end(), isThere);
  auto left = dice.below(std::max<std::size_t>(1, static_cast<std::size_t>(there)));
  for (const Parameter& entry : table.entries)
    if (!table.exactlyOne || (isThere(entry) && left-- == 0)) fillRandomly(entry, s, dice);
}

// A nozzle that fits into the world, and gives out one of its fluids.
inline void makeValid(NozzleParams& nozzle, const WorldParams& world, Dice& dice) {
  nozzle.centre.z = world.dimensions == 2 ? 0 : nozzle.centre.z;
  nozzle.direction = {1, dice.unit(), 0};
  nozzle.radius = world.spacing * dice.real(0.5, 3);
  nozzle.size = {0, 0};
  nozzle.up.reset();
  if (nozzle.history) nozzle.history->file = "/tables/flow.csv";
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

inline void makeValid(LookParams& look) {
  if (look.colour)
    for (std::size_t c = 0; c < 3; ++c) (*look.colour)[c] = std::clamp((*look.colour)[c], 0.0, 1.0);
}

// Names are made valid and unique, paths absolute, as they are in every scene that was read.
inline Scene randomScene(unsigned seed) {
  Dice dice(seed);
  Scene scene;
  fillRandomly(parametersOf<Scene>(), &scene, dice);
  for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
    scene.fluids[i].name = fmt::format("fluid-{}", i);
    makeValid(scene.fluids[i].look);
    for (FillShape& shape : scene.fluids[i].fill)
      if (shape.file) shape.file->path = "/meshes/\xc3\xa4 \"b\".obj";
  }
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    scene.solids[i].name = fmt::format("solid_{}", i);
    makeValid(scene.solids[i].look);
    MeshShape& mesh = scene.solids[i].mesh;
    if (mesh.file) mesh.file->path = "/meshes/wall.stl";
    if (auto& motion = scene.solids[i].motion; motion && !motion->file.empty())
      motion->file = "/tables/shake.csv";
    if (mesh.embedded) mesh.embedded->file.path = "/meshes/b.obj";
    if (mesh.inside && mesh.inside->surface.file) mesh.inside->surface.file->path = "/meshes/a.ply";
  }
  makeValid(scene.sources, scene, dice);
  if (scene.start) scene.start->from = "/runs/settled";
  for (std::size_t i = 0; i < scene.probes.size(); ++i) {
    scene.probes[i].name = fmt::format("probe_{}", i);
    ProbeQuantity& quantity = scene.probes[i].quantity;
    const std::string& solid = scene.solids[0].name;
    if (quantity.force) quantity.force->solid = solid;
    if (quantity.point) quantity.point->solid = solid;
    if (quantity.stress) quantity.stress->solid = solid;
    if (quantity.patch) quantity.patch->solid = solid;
    if (quantity.flow) quantity.flow->normal.z = 0;  // fits any dimensions
    scene.probes[i].on = scene.probes[i].on.empty() ? "" : solid;
  }
  return scene;
}

}  // namespace shoal::support
