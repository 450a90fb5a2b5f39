// The vocabulary of scene files: what is there, what it is made of, how long it runs.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>

#include "shoal/bodies/cloth/cloth_params.h"
#include "shoal/bodies/fem/fem_params.h"
#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/bodies/rigid/rigid_params.h"
#include "shoal/core/error.h"
#include "shoal/coupling/surface_params.h"
#include "shoal/effects/foam/foam_params.h"
#include "shoal/scene/camera_params.h"
#include "shoal/scene/fill_shape.h"
#include "shoal/scene/look_params.h"
#include "shoal/scene/solid_model.h"
#include "shoal/scene/solid_shape.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/surface/reconstruction_params.h"
#include "shoal/world/probes/probe_params.h"
#include "shoal/world/solids/solid_params.h"
#include "shoal/world/sources/source_params.h"
#include "shoal/world/world_params.h"

namespace shoal {

struct FluidForceKind;

// The format of scene files that this program reads and writes.
inline constexpr int kSceneFormat = 1;

// Fluids, solids and probes are addressed by the value of this key.
inline constexpr const char* kNameKey = "name";

struct SceneFluid {
  std::string name;
  FluidParams material;
  SolverParams solving;
  std::vector<FillShape> fill;
  VectorFormulaText velocity;  // m/s, of place
  LookParams look;
};

template <>
struct Describe<SceneFluid> {
  static Entries entries();
};

// The side of a surface that fluid touches.
enum class WetSide { Auto, Inside, Outside, Both };

template <>
struct EnumWords<WetSide> {
  static constexpr EnumWord<WetSide> words[] = {{WetSide::Auto, "auto"},
                                                {WetSide::Inside, "inside"},
                                                {WetSide::Outside, "outside"},
                                                {WetSide::Both, "both"}};
};

struct SceneSolid {
  std::string name;
  Handle<SolidModel> model = "static";
  MeshShape mesh;
  std::optional<Vec3d> position;  // m
  Vec3d rotation;                 // degrees
  WetSide wet = WetSide::Auto;
  SurfaceParams surface;
  Vec3d velocity;  // m/s
  Vec3d spin;      // rad/s
  std::optional<MotionParams> motion;
  std::optional<ContactParams> contact;
  std::optional<RigidParams> rigid;
  std::optional<FemParams> fem;
  std::optional<ClothParams> cloth;
  LookParams look;
  KindParameters<SolidModel> added;  // of models that a program added

  // Whether forces do not move it.
  bool isWall() const { return !model->free(); }
  // The parameters of an added model, in the struct that it was described with.
  template <class P>
  const P& parameters() const {
    return *static_cast<const P*>(added.valueOf(*model));
  }
};

template <>
struct Describe<SceneSolid> {
  static Entries entries();
};

struct RunParams {
  double until = 1;                       // s
  double fps = 30;                        // 1/s
  std::vector<std::string> write{"vtp"};  // see formats/frame_format.h
  bool samples = false;
  double checkpointEvery = 60;  // s of wall time
  int statsEvery = 1;           // steps
  double ledgerEvery = 0;       // s
  double maxLoss = 0.01;        // share of the particles
  double bodiesEvery = 0;       // s
};

template <>
struct Describe<RunParams> {
  static Entries entries();
};

// The state of another run that a run starts from.
struct StartParams {
  std::string from;
};

template <>
struct Describe<StartParams> {
  static Entries entries();
};

struct Scene {
  int format = kSceneFormat;
  std::string title;
  std::vector<std::string> cite;
  std::string program;
  RunParams run;
  std::optional<StartParams> start;
  WorldParams world;
  TimeStepParams timeStep;
  std::vector<SceneFluid> fluids;
  std::vector<SceneSolid> solids;
  RigidWorldParams rigid;
  std::vector<JointParams> joints;
  std::vector<EventParams> events;
  KindParameters<FluidForceKind> forces;
  SourceParams sources;
  std::vector<ProbeParams> probes;
  ReconstructionParams surface;
  FoamParams foam;
  CameraParams camera;

  // The solver that all fluids share.
  SolverParams solving() const { return fluids.empty() ? SolverParams{} : fluids[0].solving; }
  KernelChoice kernel() const { return kernelOf(world, solving()); }

  // Whether solids move and nothing flows: then nobody needs samples of walls.
  bool solidsAlone() const {
    const auto moves = [](const SceneSolid& solid) { return !solid.isWall(); };
    return fluids.empty() && std::any_of(solids.begin(), solids.end(), moves);
  }

  // Where it was read from, and where its keys stand there: "solid[1].mesh". No part of what the
  // scene says.
  std::filesystem::path file;
  std::map<std::string, Place> places;

  // Of the key, or of the innermost part that holds it and stands in the file.
  Place placeOf(std::string key) const;
};

template <>
struct Describe<Scene> {
  static Entries entries();
};

// Two scenes are equal when they say the same, wherever they were read from.
bool operator==(const Scene& a, const Scene& b);

// Instantiated in scene.cpp: defaults and copies of all that a scene holds take long to compile.
extern template const ParameterTable& parametersOf<Scene>();
extern template const ParameterTable& parametersOf<SceneSolid>();

}  // namespace shoal
