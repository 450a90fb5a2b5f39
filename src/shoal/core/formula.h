// Vectors that depend on place and time by formulas, such as body forces and motions of walls.
#pragma once

#include "shoal/core/expression.h"
#include "shoal/core/formula_text.h"
#include "shoal/core/vec.h"

namespace shoal {

class VectorFormula {
 public:
  // Throws an Error unless all three can be understood.
  explicit VectorFormula(const VectorFormulaText& components = {});

  // At the position x, in m, and the time t, in s.
  Vec3d operator()(const Vec3d& x, double t) const;

  bool constant() const;
  bool variesInSpace() const;

 private:
  std::array<Expression, 3> components_;
};

}  // namespace shoal
