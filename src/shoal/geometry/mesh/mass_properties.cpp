#include "shoal/geometry/mesh/mass_properties.h"

#include <Eigen/Eigenvalues>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/mesh/outline.h"

namespace shoal {

namespace {

std::string placeText(const Vec3d& p) { return fmt::format("({:g}, {:g}, {:g})", p.x, p.y, p.z); }

// Throws unless the mesh bounds a volume, and names the first edge that is open or flipped.
void requireSolid(const TriangleMesh& mesh) {
  if (const MeshReport report = checkMesh(mesh); !report.closed()) {
    const TriangleMesh joined = welded(mesh);
    for (const MeshEdge& edge : meshEdges(joined.triangles))
      if (edge.forward != edge.backward)
        fail("the mesh is {}; repair the edge from {} to {}", report.summary(),
             placeText(joined.vertices[edge.a]), placeText(joined.vertices[edge.b]));
  }
  const Vec3d size = mesh.bounds().size();
  const double volume = mesh.signedVolume();
  const double least = 1e-9 * cube(std::max({size.x, size.y, size.z}));
  const Vec3d centre = mesh.bounds().centre();
  if (volume < -least)
    fail("the mesh around {} is inside out; turn its triangles", placeText(centre));
  if (!(volume > least)) fail("the mesh around {} encloses no volume", placeText(centre));
}

// Integrals of 1, x and x x^T over a region.
struct Moments {
  double m0 = 0;
  Vec3d m1;
  Symmetric3 m2;

  // Adds `weight` times the mean of x x^T over the corners and their sum.
  void addSecond(double weight, const Vec3d& p) { m2 += weightedSquare(weight, p); }
};

// The inertia about the centre, from moments about a point `reference`.
MassProperties fromMoments(const Moments& m, const Vec3d& reference, double density) {
  const Vec3d c = m.m1 / m.m0;
  MassProperties p;
  p.volume = m.m0;
  p.mass = density * m.m0;
  p.centre = reference + c;
  const double xx = density * (m.m2.xx - m.m0 * c.x * c.x);
  const double yy = density * (m.m2.yy - m.m0 * c.y * c.y);
  const double zz = density * (m.m2.zz - m.m0 * c.z * c.z);
  p.inertia = {yy + zz,
               zz + xx,
               xx + yy,
               -density * (m.m2.xy - m.m0 * c.x * c.y),
               -density * (m.m2.yz - m.m0 * c.y * c.z),
               -density * (m.m2.zx - m.m0 * c.z * c.x)};
  return p;
}

}  // namespace

MassProperties massProperties(const TriangleMesh& mesh, double density) {
  requireSolid(mesh);
  const Vec3d reference = mesh.bounds().centre();  // near the mesh, to limit cancellation
  Moments m;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    auto [a, b, c] = corners(mesh, t);
    a -= reference, b -= reference, c -= reference;
    const double det = dot(a, cross(b, c));  // six times the volume of the tetrahedron 0abc
    const Vec3d sum = a + b + c;
    m.m0 += det / 6;
    m.m1 += det / 24 * sum;
    for (const Vec3d& p : {a, b, c, sum}) m.addSecond(det / 120, p);
  }
  return fromMoments(m, reference, density);
}

MassProperties planarMassProperties(const TriangleMesh& mesh, double density) {
  requireSolid(mesh);
  Vec3d reference = mesh.bounds().centre();
  reference.z = 0;
  Moments m;
  for (const Segment& segment : sliceAtZeroPlane(mesh)) {
    const Vec3d a = segment.a - reference, b = segment.b - reference;
    const double det = a.x * b.y - a.y * b.x;  // twice the area of the triangle 0ab
    m.m0 += det / 2;
    m.m1 += det / 6 * (a + b);
    for (const Vec3d& p : {a, b, a + b}) m.addSecond(det / 24, p);
  }
  const Vec3d size = mesh.bounds().size();
  if (!(m.m0 > 1e-9 * sq(std::max(size.x, size.y))))
    fail("the mesh around {} does not cross the plane z = 0", placeText(mesh.bounds().centre()));
  return fromMoments(m, reference, density);
}

PrincipalInertia principalInertia(const Symmetric3& i) {
  const double off = std::max({std::abs(i.xy), std::abs(i.yz), std::abs(i.zx)});
  if (off <= 1e-12 * std::max({i.xx, i.yy, i.zz})) return {{i.xx, i.yy, i.zz}, {}};
  Eigen::Matrix3d matrix;
  matrix << i.xx, i.xy, i.zx, i.xy, i.yy, i.yz, i.zx, i.yz, i.zz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  const Eigen::Quaterniond q(axes);
  const Eigen::Vector3d& moments = solver.eigenvalues();
  return {{moments[0], moments[1], moments[2]}, normalised(Quaternion{q.w(), q.x(), q.y(), q.z()})};
}

}  // namespace shoal
