#include "shoal/core/formula.h"

#include <algorithm>

namespace shoal {

namespace {

Expression expressionOf(const FormulaText& formula) {
  return Expression(formula.text, kFormulaVariables);
}

}  // namespace

VectorFormula::VectorFormula(const VectorFormulaText& components)
    : components_{expressionOf(components[0]), expressionOf(components[1]),
                  expressionOf(components[2])} {}

Vec3d VectorFormula::operator()(const Vec3d& x, double t) const {
  const std::array<double, 4> values{x.x, x.y, x.z, t};
  return {components_[0](values), components_[1](values), components_[2](values)};
}

bool VectorFormula::constant() const {
  return std::all_of(components_.begin(), components_.end(),
                     [](const Expression& component) { return component.constant(); });
}

bool VectorFormula::variesInSpace() const {
  return std::any_of(components_.begin(), components_.end(), [](const Expression& component) {
    return component.uses(0) || component.uses(1) || component.uses(2);
  });
}

}  // namespace shoal
