#include "shoal/core/expression_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr Operation kSums[] = {{"+", 2, [](const double* v) { return v[0] + v[1]; }},
                               {"-", 2, [](const double* v) { return v[0] - v[1]; }}};
constexpr Operation kProducts[] = {{"*", 2, [](const double* v) { return v[0] * v[1]; }},
                                   {"/", 2, [](const double* v) { return v[0] / v[1]; }}};
// An operator stands before those that begin it.
constexpr Operation kComparisons[] = {
    {"<=", 2, [](const double* v) { return v[0] <= v[1] ? 1.0 : 0.0; }},
    {">=", 2, [](const double* v) { return v[0] >= v[1] ? 1.0 : 0.0; }},
    {"<", 2, [](const double* v) { return v[0] < v[1] ? 1.0 : 0.0; }},
    {">", 2, [](const double* v) { return v[0] > v[1] ? 1.0 : 0.0; }}};
constexpr Operation kNegation{"-", 1, [](const double* v) { return -v[0]; }};
constexpr Operation kPower{"^", 2, [](const double* v) { return portable::pow(v[0], v[1]); }};
constexpr Operation kChoice{"?", 3, [](const double* v) { return v[0] != 0 ? v[1] : v[2]; }};

// Unlike those of <cctype> the same in every locale.
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string quoted(std::string_view word) {
  constexpr std::size_t kLongestQuote = 40;
  return fmt::format("\"{}{}\"", word.substr(0, kLongestQuote),
                     word.size() > kLongestQuote ? "..." : "");
}

template <class Named>
const Named* findNamed(std::span<const Named> all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [=](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Recursive descent; from the loosest binding to the tightest:
//   choice     = comparison [ "?" choice ":" choice ]
//   comparison = sum [ ("<" | "<=" | ">" | ">=") sum ]
//   sum        = product { ("+" | "-") product }
//   product    = signed { ("*" | "/") signed }
//   signed     = ("-" | "+") signed | power
//   power      = atom [ "^" signed ]
//   atom       = number | name | name "(" choice { "," choice } ")" | "(" choice ")"
class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string_view> variables)
      : text_(text), variables_(variables) {}

  PostfixProgram parse() {
    if (text_.size() > kLongestExpression)
      fail("the formula has {} characters; at most {} are allowed", text_.size(),
           kLongestExpression);
    skipBlanks();
    choice();
    if (at_ < text_.size()) failExpected("an operator");
    return std::move(program_);
  }

 private:
  // Counts how deep the recursion is, since hostile text could exhaust the stack.
  class Level {
   public:
    explicit Level(Parser& parser) : depth_(parser.depth_) {
      if (++depth_ > kDeepestExpression) parser.failDepth();
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  void choice() {
    const Level level(*this);
    comparison();
    if (!accept("?")) return;
    choice();
    if (!accept(":")) failExpected("\":\"");
    choice();
    program_.call(kChoice);
  }

  void comparison() {
    sum();
    const Operation* operation = acceptAny(kComparisons);
    if (!operation) return;
    sum();
    program_.call(*operation);
    const std::size_t next = at_;
    if (acceptAny(kComparisons))
      failAt(next, "comparisons cannot be chained; write (a < b) * (b < c)");
  }

  void sum() {
    product();
    while (const Operation* operation = acceptAny(kSums)) {
      product();
      program_.call(*operation);
    }
  }

  void product() {
    signedPower();
    while (const Operation* operation = acceptAny(kProducts)) {
      signedPower();
      program_.call(*operation);
    }
  }

  void signedPower() {
    const Level level(*this);
    if (accept("-")) {
      signedPower();
      program_.call(kNegation);
    } else if (accept("+")) {
      signedPower();
    } else {
      power();
    }
  }

  void power() {
    atom();
    if (!accept("^")) return;
    signedPower();
    program_.call(kPower);
  }

  void atom() {
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (isLetter(c)) {
      named();
    } else if (accept("(")) {
      choice();
      if (!accept(")")) failExpected("\")\"");
    } else if (isDigit(c) || (c == '.' && at_ + 1 < text_.size() && isDigit(text_[at_ + 1]))) {
      number();
    } else {
      failExpected("a value");
    }
    if (program_.stackNeeded() > PostfixProgram::kStackSize) failDepth();
  }

  void number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, failure] = std::from_chars(begin, text_.data() + text_.size(), value);
    const std::string_view digits(begin, end);
    if (failure != std::errc{})
      failAt(at_, fmt::format("{} is too large or too small a number", quoted(digits)));
    program_.pushNumber(value);
    advance(digits.size());
  }

  void named() {
    const std::size_t begin = at_;
    const std::string_view name = word();
    advance(name.size());
    const auto variable = std::find(variables_.begin(), variables_.end(), name);
    if (variable != variables_.end())
      program_.pushVariable(static_cast<std::size_t>(variable - variables_.begin()));
    else if (const NamedNumber* constant = findNamed(expressionConstants(), name))
      program_.pushNumber(constant->value);
    else if (const Operation* function = findNamed(expressionFunctions(), name))
      return call(*function, begin);
    else
      failUnknown(name, begin);
    if (accept("(")) failAt(begin, fmt::format("{} is not a function", quoted(name)));
  }

  void call(const Operation& function, std::size_t begin) {
    if (!accept("(")) failAt(begin, fmt::format("\"{0}\" is a function: {0}(...)", function.name));
    int count = 0;
    if (!accept(")")) {
      do {
        choice();
        ++count;
      } while (accept(","));
      if (!accept(")")) failExpected("\")\"");
    }
    if (count != function.arity)
      failAt(begin, fmt::format("\"{}\" takes {} value{}, found {}", function.name, function.arity,
                                function.arity == 1 ? "" : "s", count));
    program_.call(function);
  }

  // The letters and digits at the cursor.
  std::string_view word() const {
    std::size_t end = at_;
    while (end < text_.size() && (isLetter(text_[end]) || isDigit(text_[end]))) ++end;
    return text_.substr(at_, end - at_);
  }

  bool accept(std::string_view sign) {
    if (!text_.substr(at_).starts_with(sign)) return false;
    advance(sign.size());
    return true;
  }

  const Operation* acceptAny(std::span<const Operation> operations) {
    for (const Operation& operation : operations)
      if (accept(operation.name)) return &operation;
    return nullptr;
  }

  void advance(std::size_t count) {
    at_ += count;
    skipBlanks();
  }

  void skipBlanks() {
    while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
  }

  [[noreturn]] void failAt(std::size_t at, const std::string& message) const {
    fail("column {} of the formula: {}", at + 1, message);
  }

  [[noreturn]] void failDepth() const { failAt(at_, "brackets or signs are nested too deeply"); }

  [[noreturn]] void failExpected(std::string_view expected) const {
    failAt(at_, fmt::format("expected {}, found {}", expected, found()));
  }

  std::string found() const {
    if (at_ == text_.size()) return "the end";
    if (const std::string_view name = word(); !name.empty()) return quoted(name);
    const char c = text_[at_];
    if (c > ' ' && c < 0x7f) return quoted({&c, 1});
    return fmt::format("the byte {:#04x}", static_cast<unsigned char>(c));
  }

  [[noreturn]] void failUnknown(std::string_view name, std::size_t begin) const {
    std::vector<std::string> known(variables_.begin(), variables_.end());
    for (const NamedNumber& constant : expressionConstants()) known.emplace_back(constant.name);
    for (const Operation& function : expressionFunctions()) known.emplace_back(function.name);
    std::string hint = didYouMean(name, known);
    if (hint.empty() && !variables_.empty())
      hint = fmt::format("; the variables are {}", fmt::join(variables_, ", "));
    failAt(begin, quoted(name) + " is unknown" + hint);
  }

  std::string_view text_;
  std::span<const std::string_view> variables_;
  std::size_t at_ = 0;
  int depth_ = 0;
  PostfixProgram program_;
};

}  // namespace

PostfixProgram parseExpression(std::string_view text, std::span<const std::string_view> variables) {
  return Parser(text, variables).parse();
}

}  // namespace shoal
