// The smoothing kernels, written once for any number type. Read by kernels.h for plain numbers and
// by kernels_wide.h, once per machine target, for Wide. No guard and no namespace of its own.
//
// R is the support radius, q = r / R. Each kernel offers
//   weight(r)      W(r)
//   slope(r)       dW/dr divided by r, so that grad W = slope(r) x with r = |x|; finite at r = 0
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

// A polynomial in s = 1 - q^2, fitted so that at its support of 3 spacings all lattices of equal
// number density have the same density, within 0.003 % in the plane and 0.009 % in space (cubic
// spline at 1.9: 0.8 %, Wendland C2 at 3: 0.16 %). Its Fourier transform nearly vanishes at the wave
// numbers of lattices. Fluid that is sheared passes from one lattice to the next; with other kernels
// the density varies on the way, so that pressure resists like the yield stress of a crystal. Needs
// neither root nor division.
template <class T>
class BandLimited {
 public:
  BandLimited(T radius, int dimensions, T scale = 1)
      : perRadius2_(1 / (radius * radius)),
        sigma_(scale * (dimensions == 2 ? T(kPerArea) / (radius * radius)
                                        : T(kPerVolume) / (radius * radius * radius))) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real s = max(Real(0), Real(1) - r * r * Real(perRadius2_));
    Real sum = Real(T(kC[6]));
    for (int k = 5; k >= 0; --k) sum = mulAdd(sum, s, Real(T(kC[k])));
    return Real(sigma_) * s * s * sum;
  }

  template <class Real>
  SHOAL_KERNEL_INLINE Real slope(Real r) const {
    const Real s = max(Real(0), Real(1) - r * r * Real(perRadius2_));
    Real sum = Real(T(8 * kC[6]));
    for (int k = 5; k >= 0; --k) sum = mulAdd(sum, s, Real(T((k + 2) * kC[k])));
    return Real(-2 * sigma_ * perRadius2_) * s * sum;
  }

 private:
  // Of s^2 to s^8. Their sum is one; the factors make the integrals one.
  static constexpr double kC[7] = {0.0165627318, -0.102839292, 0.800448091, -1.91029573, 3.62855436, -2.85396143, 1.42153127};
  static constexpr double kPerArea = 2.25614511, kPerVolume = 3.49129886;
  T perRadius2_, sigma_;
};

// The same idea for density alone, at a support of kEvenPackingSupport spacings: a polynomial in
// s = 1 - q^2 with coefficients for the plane and for space, fitted by least squares to lattices
// within reach of square and hexagonal, simple, face-centred and body-centred cubic ones. Their
// densities differ by 0.014 % in the plane and 0.04 % in space (standard deviation; cubic spline of
// that support: 0.18 and 0.26 %). As a kernel of gradients it would be too narrow to be smooth.
template <class T>
class EvenPacking {
 public:
  EvenPacking(T radius, int dimensions, T scale = 1)
      : perRadius2_(1 / (radius * radius)),
        sigma_(scale / (dimensions == 2 ? radius * radius : radius * radius * radius)),
        c_(dimensions == 2 ? kPlane : kSpace) {}

  template <class Real>
  SHOAL_KERNEL_INLINE Real weight(Real r) const {
    const Real s = max(Real(0), Real(1) - r * r * Real(perRadius2_));
    Real sum = Real(T(c_[4]));
    for (int k = 3; k >= 0; --k) sum = mulAdd(sum, s, Real(T(c_[k])));
    return Real(sigma_) * s * s * sum;
  }

 private:
  // Of s^2 to s^6, for a radius of one.
  static constexpr double kPlane[5] = {0.048043, 0.306482, 0.099754, 0.124274, 1.300064};
  static constexpr double kSpace[5] = {0.322690, -0.758680, 3.109510, -2.606629, 2.321029};
  T perRadius2_, sigma_;
  const double* c_;
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
