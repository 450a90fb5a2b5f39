// The fluid of a run between its frames.
#pragma once

#include <functional>

#include "shoal/effects/foam/foam.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Goes through the frames of a run in order. Between two of them particles of the same id move
// along cubic curves that have the velocities of both; those in one frame alone are not there.
class FoamFrames {
 public:
  using Solids = std::function<std::vector<TriangleMesh>(long)>;

  // An Error if the run has no frames, or frames without velocities or ids.
  FoamFrames(const RunFolder& folder, const Scene& scene, Solids solidsAt);

  long number() const;
  double time() const { return after_.time; }
  // Goes to the next frame; false if there is none.
  bool next();
  // Advances foam from the frame before to this one, in steps in which no particle of the fluid
  // moves further than a share of a spacing.
  void advance(Foam& foam);

  // Of solids and fluid in the first and the last frame, m.
  Box3d bounds() const;

 private:
  // Sorted by id.
  struct Frame {
    double time = 0;
    std::vector<Vec3f> x, v;
    std::vector<std::uint32_t> id;
    std::vector<TriangleMesh> solids;
  };
  Frame read(std::size_t k) const;
  void pair();
  int steps() const;
  void setObstacles();
  void moveObstacles(double share);
  void setWalls();
  void setFluid(double share);

  std::vector<std::filesystem::path> files_;
  Scene scene_;
  Solids solidsAt_;
  KernelChoice kernel_;
  Period period_;
  std::size_t at_ = 0;
  Frame before_, after_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;  // in both frames
  std::vector<FluidRoom> rooms_;                                // of solids

  GatheredVector<Vec3f> x_, v_;
  std::vector<std::uint32_t> id_;
  CellGrid grid_, wallGrid_;
  NeighbourList near_, nearWalls_;
  BoundarySamples walls_;
  FoamObstacles obstacles_;
};

}  // namespace shoal
