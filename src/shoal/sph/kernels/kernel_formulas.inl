// The smoothing kernels, written once for any number type. Read by kernels.h for plain numbers and
// by kernels_wide.h, once per machine target, for Wide. No guard and no namespace of its own.
//
// R is the support radius, q = r / R. Each kernel offers
//   weight(r)      W(r)
//   slope(r)       dW/dr divided by r, so that grad W = slope(r) x with r = |x|; finite at r = 0
//   laplacian(r)   where a paper uses it
// T is the type of the constants, Real (T or Wide) that of the argument. The kernels that solvers
// smooth with take a factor `scale`, see KernelChoice. mulAdd(a, b, c) is a * b + c.

// The cubic B-spline, [Mon92]: sigma (2 (1-q)^3 - 8 (1/2-q)^3), each power only where positive.
template <class T>
class CubicSpline {
 public:
  CubicSpline(T radius, int dimensions, T scale = 1)
      : inverseRadius_(1 / radius),
        sigma_(scale * (dimensions == 2
                            ? T(40 / (7 * std::numbers::pi)) / (radius * radius)
                            : T(8 / std::numbers::pi) / (radius * radius * radius))) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real a = max(Real(0), mulAdd(r, Real(-inverseRadius_), Real(1)));
    const Real b = max(Real(0), mulAdd(r, Real(-inverseRadius_), Real(T(0.5))));
    return Real(sigma_) * mulAdd(Real(2) * a * a, a, Real(-8) * b * b * b);
  }

  template <class Real>
  SHOAL_KERNEL_INLINE Real slope(Real r) const {
    const Real q = max(r * Real(inverseRadius_), Real(T(1e-6)));
    const Real a = max(Real(0), Real(1) - q);
    const Real b = max(Real(0), Real(T(0.5)) - q);
    return Real(sigma_ * inverseRadius_ * inverseRadius_) *
           mulAdd(Real(24) * b, b, Real(-6) * a * a) / q;
  }

 private:
  T inverseRadius_, sigma_;
};

// Wendland's C2 function, [Wen95]: sigma (1-q)^4 (1+4q). Does not clump, and needs no division.
template <class T>
class WendlandC2 {
 public:
  WendlandC2(T radius, int dimensions, T scale = 1)
      : inverseRadius_(1 / radius),
        sigma_(scale * (dimensions == 2
                            ? T(7 / std::numbers::pi) / (radius * radius)
                            : T(21 / (2 * std::numbers::pi)) / (radius * radius * radius))) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real q = r * Real(inverseRadius_);
    const Real a = max(Real(0), Real(1) - q);
    const Real a2 = a * a;
    return Real(sigma_) * a2 * a2 * mulAdd(Real(4), q, Real(1));
  }

  template <class Real>
  SHOAL_KERNEL_INLINE Real slope(Real r) const {
    const Real a = max(Real(0), mulAdd(r, Real(-inverseRadius_), Real(1)));
    return Real(-20 * sigma_ * inverseRadius_ * inverseRadius_) * a * a * a;
  }

 private:
  T inverseRadius_, sigma_;
};

// sigma (1-q^2)^2: the widest bell among these for its radius, for averages over few particles.
template <class T>
class Biquadratic {
 public:
  Biquadratic(T radius, int dimensions)
      : inverseRadius_(1 / radius),
        sigma_(dimensions == 1   ? T(15) / (16 * radius)
               : dimensions == 2 ? T(3 / std::numbers::pi) / (radius * radius)
                                 : T(105 / (32 * std::numbers::pi)) / (radius * radius * radius)) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real q = r * Real(inverseRadius_);
    const Real a = max(Real(0), Real(1) - q * q);
    return Real(sigma_) * a * a;
  }

  template <class Real>
  SHOAL_KERNEL_INLINE Real slope(Real r) const {
    const Real q = r * Real(inverseRadius_);
    return Real(-4 * sigma_ * inverseRadius_ * inverseRadius_) * max(Real(0), Real(1) - q * q);
  }

 private:
  T inverseRadius_, sigma_;
};

// [MCG03] eq. 20: sigma (R^2 - r^2)^3. Needs no root; its slope fades where particles are closest.
template <class T>
class Poly6 {
 public:
  Poly6(T radius, int dimensions)
      : squaredRadius_(radius * radius),
        sigma_(dimensions == 2 ? T(4 / std::numbers::pi) / T(portable::pow(radius, 8))
                               : T(315 / (64 * std::numbers::pi)) / T(portable::pow(radius, 9))) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real a = max(Real(0), Real(squaredRadius_) - r * r);
    return Real(sigma_) * a * a * a;
  }

  template <class Real>
  SHOAL_KERNEL_INLINE Real slope(Real r) const {
    const Real a = max(Real(0), Real(squaredRadius_) - r * r);
    return Real(-6 * sigma_) * a * a;
  }

 private:
  T squaredRadius_, sigma_;
};

// [MCG03] eq. 21: sigma (R - r)^3. Its slope does not fade, so that pressure parts close particles.
template <class T>
class Spiky {
 public:
  Spiky(T radius, int dimensions)
      : radius_(radius),
        sigma_(dimensions == 2 ? T(10 / std::numbers::pi) / T(portable::pow(radius, 5))
                               : T(15 / std::numbers::pi) / T(portable::pow(radius, 6))) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real a = max(Real(0), Real(radius_) - r);
    return Real(sigma_) * a * a * a;
  }

  // The true slope is singular at r = 0; there it is cut off, and times x = 0 it vanishes.
  template <class Real>
  SHOAL_KERNEL_INLINE Real slope(Real r) const {
    const Real a = max(Real(0), Real(radius_) - r);
    return Real(-3 * sigma_) * a * a / max(r, Real(T(1e-6) * radius_));
  }

 private:
  T radius_, sigma_;
};

// The kernel of [MSHG04] eq. 18, whose Laplacian is linear and nowhere negative.
// In space W = 15 / (2 pi R^3) (-q^3/2 + q^2 + 1/(2q) - 1), Laplacian 45 / (pi R^6) (R - r).
// In the plane, solving the same Laplacian k (R - r) with W(R) = W'(R) = 0:
// W = k R^3 (q^2/4 - q^3/9 - ln(q)/6 - 5/36), normalised by k = 40 / (pi R^5).
template <class T>
class ViscosityKernel {
 public:
  ViscosityKernel(T radius, int dimensions)
      : radius_(radius),
        planar_(dimensions == 2),
        linear_(planar_ ? T(40 / std::numbers::pi) / T(portable::pow(radius, 5))
                        : T(45 / std::numbers::pi) / T(portable::pow(radius, 6))) {}

  // For plain numbers only: passes use the Laplacian. Singular at r = 0.
  T weight(T r) const {
    const T q = r / radius_;
    if (q >= 1) return 0;
    if (planar_)
      return linear_ * radius_ * radius_ * radius_ *
             (q * q / 4 - q * q * q / 9 - portable::log(q) / 6 - T(5) / 36);
    return linear_ * radius_ * radius_ * radius_ / 6 *
           (-q * q * q / 2 + q * q + 1 / (2 * q) - 1);
  }

  T slope(T r) const {
    const T q = r / radius_;
    if (q >= 1) return 0;
    if (planar_) return linear_ * radius_ * (T(0.5) - q / 3 - 1 / (6 * q * q));
    return linear_ * radius_ / 6 * (-3 * q / 2 + 2 - 1 / (2 * q * q * q));
  }

  template <class Real>
  SHOAL_KERNEL_INLINE Real laplacian(Real r) const {
    return Real(linear_) * max(Real(0), Real(radius_) - r);
  }

 private:
  T radius_;
  bool planar_;
  T linear_;
};
