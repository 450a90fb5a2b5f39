#include "shoal/core/expression.h"

#include "shoal/core/expression_parser.h"

namespace shoal {

Expression::Expression(std::string text, std::span<const std::string_view> variables)
    : text_(std::move(text)), program_(parseExpression(text_, variables)) {}

}  // namespace shoal
