#include "shoal/view/run/run_surfaces.h"

#include "shoal/core/error.h"
#include "shoal/formats/frame_format.h"
#include "shoal/output/surface_output.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

std::string columnOf(ColourBy colourBy) {
  if (colourBy == ColourBy::None || colourBy == ColourBy::Stress) return "";
  return colourBy == ColourBy::Speed ? "velocity" : wordOf(colourBy);
}

ReconstructionParams paramsOf(const Scene& scene) {
  ReconstructionParams params = scene.surface;
  params.normals = false;  // those of pictures are found from the triangles
  return params;
}

SurfaceMesh meshOf(SurfaceFrame frame) {
  SurfaceMesh mesh;
  mesh.vertices = std::move(frame.mesh.vertices);
  mesh.triangles = std::move(frame.mesh.triangles);
  if (!frame.velocities.empty()) mesh.columns.push_back({"velocity", std::move(frame.velocities)});
  for (SurfaceFrameColumn& column : frame.columns)
    mesh.columns.push_back({std::move(column.name), std::move(column.values)});
  return mesh;
}

}  // namespace

RunSurfaces::RunSurfaces(const RunFolder& folder, const Scene& scene, const RunSolids& solids,
                         ColourBy colourBy)
    : folder_(folder),
      scene_(scene),
      solids_(solids),
      column_(columnOf(colourBy)),
      reconstruction_(paramsOf(scene)) {}

std::vector<PictureMesh> RunSurfaces::at(long frame, const ParticleTable& particles,
                                         const fs::path& file) {
  if (particles.positions.empty()) return {};
  auto meshes = written(frame, file);
  if (!meshes)
    meshes = fluidSurfaces(reconstruction_, scene_, particles,
                           solids_.samplesAt(frame, scene_.world.spacing),
                           column_.empty() ? std::vector<std::string>{} : std::vector{column_});
  std::vector<PictureMesh> fluids;
  for (SurfaceMesh& mesh : *meshes) {
    PictureMesh fluid;
    if (fluids.size() < scene_.fluids.size()) fluid.look = scene_.fluids[fluids.size()].look;
    if (fluid.look.look == Look::Auto) fluid.look.look = Look::Water;
    fluid.values = valuesOf(mesh);
    fluid.vertices = std::move(mesh.vertices);
    fluid.triangles = std::move(mesh.triangles);
    fluid.normals = vertexNormals(fluid);
    fluid.colour = kPlainFluid;
    fluid.closed = true;
    fluids.push_back(std::move(fluid));
  }
  return fluids;
}

// Of all fluids, with the column that is asked for; nothing otherwise.
std::optional<std::vector<SurfaceMesh>> RunSurfaces::written(long frame,
                                                             const fs::path& particles) const {
  std::vector<SurfaceMesh> meshes;
  for (std::size_t phase = 0; phase < std::max<std::size_t>(1, scene_.fluids.size()); ++phase) {
    const std::string name =
        RunFolder::frameName(frame, "vtp", surfaceSubject(scene_.fluids, phase));
    std::error_code code;
    fs::path newest;
    for (const fs::path& folder : {folder_.surfaces(), folder_.frames()}) {
      const auto time = fs::last_write_time(folder / name, code);
      if (code || time < fs::last_write_time(particles)) continue;
      newest = folder / name;
      break;
    }
    if (newest.empty()) return std::nullopt;
    meshes.push_back(meshOf(frameFormat("vtp").readSurface(newest)));
    if (!column_.empty() && valuesOf(meshes.back()).empty()) return std::nullopt;
  }
  return meshes;
}

std::vector<float> RunSurfaces::valuesOf(const SurfaceMesh& mesh) const {
  if (const auto* values = mesh.column<float>(column_)) return *values;
  const auto* vectors = mesh.column<Vec3f>(column_);
  if (!vectors) return {};
  std::vector<float> lengths;
  lengths.reserve(vectors->size());
  for (const Vec3f& v : *vectors) lengths.push_back(length(v));
  return lengths;
}

}  // namespace shoal
