#include "shoal/bodies/fem/direct_solver.h"

#include <Eigen/SparseCholesky>

namespace shoal {

struct DirectSolver::Impl {
  Eigen::SparseMatrix<double> matrix;  // its lower half
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> factors;
};

DirectSolver::DirectSolver() : impl_(std::make_unique<Impl>()) {}
DirectSolver::~DirectSolver() = default;
DirectSolver::DirectSolver(DirectSolver&&) noexcept = default;
DirectSolver& DirectSolver::operator=(DirectSolver&&) noexcept = default;

namespace {

// The blocks are symmetric as a whole: row i of the upper half is column i of the lower one.
template <class Visit>  // visit(row, column, value) of the lower half, column by column
void forEachLowerEntry(const BlockMatrix& a, Visit&& visit) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
      for (std::uint32_t k = a.rowStart[i]; k != a.rowStart[i + 1]; ++k)
        for (std::size_t r = 0; r < 3; ++r) {
          const std::size_t row = std::size_t{3} * a.column[k] + r, column = 3 * i + c;
          if (row >= column)
            visit(static_cast<int>(row), static_cast<int>(column), a.block[k](c, r));
        }
}

}  // namespace

SolveReport DirectSolver::solve(const BlockMatrix& a, std::span<const Vec3d> b,
                                std::span<Vec3d> x) {
  const auto size = static_cast<Eigen::Index>(3 * a.rows());
  auto& matrix = impl_->matrix;
  if (matrix.rows() != size) {
    std::vector<Eigen::Triplet<double>> entries;
    forEachLowerEntry(a, [&](int r, int c, double value) { entries.emplace_back(r, c, value); });
    matrix.resize(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    impl_->factors.analyzePattern(matrix);
  } else {
    double* next = matrix.valuePtr();
    forEachLowerEntry(a, [&](int, int, double value) { *next++ = value; });
  }
  impl_->factors.factorize(matrix);
  SolveReport report{.iterations = 1, .positive = impl_->factors.info() == Eigen::Success};
  if (!report.positive) return report;
  report.positive = impl_->factors.vectorD().minCoeff() > 0;
  solveAgain(b, x);
  return report;
}

void DirectSolver::solveAgain(std::span<const Vec3d> b, std::span<Vec3d> x) const {
  Eigen::VectorXd right(static_cast<Eigen::Index>(3 * b.size()));
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) right[static_cast<Eigen::Index>(3 * i + c)] = b[i][c];
  const Eigen::VectorXd solution = impl_->factors.solve(right);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) x[i][c] = solution[static_cast<Eigen::Index>(3 * i + c)];
}

}  // namespace shoal
