#include "shoal/view/picture/ray_scene.h"

#include <limits>

#include <embree3/rtcore.h>
#include <tbb/task_arena.h>

#include "shoal/core/error.h"

namespace shoal {

namespace {

constexpr unsigned kParticles = 0, kWalls = 1;  // ids of the geometries in the solid scene

RTCRay makeRay(const Vec3f& o, const Vec3f& d, float far) {
  RTCRay ray{};
  ray.org_x = o.x;
  ray.org_y = o.y;
  ray.org_z = o.z;
  ray.dir_x = d.x;
  ray.dir_y = d.y;
  ray.dir_z = d.z;
  ray.tnear = 0;
  ray.tfar = far;
  ray.mask = std::numeric_limits<unsigned>::max();
  return ray;
}

RTCRayHit makeRayHit(const Vec3f& o, const Vec3f& d, float far) {
  RTCRayHit rayHit{};
  rayHit.ray = makeRay(o, d, far);
  rayHit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return rayHit;
}

bool isHit(const RTCRayHit& r) { return r.hit.geomID != RTC_INVALID_GEOMETRY_ID; }

}  // namespace

struct RayScene::Impl {
  RTCDevice device = rtcNewDevice(nullptr);
  RTCScene solid = nullptr;
  RTCScene lines = nullptr;
  bool hasLines = false;

  Impl() {
    if (!device) fail("cannot make pictures: Embree does not run on this machine");
    solid = rtcNewScene(device);
    lines = rtcNewScene(device);
  }
  ~Impl() {
    rtcReleaseScene(lines);
    rtcReleaseScene(solid);
    rtcReleaseDevice(device);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // A buffer of a geometry, filled by the caller.
  float* vertices(RTCGeometry geometry, RTCFormat format, std::size_t components,
                  std::size_t count) {
    void* data = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, format,
                                         components * sizeof(float), count);
    if (!data) fail("cannot make a picture: out of memory for {} points", count);
    return static_cast<float*>(data);
  }
  unsigned* indices(RTCGeometry geometry, RTCFormat format, std::size_t components,
                    std::size_t count) {
    void* data = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, format,
                                         components * sizeof(unsigned), count);
    if (!data) fail("cannot make a picture: out of memory for {} elements", count);
    return static_cast<unsigned*>(data);
  }
  void attach(RTCScene scene, RTCGeometry geometry, unsigned id) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
    rtcReleaseGeometry(geometry);
  }
  // One thread builds, so that ties between equally near things never depend on how many there are.
  void commit(RTCScene scene) const {
    tbb::task_arena alone(1);
    alone.execute([&] { rtcCommitScene(scene); });
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE)
      fail("cannot make a picture: out of memory for its search tree");
  }

  void addParticles(std::span<const Vec3f> particles, float radius) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    float* v = vertices(geometry, RTC_FORMAT_FLOAT4, 4, particles.size());
    for (const Vec3f& p : particles) {
      // Embree passes over what is not finite.
      *v++ = p.x;
      *v++ = p.y;
      *v++ = p.z;
      *v++ = radius;
    }
    attach(solid, geometry, kParticles);
  }

  void addWalls(std::span<const Vec3f> points,
                std::span<const std::array<std::uint32_t, 3>> triangles) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float* v = vertices(geometry, RTC_FORMAT_FLOAT3, 3, points.size());
    for (const Vec3f& p : points)
      for (std::size_t axis = 0; axis < 3; ++axis) *v++ = p[axis];
    unsigned* i = indices(geometry, RTC_FORMAT_UINT3, 3, triangles.size());
    for (const auto& t : triangles) i = std::copy(t.begin(), t.end(), i);
    attach(solid, geometry, kWalls);
  }

  void addLines(std::span<const RayLine> some) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_FLAT_LINEAR_CURVE);
    float* v = vertices(geometry, RTC_FORMAT_FLOAT4, 4, 2 * some.size());
    unsigned* i = indices(geometry, RTC_FORMAT_UINT, 1, some.size());
    unsigned next = 0;
    for (const RayLine& line : some) {
      for (const float x : {line.from.x, line.from.y, line.from.z, line.fromRadius, line.to.x,
                            line.to.y, line.to.z, line.toRadius})
        *v++ = x;
      *i++ = next;
      next += 2;
    }
    attach(lines, geometry, 0);
    hasLines = true;
  }
};

RayScene::RayScene(const RaySceneParts& parts) : impl_(std::make_unique<Impl>()) {
  if (!parts.particles.empty()) impl_->addParticles(parts.particles, parts.radius);
  if (!parts.wallTriangles.empty()) impl_->addWalls(parts.wallVertices, parts.wallTriangles);
  if (!parts.lines.empty()) impl_->addLines(parts.lines);
  impl_->commit(impl_->solid);
  impl_->commit(impl_->lines);
}

RayScene::~RayScene() = default;

RayHit RayScene::trace(const Vec3f& origin, const Vec3f& direction) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit r = makeRayHit(origin, direction, std::numeric_limits<float>::max());
  rtcIntersect1(impl_->solid, &context, &r);
  if (impl_->hasLines) {
    RTCRayHit line = makeRayHit(origin, direction, r.ray.tfar);
    rtcIntersect1(impl_->lines, &context, &line);
    if (isHit(line)) return {RayHit::Kind::line, 0, 0, line.ray.tfar, -direction};
  }
  if (!isHit(r)) return {};
  const Vec3f normal = normalised(Vec3f{r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z});
  if (r.hit.geomID == kParticles)
    return {RayHit::Kind::particle, r.hit.primID, 0, r.ray.tfar, normal};
  return {RayHit::Kind::wall, 0, r.hit.primID, r.ray.tfar, normal, r.hit.u, r.hit.v};
}

bool RayScene::isBlocked(const Vec3f& origin, const Vec3f& direction, float distance) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay ray = makeRay(origin, direction, distance);
  rtcOccluded1(impl_->solid, &context, &ray);
  return ray.tfar < 0;
}

}  // namespace shoal
