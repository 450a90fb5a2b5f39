#include "shoal/output/surface_output.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"
#include "shoal/formats/particle_files.h"
#include "shoal/output/frame_loop.h"
#include "shoal/sph/boundary/sample_volume.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> surfaceWords(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (const std::string& word : words)
    if (namesFormat(word) && frameFormat(word).writeSurface) kept.push_back(word);
  return kept.empty() ? std::vector<std::string>{"vtp"} : kept;
}

std::vector<ParticleColumn> chosenColumns(const ParticleTable& table,
                                          const std::vector<std::string>& names) {
  std::vector<ParticleColumn> chosen;
  for (const ParticleColumn& column : table.columns)
    if (std::find(names.begin(), names.end(), column.name) != names.end()) chosen.push_back(column);
  return chosen;
}

// The surfaces of one table of particles: one, or one for each fluid.
std::vector<SurfaceMesh> meshesOf(SurfaceReconstruction& reconstruction,
                                  const SurfaceParticles& particles, std::size_t fluids) {
  std::vector<SurfaceMesh> meshes;
  if (fluids < 2) {
    meshes.push_back(reconstruction.surface(particles));
    return meshes;
  }
  meshes = reconstruction.surfaces(particles);
  meshes.resize(fluids);  // a fluid of which there are no particles has no surface
  return meshes;
}

struct Written {
  double time = 0;
  std::vector<std::string> names;  // of files, by subject
};

void makeFolder(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) fail("{}: cannot be made: {}", folder.string(), code.message());
}

// Writes in all formats, and returns the name of the first file.
std::string writeAll(const SurfaceJob& job, const std::string& stem, const SurfaceFrame& frame) {
  std::string first;
  for (const std::string& word : job.formats) {
    const FrameFormat& format = frameFormat(word);
    if (!format.writeSurface)
      fail("{} holds particles and no surfaces; choose vtp, ply, obj or vdb", word);
    const std::string name = stem + "." + format.extension;
    format.writeSurface(job.out / name, frame);
    if (first.empty()) first = name;
  }
  return first;
}

}  // namespace

std::string surfaceSubject(const std::vector<SceneFluid>& fluids, std::size_t phase) {
  return fluids.size() < 2 ? std::string(RunFolder::kSurface)
                           : fmt::format("{}-{}", RunFolder::kSurface, fluids[phase].name);
}

std::vector<SurfaceMesh> fluidSurfaces(SurfaceReconstruction& reconstruction, const Scene& scene,
                                       const ParticleTable& table, std::span<const Vec3f> walls,
                                       const std::vector<std::string>& columns) {
  const std::size_t fluids = scene.fluids.size();
  const std::vector<ParticleColumn> chosen = chosenColumns(table, columns);
  SurfaceParticles particles{.x = table.positions,
                             .spacing = scene.world.spacing,
                             .dimensions = scene.world.dimensions,
                             .walls = walls,
                             .columns = chosen};
  if (const auto phase = table.column<std::uint32_t>("phase"); phase && fluids > 1) {
    for (const std::uint32_t p : *phase)
      if (p >= fluids) fail("there are particles of a fluid {} of {}", p, fluids);
    particles.phase = *phase;
  }
  std::vector<float> relative;
  if (const auto density = table.column<float>("density"); density && fluids > 0) {
    for (std::size_t i = 0; i < density->size(); ++i) {
      const std::size_t p = particles.phase.empty() ? 0 : particles.phase[i];
      relative.push_back(
          static_cast<float>(double((*density)[i]) / scene.fluids[p].material.density));
    }
    particles.relativeDensity = relative;
    particles.densityKernel = scene.kernel();
  }
  return meshesOf(reconstruction, particles, particles.phase.empty() ? 1 : fluids);
}

SurfaceFrame frameOf(SurfaceMesh mesh, double time, double cell) {
  SurfaceFrame frame;
  frame.time = time;
  frame.cell = cell;
  frame.outline = std::move(mesh.outline);
  for (const Vec3f& n : mesh.normals) frame.mesh.attributes.normals.emplace_back(n);
  if (!mesh.normals.empty()) frame.mesh.attributes.normalOf = mesh.triangles;
  frame.mesh.vertices = std::move(mesh.vertices);
  frame.mesh.triangles = std::move(mesh.triangles);
  for (SurfaceColumn& column : mesh.columns) {
    if (auto* v = std::get_if<std::vector<Vec3f>>(&column.values); v && column.name == "velocity")
      frame.velocities = std::move(*v);
    else
      frame.columns.push_back({std::move(column.name), std::move(column.values)});
  }
  return frame;
}

SurfaceRecorder::SurfaceRecorder(const RunFolder& folder, const Scene& scene,
                                 std::optional<double> resumedAt)
    : params_(scene.surface), kernel_(scene.kernel()), reconstruction_(scene.surface) {
  for (std::size_t phase = 0; phase < std::max<std::size_t>(1, scene.fluids.size()); ++phase)
    recorders_.emplace_back(folder, surfaceSubject(scene.fluids, phase),
                            surfaceWords(scene.run.write), resumedAt);
}

void SurfaceRecorder::write(const World& world, long frame) {
  const Timed t{"output/surface"};
  const FluidParticles& fluid = world.fluid();
  const BoundarySamples& samples = world.walls();
  std::vector<Vec3f> walls;
  for (std::size_t b = 0; b < samples.size(); ++b)
    if (samples.layer[b] <= 1) walls.push_back(samples.x[b]);
  std::vector<float> density(fluid.size());
  parallelFor(fluid.size(), [&](std::size_t i) { density[i] = fluid.density(i); });
  const ParticleTable table{fluid.x.span(),
                            {{"velocity", fluid.v.span()},
                             {"pressure", fluid.virialPressure.span()},
                             {"density", std::span<const float>(density)}},
                            world.time()};
  const std::vector<ParticleColumn> columns = chosenColumns(table, params_.columns);
  const SurfaceParticles particles{.x = fluid.x.span(),
                                   .spacing = world.spacing(),
                                   .dimensions = kernel_.dimensions,
                                   .relativeDensity = fluid.s.span(),
                                   .densityKernel = kernel_,
                                   .phase = fluid.phase.span(),
                                   .walls = walls,
                                   .wallStandoff = fitWall(kernel_, world.spacing()).standoff,
                                   .columns = columns};
  std::vector<SurfaceMesh> meshes = meshesOf(reconstruction_, particles, recorders_.size());
  const double cell = params_.cell * world.spacing();
  for (std::size_t k = 0; k < meshes.size(); ++k)
    recorders_[k].write(frame, frameOf(std::move(meshes[k]), world.time(), cell));
}

void surfaceRun(const RunFolder& folder, const Scene& scene, const SurfaceJob& job) {
  std::vector<fs::path> files = folder.listFrames();
  if (job.frame)
    std::erase_if(files,
                  [&](const fs::path& file) { return RunFolder::frameNumber(file) != *job.frame; });
  if (files.empty())
    fail("{}: has no such frames of particles; let the scene write vtp or bgeo",
         folder.path().string());
  makeFolder(job.out);
  const double cell = job.params.cell * scene.world.spacing;
  const auto treat = [&](std::size_t k, SurfaceReconstruction& reconstruction, Written& written) {
    const OwnedParticleTable owned = readFrame(files[k], scene.run.fps);
    const long number = RunFolder::frameNumber(files[k]);
    const std::vector<Vec3f> walls = job.wallsAt ? job.wallsAt(number) : std::vector<Vec3f>{};
    std::vector<SurfaceMesh> meshes =
        fluidSurfaces(reconstruction, scene, owned.view(), walls, job.params.columns);
    written.time = owned.time;
    for (std::size_t f = 0; f < meshes.size(); ++f) {
      const std::string subject =
          meshes.size() == 1 ? RunFolder::kSurface : surfaceSubject(scene.fluids, f);
      std::string stem = RunFolder::frameName(number, "", subject);
      stem.pop_back();  // the dot of its extension
      written.names.push_back(writeAll(job, stem, frameOf(std::move(meshes[f]), owned.time, cell)));
    }
  };
  std::vector<Written> written(files.size());
  const bool small = readFrame(files.back(), scene.run.fps).positions.size() < kFewParticles;
  SurfaceReconstruction kept(job.params);
  forEachFrame(files.size(), small, [&](std::size_t k) {
    if (small) {
      SurfaceReconstruction own(job.params);
      treat(k, own, written[k]);
    } else {
      treat(k, kept, written[k]);
    }
  });
  const std::size_t subjects = written.front().names.size();
  for (std::size_t s = 0; s < subjects; ++s) {
    PvdSeries series(job.out / ((subjects == 1 ? std::string(RunFolder::kSurface)
                                               : surfaceSubject(scene.fluids, s)) +
                                ".pvd"));
    for (const Written& frame : written) {
      if (job.onFile) job.onFile(job.out / frame.names[s]);
      if (fs::path(frame.names[s]).extension() == ".vtp") series.add(frame.time, frame.names[s]);
    }
  }
}

void surfaceFiles(const std::vector<fs::path>& files, double spacing, int dimensions,
                  const SurfaceJob& job) {
  makeFolder(job.out);
  SurfaceReconstruction reconstruction(job.params);
  for (const fs::path& file : files) {
    const OwnedParticleTable owned = readParticleFile(file);
    const ParticleTable table = owned.view();
    const std::vector<ParticleColumn> columns = chosenColumns(table, job.params.columns);
    const SurfaceFrame frame = frameOf(reconstruction.surface({.x = table.positions,
                                                               .spacing = spacing,
                                                               .dimensions = dimensions,
                                                               .columns = columns}),
                                       owned.time, job.params.cell * spacing);
    const std::string name =
        writeAll(job, fmt::format("{}_{}", RunFolder::kSurface, file.stem().string()), frame);
    if (job.onFile) job.onFile(job.out / name);
  }
}

}  // namespace shoal
