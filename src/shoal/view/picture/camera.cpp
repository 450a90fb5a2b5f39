#include "shoal/view/picture/camera.h"

#include <array>
#include <numbers>

namespace shoal {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kElevation = 20 * kDegree;  // of the camera above the horizon
constexpr double kAzimuth = 28 * kDegree;    // away from straight at the broad side

std::array<Vec3d, 8> corners(const Box3d& b) {
  std::array<Vec3d, 8> c;
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] = {i & 1 ? b.upper.x : b.lower.x, i & 2 ? b.upper.y : b.lower.y,
            i & 4 ? b.upper.z : b.lower.z};
  return c;
}

// Component of v normal to the unit vector n.
Vec3d across(const Vec3d& v, const Vec3d& n) { return v - dot(v, n) * n; }

void look(Camera& camera, const Vec3d& forward, const Vec3d& up) {
  camera.forward = normalised(forward);
  camera.right = cross(camera.forward, up);
  const bool alongUp = length(camera.right) < 1e-6;
  if (alongUp) {
    const Vec3d x{1, 0, 0}, z{0, 0, 1};
    camera.right = across(std::abs(camera.forward.x) < 0.9 ? x : z, camera.forward);
  }
  camera.right = normalised(camera.right);
  camera.up = cross(camera.right, camera.forward);
}

// Default viewing direction.
Vec3d threeQuarterView(const Box3d& frame, const Vec3d& up) {
  const Vec3d x{1, 0, 0}, minusY{0, -1, 0};
  Vec3d side = normalised(across(std::abs(dot(x, up)) < 0.9 ? x : minusY, up));
  Vec3d front = cross(side, up);
  const Vec3d size = frame.size();
  const auto extent = [&](const Vec3d& d) {
    return std::abs(d.x) * size.x + std::abs(d.y) * size.y + std::abs(d.z) * size.z;
  };
  const bool deeperThanWide = extent(front) > 1.2 * extent(side);
  if (deeperThanWide) {
    const Vec3d oldFront = front;
    front = side;
    side = -oldFront;
  }
  const Vec3d level = std::cos(kAzimuth) * front + std::sin(kAzimuth) * side;
  return -(std::cos(kElevation) * level + std::sin(kElevation) * up);
}

// How far back, and how far along one axis of the picture, the eye must go from the centre so that
// points (x along the axis, z ahead) appear within a slope: |x - shift| <= slope (z + back).
class SlopeFit {
 public:
  explicit SlopeFit(double slope) : slope_(slope) {}
  void add(double x, double z) {
    upper_ = std::max(upper_, x - slope_ * z);
    lower_ = std::min(lower_, x + slope_ * z);
  }
  double back() const { return (upper_ - lower_) / (2 * slope_); }
  double shift() const { return (upper_ + lower_) / 2; }

 private:
  double slope_;
  double upper_ = -1e300, lower_ = 1e300;
};

void fit(Camera& camera, const Box3d& frame, const ViewParams& params, double fill) {
  const bool aimed = params.target.has_value();  // the target stays in the middle of the picture
  const Vec3d middle = aimed ? *params.target : frame.centre();
  const double wide = fill * camera.halfWidth, high = fill * camera.halfHeight;
  SlopeFit horizontal(wide), vertical(high);
  double back = 0;
  for (const Vec3d& corner : corners(frame)) {
    const Vec3d d = corner - middle;
    const double x = dot(d, camera.right), y = dot(d, camera.up), z = dot(d, camera.forward);
    horizontal.add(x, z);
    vertical.add(y, z);
    back = std::max(back, 1e-3 * length(frame.size()) - z);  // nothing is behind the eye
    if (aimed) back = std::max({back, std::abs(x) / wide - z, std::abs(y) / high - z});
  }
  camera.eye = middle - back * camera.forward;
  if (aimed) return;
  back = std::max({back, horizontal.back(), vertical.back()});
  camera.eye = middle - back * camera.forward + horizontal.shift() * camera.right +
               vertical.shift() * camera.up;
}

Camera flatCamera(const Box3d& frame, const ViewParams& params, double aspect, double fill) {
  Camera camera;
  camera.orthographic = true;
  const Vec3d size = frame.size();
  camera.halfHeight = std::max(size.y, size.x / aspect) / (2 * fill);
  camera.halfWidth = aspect * camera.halfHeight;
  camera.eye = params.target.value_or(frame.centre());
  camera.eye.z = 2 * camera.halfHeight;
  return camera;
}

}  // namespace

Camera::Ray Camera::ray(double u, double v) const {
  const Vec3d aside = u * halfWidth * right + v * halfHeight * up;
  if (orthographic) return {eye + aside, forward};
  return {eye, normalised(forward + aside)};
}

double Camera::halfHeightAt(const Vec3d& p) const {
  if (orthographic) return halfHeight;
  return std::max(1e-9, dot(p - eye, forward)) * halfHeight;
}

Camera placeCamera(const Box3d& frame, int dimensions, const Vec3d& up, const ViewParams& params,
                   double aspect, double fill) {
  if (dimensions == 2) return flatCamera(frame, params, aspect, fill);
  Camera camera;
  camera.halfHeight = std::tan(params.fieldOfView * kDegree / 2);
  camera.halfWidth = aspect * camera.halfHeight;
  const Vec3d upwards = length(up) > 0 ? normalised(up) : Vec3d{0, 1, 0};
  if (params.position) {
    camera.eye = *params.position;
    const Vec3d towards = params.target.value_or(frame.centre()) - camera.eye;
    if (length(towards) == 0) fail("view.position is where view.target is; move one of them");
    look(camera, towards, upwards);
  } else {
    look(camera, threeQuarterView(frame, upwards), upwards);
    fit(camera, frame, params, fill);
  }
  return camera;
}

}  // namespace shoal
