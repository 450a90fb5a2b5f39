#include "shoal/scene/read/solid_keys.h"

#include <algorithm>

#include "shoal/scene/read/described_reader.h"
#include "shoal/scene/scene.h"

namespace shoal {

namespace {

// The keys of the group of a model.
std::vector<std::string> namesOf(std::string_view model) {
  for (const Parameter& entry : parametersOf<SceneSolid>().entries)
    if (entry.name == model && entry.parts) return entry.parts->table().names();
  const SolidModel* added = KindTable<SolidModel>::find(model);
  return added && added->parameters ? added->parameters->names() : std::vector<std::string>{};
}

// A mesh that says a surface is the inside of it; one that says cells is embedded in them.
void nestShape(toml::table& solid) {
  toml::table* mesh = solid[entryName(&SceneSolid::mesh)].as_table();
  if (!mesh) return;
  const auto nest = [&](const std::string& sign, const std::string& word) {
    if (!mesh->contains(sign)) return;
    toml::table shape = std::move(*mesh);
    mesh->clear();
    mesh->insert(word, std::move(shape));
  };
  nest(entryName(&InsideShape::surface), entryName(&MeshShape::inside));
  nest(entryName(&EmbeddedShape::cells), entryName(&MeshShape::embedded));
}

void gather(toml::table& solid, const std::string& key, const ReadContext& context) {
  nestShape(solid);
  const std::string modelKey = entryName(&SceneSolid::model);
  const auto model = solid[modelKey].value<std::string>();
  if (model)
    checkWord(KindTable<SolidModel>::words(), printable(*model),
              context.placeOf(*solid.get(modelKey)), joinKey(key, modelKey));
  const std::vector<std::string> own = parametersOf<SceneSolid>().names();
  std::vector<std::string> all = own;
  for (const std::string& name : namesOf(model.value_or(""))) all.push_back(name);
  rejectUnknownKeys(solid, all, key, context);

  std::vector<std::string> moved;
  for (const auto& [name, node] : solid)
    if (std::find(own.begin(), own.end(), name.str()) == own.end()) moved.emplace_back(name.str());
  if (moved.empty()) return;
  if (!solid.contains(*model)) solid.insert(*model, toml::table{});
  toml::table* group = solid[*model].as_table();
  if (!group) return;  // the reader says what is wrong with it
  for (const std::string& name : moved) {
    toml::node& node = *solid.get(name);
    if (group->contains(name))
      throw Error(context.placeOf(node), joinKey(key, name),
                  fmt::format("is given twice, here and in {}; leave one out", *model));
    group->insert(name, std::move(node));
    solid.erase(name);
  }
}

}  // namespace

void gatherModelKeys(toml::table& root, const ReadContext& context) {
  const std::string list = entryName(&Scene::solids);
  if (toml::table* one = root[list].as_table()) gather(*one, list, context);
  if (toml::array* solids = root[list].as_array())
    for (std::size_t i = 0; i < solids->size(); ++i)
      if (toml::table* solid = solids->get(i)->as_table())
        gather(*solid, fmt::format("{}[{}]", list, i), context);
}

}  // namespace shoal
