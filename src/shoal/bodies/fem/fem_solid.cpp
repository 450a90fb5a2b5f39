#include "shoal/bodies/fem/fem_solid.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

std::vector<FemMaterial> materialsOfAll(const TetraMesh& mesh, const FemMaterial& one,
                                        std::vector<FemMaterial> each) {
  if (each.empty()) each.assign(mesh.tets.size(), one);
  if (each.size() != mesh.tets.size())
    fail("materials are given for {} of {} tetrahedra; give one for each", each.size(),
         mesh.tets.size());
  for (const FemMaterial& material : each) validate(material);
  return each;
}

template <class Work>
void forEachNode(std::size_t nodes, Work&& work) {
  parallelChunks(
      nodes,
      [&](Range r, std::size_t) {
        for (std::size_t i = r.begin; i != r.end; ++i) work(i);
      },
      kRowChunk);
}

// NaN if any component is.
double largest(const std::vector<Vec3d>& values) {
  double most = 0;
  for (const Vec3d& a : values) {
    const double size = dot(a, a);
    if (!(size <= most)) most = size;
  }
  return std::sqrt(most);
}

}  // namespace

FemSolid::FemSolid(const TetraMesh& mesh, const FemParams& params,
                   std::vector<FemMaterial> materials)
    : params_(params),
      materials_(materialsOfAll(mesh, params.material, std::move(materials))),
      mesh_(makeFemMesh(mesh, params.elements == FemElements::Quadratic)),
      elasticity_(mesh_, params.law, materials_),
      system_(mesh_, materials_),
      size_(length(mesh.bounds().size())) {
  validate(params);
  elasticity_.storeAt(system_.places(mesh_));
  x = mesh_.rest;
  v.assign(x.size(), {});
  force.assign(x.size(), {});
  contact.assign(x.size(), {});
  fixed.assign(x.size(), kNoAxis);
  for (auto* values : {&u_, &du_, &at_, &impulse_, &right_}) values->assign(x.size(), {});
  const std::vector<Vec3d> ones(x.size(), Vec3d{1, 1, 1});
  for (std::size_t i = 0; i < x.size(); ++i) {
    mass_.push_back(system_.massTimes(i, ones).x);
    totalMass_ += mass_.back();
  }
}

void FemSolid::advance(double dt, const Vec3d& gravity) {
  effort_ = {};
  if (!(dt > 0)) return;
  const double steps = std::max(1.0, std::ceil(dt / params_.solver.maxStep - 1e-9));
  for (double s = 0; s < steps; ++s) {
    findVelocity(dt / steps, gravity);
    finishStep(dt / steps);
  }
}

// The midpoint rule as half a step of backward Euler, extrapolated: its velocity is that of the
// middle of the step and its force acts at positions in the middle, so that energy is kept to
// second order and angular momentum to the tolerance of the solver.
void FemSolid::findVelocity(double dt, const Vec3d& gravity) {
  constexpr int kCareful = 20;
  const int iterations = params_.solver.maxIterations;
  const Implicit equation{.h = midpoint() ? dt / 2 : dt, .gravity = gravity};
  firstGuess(iterations > 1 ? 1 : 0);
  if (solve(equation, iterations, Pace::Full) == End::Diverged) {
    firstGuess(0);
    if (solve(equation, std::max(iterations, kCareful), Pace::Careful) == End::Diverged)
      fail("a solid moves without bounds; shorten its step or look for what pushes it");
  }
  for (std::size_t i = 0; i < resistance_.integral.size(); ++i)
    resistance_.integral[i] += equation.h * departure(i, equation.h);
  balanceMomentum(equation);
  solved_ = u_;
}

void FemSolid::resist(std::vector<Matrix3> stiffness) {
  resistance_.stiffness = std::move(stiffness);
  resistance_.velocity = v;
  resistance_.away.assign(x.size(), {});
  resistance_.integral.assign(x.size(), {});
}

// At the end of a step of length h with the velocity u.
Vec3d FemSolid::departure(std::size_t i, double h) const {
  return resistance_.away[i] + h * (u_[i] - resistance_.velocity[i]);
}

// The velocity change by contact in the middle of the step is applied once at its end, too: an
// impact acts once, and a stopped body does not bounce.
void FemSolid::finishStep(double dt) {
  forEachNode(x.size(), [&](std::size_t i) {
    x[i] += dt * u_[i];
    if (!resistance_.away.empty()) resistance_.away[i] = departure(i, dt);
    const Vec3d end = midpoint() ? u_[i] + solved_[i] - v[i] : u_[i];
    v[i] = without(end, fixed[i]) + (v[i] - without(v[i], fixed[i]));
  });
  if (plastic()) elasticity_.flow(x, dt, params_.plasticity);
  ++effort_.steps;
}

// As findVelocity() does, but with one linearisation, and without a change of state.
void FemSolid::predictAccelerations(double step, const Vec3d& gravity,
                                    std::vector<Vec3d>& accelerations) {
  const double h = midpoint() ? step / 2 : step;
  firstGuess(params_.solver.maxIterations > 1 ? 1 : 0);
  indefinite_ = true;
  linearise({.h = h, .gravity = gravity});
  response_ = system_.assembled();
  accelerations.resize(x.size());
  forEachNode(x.size(), [&](std::size_t i) { accelerations[i] = (u_[i] + du_[i] - v[i]) / h; });
}

void FemSolid::respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const {
  constexpr double kTolerance = 1e-3;
  constexpr int kMaxIterations = 200;
  std::vector<Vec3d> loose(impulses.begin(), impulses.end());
  for (std::size_t i = 0; i < loose.size(); ++i) loose[i] = without(loose[i], fixed[i]);
  if (params_.solver.linearSolver == FemLinearSolver::Direct)
    direct_.solveAgain(loose, change);
  else
    responseGradients_.solve(response_, loose, change, kTolerance, kMaxIterations);
}

// Incremental loading: Newton's method converges from nearby only, so the imbalance of forces is
// applied in increments, which double after success and halve after failure.
void FemSolid::settle(const Vec3d& gravity) {
  constexpr int kIterations = 30, kMostPortions = 40;
  const Implicit equation{.h = 1, .inertia = 0, .gravity = gravity};
  withheld_.clear();
  std::fill(u_.begin(), u_.end(), Vec3d{});
  elasticity_.evaluate(x, {}, false);
  at_ = x;
  findResidual(equation);
  const std::vector<Vec3d> imbalance = right_;
  double share = 0, more = 1;
  for (int portions = 0; share < 1; ++portions) {
    more = std::min(more, 1 - share);
    withheld_ = imbalance;
    for (Vec3d& f : withheld_) f *= 1 - share - more;
    std::fill(u_.begin(), u_.end(), Vec3d{});
    if (solve(equation, kIterations, Pace::Full) == End::Converged) {
      forEachNode(x.size(), [&](std::size_t i) { x[i] += u_[i]; });
      share += more;
      more *= 2;
    } else {
      more /= 2;
    }
    if (share < 1 && (more < 1e-4 || portions == kMostPortions)) {
      withheld_.clear();
      fail("a solid finds no rest under its load; lessen the load or hold more of its nodes");
    }
  }
  withheld_.clear();
  forEachNode(x.size(), [&](std::size_t i) { v[i] = v[i] - without(v[i], fixed[i]); });
}

// Initial guess: velocities times `of`; prescribed ones as they are.
void FemSolid::firstGuess(double of) {
  fromRest_ = of == 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3d loose = without(v[i], fixed[i]);
    u_[i] = (v[i] - loose) + of * loose;
  }
}

FemSolid::End FemSolid::solve(const Implicit& equation, int iterations, Pace pace) {
  // A single linearisation has no line search that would notice an increase of the potential.
  indefinite_ = iterations == 1 || pace == Pace::Careful;
  const double farthest = pace == Pace::Careful ? 1e30 : 100 * size_;
  double first = 0, last = 0;
  for (int k = 0; k < iterations; ++k) {
    ++effort_.linearisations;
    linearise(equation);
    last = equation.h * takeCorrection(equation, pace);
    if (!(last < farthest)) return End::Diverged;
    if (last <= params_.solver.tolerance * size_) return End::Converged;
    if (k == 0) first = last;
  }
  return last > first && pace == Pace::Full ? End::Diverged : End::Unfinished;
}

FemElasticity::Damping FemSolid::damping(const Implicit& equation) const {
  return {equation.inertia > 0 ? params_.stiffnessDamping : 0, equation.h, x, u_};
}

// Newton correction du of the velocity u.
void FemSolid::linearise(const Implicit& equation) {
  const double h = equation.h;
  forEachNode(x.size(), [&](std::size_t i) { at_[i] = x[i] + h * u_[i]; });
  const double mass = equation.inertia * (1 + h * params_.massDamping);
  const auto solved = [&] {
    elasticity_.evaluate(at_, damping(equation), indefinite_);
    findResidual(equation);
    const BlockMatrix& matrix =
        system_.assemble(mass, h * h, elasticity_.stiffness(), resistance_.stiffness, fixed);
    return fromRest_ ? solveFromVelocity(matrix) : solveLinear(matrix);
  };
  if (solved().positive || indefinite_) return;
  indefinite_ = true;
  solved();
}

// Adds the correction, fully or shortened by a line search until the potential falls; returns the
// largest change.
double FemSolid::takeCorrection(const Implicit& equation, Pace pace) {
  constexpr double kShortest = 1e-4, kRoundOff = 1e-12;
  const double before = pace == Pace::Careful ? potential(equation) : 0;
  forEachNode(x.size(), [&](std::size_t i) { u_[i] += du_[i]; });
  double share = 1;
  while (pace == Pace::Careful && share > kShortest &&
         !(potential(equation) <= before + kRoundOff * std::abs(before))) {
    share /= 2;
    forEachNode(x.size(), [&](std::size_t i) { u_[i] -= share * du_[i]; });
  }
  return share * largest(du_);
}

// Its derivative by u is minus the residual.
double FemSolid::potential(const Implicit& equation) {
  const double h = equation.h;
  const double drag = 1 + h * params_.massDamping;
  forEachNode(x.size(), [&](std::size_t i) {
    at_[i] = x[i] + h * u_[i];
    impulse_[i] = equation.inertia * (drag / 2 * u_[i] - v[i]) - h * equation.gravity;
  });
  double sum = elasticity_.energy(at_, damping(equation));
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += dot(u_[i], system_.massTimes(i, impulse_) - h * (force[i] + contact[i]));
  for (std::size_t i = 0; i < resistance_.stiffness.size(); ++i) {
    const Vec3d away = departure(i, h);
    sum += dot(away, resistance_.stiffness[i] * away) / 2;
  }
  return sum;
}

// Residual, the right-hand side of the correction: h f - M (inertia ((1 + h alpha) u - v) - h g).
void FemSolid::findResidual(const Implicit& equation) {
  const double h = equation.h;
  const double drag = 1 + h * params_.massDamping;
  forEachNode(x.size(), [&](std::size_t i) {
    impulse_[i] = equation.inertia * (drag * u_[i] - v[i]) - h * equation.gravity;
  });
  forEachNode(x.size(), [&](std::size_t i) {
    Vec3d f = system_.gather(i, elasticity_.forces()) + force[i] + contact[i];
    if (!withheld_.empty()) f -= withheld_[i];
    if (!resistance_.stiffness.empty()) f -= resistance_.stiffness[i] * departure(i, h);
    right_[i] = without(h * f - system_.massTimes(i, impulse_), fixed[i]);
  });
}

SolveReport FemSolid::solveLinear(const BlockMatrix& matrix) {
  const FemSolverParams& how = params_.solver;
  const SolveReport report =
      how.linearSolver == FemLinearSolver::Direct
          ? direct_.solve(matrix, right_, du_)
          : gradients_.solve(matrix, right_, du_, how.linearTolerance, how.maxLinearIterations);
  effort_.iterations += report.iterations;
  return report;
}

// The first correction from rest is the velocity at the end of the step. That of its start is near.
SolveReport FemSolid::solveFromVelocity(const BlockMatrix& matrix) {
  const FemSolverParams& how = params_.solver;
  fromRest_ = false;
  if (how.linearSolver == FemLinearSolver::Direct) return solveLinear(matrix);
  forEachNode(x.size(), [&](std::size_t i) { du_[i] = without(v[i], fixed[i]); });
  const SolveReport report =
      gradients_.solveFrom(matrix, right_, du_, how.linearTolerance, how.maxLinearIterations);
  effort_.iterations += report.iterations;
  return report;
}

// Linear solvers leave a residual. Its momentum is given to a solid without constraints as a
// translation, which changes no inner force.
void FemSolid::balanceMomentum(const Implicit& equation) {
  drag_ = 1 + equation.h * params_.massDamping;
  Vec3d missing = equation.h * totalMass_ * equation.gravity;
  for (std::size_t i = 0; i < x.size(); ++i)
    missing += equation.h * (force[i] + contact[i]) - mass_[i] * (drag_ * u_[i] - v[i]);
  for (std::size_t i = 0; i < resistance_.stiffness.size(); ++i)
    missing -= equation.h * (resistance_.stiffness[i] * departure(i, equation.h));
  shift(u_, missing);
}

bool FemSolid::isFree() const {
  return std::ranges::all_of(fixed, [](std::uint8_t axes) { return axes == kNoAxis; });
}

void FemSolid::shift(std::span<Vec3d> velocities, const Vec3d& impulse) const {
  if (!isFree()) return;
  const Vec3d all = impulse / (drag_ * totalMass_);
  for (Vec3d& u : velocities) u += all;
}

// The response of the linearised step to impulses J: ((1 + h alpha) M + h^2 K) du = J. If the
// matrix is not positive definite, the solid moves by a translation.
std::span<const Vec3d> FemSolid::responseTo(std::span<const Vec3d> impulses) {
  parallelFor(x.size(), [&](std::size_t i) { right_[i] = without(impulses[i], fixed[i]); });
  if (!solveLinear(system_.assembled()).positive) std::fill(du_.begin(), du_.end(), Vec3d{});
  Vec3d missing;
  for (std::size_t i = 0; i < x.size(); ++i) missing += impulses[i] - drag_ * mass_[i] * du_[i];
  shift(du_, missing);
  return du_;
}

void FemSolid::applyImpulses(std::span<const Vec3d> impulses) {
  responseTo(impulses);
  for (std::size_t i = 0; i < x.size(); ++i) u_[i] += du_[i];
}

}  // namespace shoal
