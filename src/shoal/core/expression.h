// A small formula given as text, such as "0.1*sin(2*pi*t) - 9.81*(y > 0.5)".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shoal {

// An operator or a function: takes `arity` values and gives one.
struct Operation {
  std::string_view name;
  int arity;
  double (*apply)(const double* values);
};

// What an expression is compiled to: a flat list of steps over a small stack of numbers.
// Values are pushed, operations replace the last values by their result. Running neither allocates
// nor writes to the program, so that several threads may run it at once.
class PostfixProgram {
 public:
  static constexpr int kStackSize = 64;

  void pushNumber(double number);
  void pushVariable(std::size_t variable);
  void call(const Operation& operation);  // at once when all its values are known

  // How many values the stack must hold; beyond kStackSize the program must not be run.
  int stackNeeded() const { return stackNeeded_; }
  bool uses(std::size_t variable) const;
  bool constant() const;

  // The result for one value per variable.
  double run(std::span<const double> variables) const;

 private:
  enum class Kind : std::uint8_t { Number, Variable, Call };
  struct Step {
    Kind kind;
    int arity;  // of a Call
    union {
      double number;
      std::size_t variable;
      double (*apply)(const double*);
    };
  };

  void push(const Step& step);
  bool lastAreNumbers(int count) const;

  std::vector<Step> steps_;
  int depth_ = 0;
  int stackNeeded_ = 0;
};

// Numbers and variables combined by + - * / ^, comparisons that give 1 or 0, "a ? b : c", brackets
// and expressionFunctions(). Evaluation may go on in several threads at once.
class Expression {
 public:
  // Throws an Error that says at which column what is wrong.
  Expression(std::string text, std::span<const std::string_view> variables);

  // The result for one value per variable, in their order.
  double operator()(std::span<const double> values) const { return program_.run(values); }

  bool constant() const { return program_.constant(); }
  bool uses(std::size_t variable) const { return program_.uses(variable); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  PostfixProgram program_;
};

// The functions and constants that expressions know by name.
struct NamedNumber {
  std::string_view name;
  double value;
};

std::span<const Operation> expressionFunctions();
std::span<const NamedNumber> expressionConstants();

}  // namespace shoal
