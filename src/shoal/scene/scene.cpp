#include "shoal/scene/scene.h"

#include "shoal/core/parameter_difference.h"
#include "shoal/formats/frame_format.h"
#include "shoal/sph/forces/force_table.h"

namespace shoal {

Entries Describe<SceneFluid>::entries() {
  using P = SceneFluid;
  return {
      Required{Text{kNameKey, &P::name, "Letters, digits, - and _; no other part has it."}},
      Inline{&P::material},
      Inline{&P::solving},
      List{"fill", &P::fill,
           "Shapes that are full of this fluid at the start; may be left out when it comes from "
           "an emitter or inflow."},
      Formulas{"velocity", &P::velocity, "m/s", "Velocity at the start; may depend on the place."},
      Inline{&P::look}};
}

Entries Describe<SceneSolid>::entries() {
  using P = SceneSolid;
  return {
      Required{Text{kNameKey, &P::name, "Letters, digits, - and _; no other part has it."}},
      OneOf{"model", &P::model,
            "How it moves: not at all, as its motion says, or by forces: as a whole, as a body "
            "that deforms, as a thin sheet."},
      Required{Group{"mesh", &P::mesh, "Its surface, or what it fills."}},
      Vector{"position", &P::position, "m",
             "Where the middle of the box around the mesh is at the start; left out, where the "
             "mesh has it."},
      Vector{"rotation", &P::rotation, "degrees",
             "By how much the mesh is turned at the start: about the direction of this vector, by "
             "its length, around the middle of the box."},
      Choice{"wet", &P::wet,
             "The side that fluid touches. The samples stand behind the other side, so that fluid "
             "reaches exactly to the surface; with both they stand on it, and fluid keeps half a "
             "spacing off. auto takes inside for a box with open faces and for what holds all of "
             "the fluid, outside for planes and closed surfaces, else both."},
      Inline{&P::surface},
      Vector{"velocity", &P::velocity, "m/s",
             "Velocity at the start; of a static surface, with which it slides past the fluid, "
             "like a belt."},
      Vector{"spin", &P::spin, "rad/s", "Angular velocity at the start, right-handed."},
      Group{"motion", &P::motion, "How a kinematic solid moves."},
      Group{"contact", &P::contact, "How it touches rigid solids and cloth."},
      Group{"rigid", &P::rigid, "What a rigid solid is made of."},
      Group{"fem", &P::fem, "What a fem solid is made of."},
      Group{"cloth", &P::cloth, "What cloth is made of."},
      Inline{&P::look},
      AddedGroups{&P::added, AddedUse::kOnlyGiven}};
}

Entries Describe<RunParams>::entries() {
  using P = RunParams;
  return {
      Param{"until", &P::until, 0.0, 1e9, "s", "Simulated time at which the run ends."},
      Param{"fps", &P::fps, 1e-6, 1e6, "1/s", "Frames written per simulated second."},
      FrameWords{"write", &P::write,
                 "File formats of the frames: vtp and bgeo for particles, vtp, ply and obj for "
                 "solids that deform; surface: surfaces of fluids, too, and foam: spray, foam and "
                 "bubbles, each in those of the formats that hold them, or in vtp."},
      Flag{"samples", &P::samples,
           "Whether frames hold the boundary samples on solids that forces move, too, in vtp "
           "files of their own."},
      Param{"checkpointEvery", &P::checkpointEvery, 0.0, 1e9, "s",
            "Wall time between checkpoints; 0 writes one at every frame."},
      Param{"statsEvery", &P::statsEvery, 1, 1'000'000'000, "steps",
            "Steps between two lines of statistics."},
      Param{"ledgerEvery", &P::ledgerEvery, 0.0, 1e9, "s",
            "Simulated time between two lines of the ledger; 0 writes one every step."},
      Param{"maxLoss", &P::maxLoss, 0.0, 1.0, "",
            "Share of the fluid that may escape from the domain; a run that loses more stops "
            "with an error. Drains and outflows do not count."},
      Param{"bodiesEvery", &P::bodiesEvery, 0.0, 1e9, "s",
            "Simulated time between two lines of bodies.csv, besides those at frames; 0 writes "
            "them at frames alone."}};
}

Entries Describe<StartParams>::entries() {
  using P = StartParams;
  return {Required{Text{
      "from", &P::from,
      "Folder of a run, or a checkpoint, whose last state it starts with at time 0: particles of "
      "fluids and free solids of the same names. Looked for beside the scene file, then in the "
      "current folder."}}};
}

Entries Describe<Scene>::entries() {
  using P = Scene;
  return {
      Required{Param{"format", &P::format, kSceneFormat, kSceneFormat, "",
                     "Version of the vocabulary that the scene is written in."}},
      Text{"title", &P::title, "What is shown, in a few words."},
      Words{"cite", &P::cite, "Keys of the publications that the scene follows."},
      Text{"program", &P::program, "Program and version that wrote a resolved scene."},
      Group{"run", &P::run, "How long to run and what to write."},
      Group{"start", &P::start, "The state of another run to start from."},
      Group{"world", &P::world, "What fluids and solids share."},
      Group{"timeStep", &P::timeStep, "How the time step adapts."},
      List{"fluid", &P::fluids, "Matter made of particles."},
      List{"solid", &P::solids,
           "Matter made of meshes. What is made of rigid, fem or cloth may be said at this level, "
           "where no other key has the name: `young = 1e5` for `fem = { young = 1e5 }`."},
      Group{"rigid", &P::rigid, "How the motion of rigid solids is computed."},
      List{"joint", &P::joints, "What holds rigid solids together."},
      List{"event", &P::events, "What is done to solids, and when."},
      AddedGroups{"force", &P::forces, "Forces that a program added to those of the library."},
      Inline{&P::sources},
      List{
          "probe", &P::probes,
          "What to measure; probes of one sampling time share a table, probes.csv for every step."},
      Group{"surface", &P::surface, "How surfaces of fluids are made of their particles."},
      Group{"foam", &P::foam,
            "What spray, foam and bubbles fluids make, where run.write asks for them."},
      Group{"camera", &P::camera, "How pictures are taken."}};
}

Place Scene::placeOf(std::string key) const {
  while (!key.empty()) {
    if (const auto found = places.find(key); found != places.end()) return found->second;
    const std::size_t end = key.find_last_of(".[");
    key.resize(end == std::string::npos ? 0 : end);
  }
  return {file.string()};
}

bool operator==(const Scene& a, const Scene& b) { return !firstDifference(a, b); }

template const ParameterTable& parametersOf<Scene>();
template const ParameterTable& parametersOf<SceneSolid>();

}  // namespace shoal
