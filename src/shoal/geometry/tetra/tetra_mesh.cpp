#include "shoal/geometry/tetra/tetra_mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

// The faces of a tetrahedron of positive volume, outward; the face opposite to vertex 3, 2, 1, 0.
constexpr std::array<std::array<std::uint8_t, 3>, 4> kFaces{
    {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

struct Face {
  Triangle sorted;
  bool even = false;  // whether sorting took an even number of swaps
  std::uint32_t number = 0;
};

Triangle faceOf(const TetraMesh& mesh, std::uint32_t number) {
  const Tetra& tet = mesh.tets[number / 4];
  const auto& corner = kFaces[number % 4];
  return {tet[corner[0]], tet[corner[1]], tet[corner[2]]};
}

Face sortedFace(const TetraMesh& mesh, std::uint32_t number) {
  Face face{faceOf(mesh, number), true, number};
  auto& [a, b, c] = face.sorted;
  const auto order = [&](std::uint32_t& p, std::uint32_t& q) {
    if (p <= q) return;
    std::swap(p, q);
    face.even = !face.even;
  };
  order(a, b);
  order(b, c);
  order(a, b);
  return face;
}

// Those on the same vertices one after the other.
std::vector<Face> sortedFaces(const TetraMesh& mesh) {
  std::vector<Face> faces(4 * mesh.tets.size());
  for (std::uint32_t n = 0; n < faces.size(); ++n) faces[n] = sortedFace(mesh, n);
  std::sort(faces.begin(), faces.end(), [](const Face& f, const Face& g) {
    return f.sorted != g.sorted ? f.sorted < g.sorted : f.number < g.number;
  });
  return faces;
}

template <class Visit>  // visit(first, count)
void forEachPlace(const std::vector<Face>& faces, Visit&& visit) {
  for (std::size_t begin = 0, end; begin < faces.size(); begin = end) {
    end = begin + 1;
    while (end < faces.size() && faces[end].sorted == faces[begin].sorted) ++end;
    visit(&faces[begin], end - begin);
  }
}

std::string placeOf(const TetraMesh& mesh, std::size_t tet) {
  Vec3d centre;
  for (const std::uint32_t v : mesh.tets[tet]) centre += mesh.vertices[v] / 4.0;
  return fmt::format("tetrahedron {} at ({:.6g}, {:.6g}, {:.6g})", tet, centre.x, centre.y,
                     centre.z);
}

bool isFlat(const TetraMesh& mesh, std::size_t t) {
  constexpr double kFlat = 1e-10;  // of the cube of the longest edge
  double longest = 0;
  for (const std::uint32_t i : mesh.tets[t])
    for (const std::uint32_t j : mesh.tets[t])
      longest = std::max(longest, length(mesh.vertices[i] - mesh.vertices[j]));
  return !(std::abs(signedVolume(mesh, t)) > kFlat * cube(longest));
}

std::size_t leaveOutUnused(TetraMesh& mesh) {
  std::vector<bool> used(mesh.vertices.size());
  for (const Tetra& tet : mesh.tets)
    for (const std::uint32_t v : tet) used[v] = true;
  std::vector<std::uint32_t> number(mesh.vertices.size());
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    mesh.vertices[next] = mesh.vertices[v];
    number[v] = next++;
  }
  const std::size_t unused = mesh.vertices.size() - next;
  mesh.vertices.resize(next);
  for (Tetra& tet : mesh.tets)
    for (std::uint32_t& v : tet) v = number[v];
  return unused;
}

// Not those of the skin: a hollow part has two skins.
std::size_t countParts(const TetraMesh& mesh) {
  TriangleMesh faces{mesh.vertices, {}};
  for (const auto& [a, b, c, d] : mesh.tets) {
    faces.triangles.push_back({a, b, c});
    faces.triangles.push_back({b, c, d});
  }
  return connectedParts(faces).count;
}

void requireFacesOfTwo(const TetraMesh& mesh) {
  forEachPlace(sortedFaces(mesh), [&](const Face* face, std::size_t count) {
    const std::size_t tet = face[count - 1].number / 4;
    if (count > 2)
      fail("{} is one of {} at the same face; leave two there", placeOf(mesh, tet), count);
    if (count == 2 && face[0].even == face[1].even)
      fail("{} overlaps tetrahedron {}; remove one of them", placeOf(mesh, tet),
           face[0].number / 4);
  });
}

}  // namespace

Box3d TetraMesh::bounds() const {
  Box3d box;
  for (const Vec3d& v : vertices) box.extend(v);
  return box;
}

double TetraMesh::volume() const {
  double sum = 0;
  for (std::size_t t = 0; t < tets.size(); ++t) sum += signedVolume(*this, t);
  return sum;
}

double signedVolume(const TetraMesh& mesh, std::size_t tet) {
  const auto& [a, b, c, d] = mesh.tets[tet];
  const Vec3d& o = mesh.vertices[a];
  return dot(cross(mesh.vertices[b] - o, mesh.vertices[c] - o), mesh.vertices[d] - o) / 6;
}

std::vector<Triangle> boundaryTriangles(const TetraMesh& mesh) {
  std::vector<std::uint32_t> alone;
  forEachPlace(sortedFaces(mesh), [&](const Face* face, std::size_t count) {
    if (count == 1) alone.push_back(face->number);
  });
  std::sort(alone.begin(), alone.end());
  std::vector<Triangle> triangles;
  triangles.reserve(alone.size());
  for (const std::uint32_t number : alone) triangles.push_back(faceOf(mesh, number));
  return triangles;
}

void requireUsable(const TetraMesh& mesh) {
  if (mesh.tets.empty()) fail("the mesh has no tetrahedra; give it at least one");
  constexpr std::size_t kMost = 1u << 30;  // faces are counted with 32 bits
  if (mesh.tets.size() >= kMost || mesh.vertices.size() >= kMost)
    fail("a mesh of {} tetrahedra is too large; keep below {}", mesh.tets.size(), kMost);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    for (const double x : {mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z})
      if (!(std::abs(x) <= kLargestCoordinate))
        fail("vertex {} of the mesh has the coordinate {}; keep within {} m", v, x,
             kLargestCoordinate);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (const std::uint32_t v : mesh.tets[t])
      if (v >= mesh.vertices.size())
        fail("tetrahedron {} of the mesh names vertex {} of {}; count vertices from 0", t, v,
             mesh.vertices.size());
}

TetraRepair repair(TetraMesh& mesh) {
  requireUsable(mesh);
  TetraRepair found;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    if (isFlat(mesh, t)) fail("{} has no volume; remove it", placeOf(mesh, t));
    if (signedVolume(mesh, t) > 0) continue;
    std::swap(mesh.tets[t][0], mesh.tets[t][1]);
    ++found.reordered;
  }
  requireFacesOfTwo(mesh);
  found.unusedVertices = leaveOutUnused(mesh);
  found.parts = countParts(mesh);
  for (const MeshEdge& edge : meshEdges(boundaryTriangles(mesh)))
    if (edge.forward + edge.backward > 2) ++found.hinges;
  return found;
}

std::string TetraRepair::note() const {
  std::string text;
  const auto add = [&](bool found, const std::string& what) {
    if (found) text += (text.empty() ? "" : ", ") + what;
  };
  add(reordered > 0, fmt::format("{} tetrahedra put into the right order", reordered));
  add(unusedVertices > 0, fmt::format("{} unused vertices left out", unusedVertices));
  add(parts > 1, fmt::format("{} parts that do not hold together", parts));
  add(hinges > 0, fmt::format("{} edges that act as hinges", hinges));
  return text;
}

}  // namespace shoal
