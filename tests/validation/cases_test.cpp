// Every registered case with every solver that claims it, as a test named <Case>.<solver>.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "validation/framework/judge.h"

namespace shoal::validation {
namespace {

class CaseTest : public testing::Test {
 public:
  CaseTest(ValidationCase validationCase, std::string solver)
      : case_(std::move(validationCase)), solver_(std::move(solver)) {}

  void TestBody() override {
    const Verdict verdict = judge(case_, solver_);
    fmt::print("{}", describe(case_, verdict));
    for (const std::string& failure : verdict.failures) ADD_FAILURE() << failure;
  }

 private:
  ValidationCase case_;
  std::string solver_;
};

void registerTests() {
  for (const ValidationCase& one : allCases()) {
    const std::string suite = one.name + (one.suite == Suite::Long ? "Long" : "");
    for (const std::string& solver : one.solvers)
      testing::RegisterTest(
          suite.c_str(), solver.c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [one, solver]() -> testing::Test* { return new CaseTest(one, solver); });
  }
}

}  // namespace
}  // namespace shoal::validation

// Cases register themselves before main, tests here: only now is every case known.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  shoal::validation::registerTests();
  return RUN_ALL_TESTS();
}
