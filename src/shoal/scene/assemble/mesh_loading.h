// What reading the shapes of a scene has in common.
#pragma once

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/render_mesh.h"
#include "shoal/scene/shapes.h"

namespace shoal {

// Reads the mesh, scales and moves it, and fills its holes if it says so.
TriangleMesh loadFile(const FileShape& file);
// Reads it as its author gave it, and scales and moves it.
RenderMesh loadRenderMesh(const FileShape& file);

// Two notes about what was repaired, either of which may be "", in one line.
std::string joinNotes(const std::string& a, const std::string& b);

// Calls make(), and prefixes what it throws with the place and the key.
template <class Make>
auto keyed(const Place& place, const std::string& key, Make&& make) {
  try {
    return make();
  } catch (const Error& e) {
    throw Error(place, key, e.what());
  }
}

}  // namespace shoal
