#include "shoal/coupling/quadrature/surface_fields.h"

#include "shoal/coupling/quadrature/seven_point_rule.h"
#include "shoal/geometry/distance/distance.h"

namespace shoal {

namespace {

constexpr double kSampleDistance = 0.1;  // ranges; finer than forces need, for smooth figures

double distanceTo(const TriangleOf<Vec3d>& corner, const Vec3d& p) {
  return std::sqrt(squaredDistance(p, corner));
}
double distanceTo(const SegmentOf<Vec3d>& end, const Vec3d& p) {
  return std::sqrt(squaredDistance(p, end[0], end[1]));
}
double sizeOf(const TriangleOf<Vec3d>& c) { return length(cross(c[1] - c[0], c[2] - c[0])) / 2; }
double sizeOf(const SegmentOf<Vec3d>& end) { return length(end[1] - end[0]); }

// Feeds elements in, one by one, and gives the field.
class FieldSum {
 public:
  FieldSum(FieldKind kind, const Vec3d& point, double h) : kind_(kind), point_(point), h_(h) {}

  template <class Element>
  void add(const Element& element) {
    const double d = distanceTo(element, point_);
    nearest_ = std::min(nearest_, d);
    weight_ += fieldWeight(d, h_);
    weighted_ += d * fieldWeight(d, h_);
    if (kind_ != FieldKind::kConvolution || d >= h_) return;
    const double size = sizeOf(element);
    forEachSample(element, subdivisionsFor(element, kSampleDistance * h_),
                  [&](const Vec3d& x, double weight) {
                    convolution_ += size * weight * fieldWeight(length(point_ - x), h_);
                  });
  }

  double value() const {
    switch (kind_) {
      case FieldKind::kNearest:
        return nearest_;
      case FieldKind::kWeightedSum:
        return weighted_;
      case FieldKind::kNormalised:
        return weight_ > 0 ? weighted_ / weight_ : 0;
      case FieldKind::kConvolution:
        return convolution_;
    }
    return 0;
  }

 private:
  FieldKind kind_;
  Vec3d point_;
  double h_;
  double nearest_ = std::numeric_limits<double>::infinity();
  double weight_ = 0, weighted_ = 0, convolution_ = 0;
};

}  // namespace

double fieldWeight(double d, double h) { return d < h ? sq(1 - sq(d / h)) : 0; }

double fieldAt(FieldKind kind, const TriangleMesh& surface, const Vec3d& point, double h) {
  FieldSum sum(kind, point, h);
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) sum.add(corners(surface, t));
  return sum.value();
}

double fieldAt(FieldKind kind, std::span<const Segment> outline, const Vec3d& point, double h) {
  FieldSum sum(kind, point, h);
  for (const Segment& segment : outline) sum.add(SegmentOf<Vec3d>{segment.a, segment.b});
  return sum.value();
}

}  // namespace shoal
