// Solvers and forces that a program adds to the library, as scenes use them.
#include <gtest/gtest.h>

#include "shoal/core/parallel.h"
#include "shoal/core/parameter_difference.h"
#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/read/scene_writer.h"
#include "support/scene_world.h"

namespace shoal {

struct TestWindParams {
  Vec3d acceleration{1, 0, 0};  // m/s^2
};

template <>
struct Describe<TestWindParams> {
  static Entries entries() {
    using P = TestWindParams;
    return {Vector{"acceleration", &P::acceleration, "m/s^2", "By which it speeds up all fluid."}};
  }
};

struct TestSolverParams {
  double viscosity = 0.1;
};

template <>
struct Describe<TestSolverParams> {
  static Entries entries() {
    using P = TestSolverParams;
    return {Param{"viscosity", &P::viscosity, 0.0, 1.0, "", "Artificial viscosity."}};
  }
};

namespace {

class TestWind final : public FluidForce {
 public:
  explicit TestWind(const Vec3d& a) : a_(a) {}
  void accelerate(FluidParticles& fluid, const FluidSurroundings&, double) override {
    parallelFor(fluid.size(), [&](std::size_t i) { fluid.a[i] += a_; });
  }

 private:
  Vec3f a_;
};

void addKinds() {
  static const bool once = [] {
    KindTable<FluidForceKind>::add(
        {{"testWind", "Blows evenly.", &parametersOf<TestWindParams>()}, [](const FluidContext& c) {
           return std::make_unique<TestWind>(c.parameters<TestWindParams>().acceleration);
         }});
    KindTable<PressureSolver>::add(
        {{"testSolver", "As wcsph.", &parametersOf<TestSolverParams>()}, [](const FluidContext& c) {
           FluidContext mine = c;
           mine.solver.wcsph.artificialViscosity = c.parameters<TestSolverParams>().viscosity;
           return KindTable<PressureSolver>::find("wcsph")->make(mine);
         }});
    return true;
  }();
  static_cast<void>(once);
}

Scene drop(const std::string& more, const std::vector<std::string>& assignments = {}) {
  addKinds();
  return parseScene("format = 1\n" + more +
                        "\n[world]\ndimensions = 2\nspacing = 0.05\ngravity = [0, 0]\n"
                        "[[fluid]]\nname = \"water\"\nsolver = \"wcsph\"\n"
                        "velocity = [\"-2*y\", \"x\"]\nfill = { box = [[0, 0], [0.5, 0.4]] }\n",
                    "drop.toml", assignments);
}

std::vector<Vec3f> placesAfter(int steps, const Scene& scene) {
  const auto world = makeWorld(scene);
  for (int k = 0; k < steps; ++k) world->step(1);
  return {world->fluid().x.begin(), world->fluid().x.end()};
}

TEST(AddedForce, ActsInScenesThatHaveItsTable) {
  const auto momentumOf = [](const Scene& scene) {
    const auto world = makeWorld(scene);
    while (world->time() < 0.01) world->step(0.01);
    return world->ledger().momentum.x / world->ledger().mass;
  };
  const double still = momentumOf(drop(""));
  EXPECT_NEAR(momentumOf(drop("force.testWind = {}")) - still, 0.01, 1e-5);
  EXPECT_NEAR(momentumOf(drop("", {"force.testWind.acceleration=[-3, 0, 0]"})) - still, -0.03,
              3e-5);
}

TEST(AddedForce, IsWrittenComparedAndExplained) {
  const Scene without = drop(""), with = drop("force.testWind.acceleration = [0, 2, 0]");
  EXPECT_EQ(writeScene(without).find("[force"), std::string::npos);
  EXPECT_NE(writeScene(with).find("\n[force.testWind]\nacceleration = [0, 2, 0]  # m/s^2\n"),
            std::string::npos);
  EXPECT_EQ(firstDifference(without, with).value_or(""), "force.testWind");
  EXPECT_EQ(firstDifference(with, parseScene(writeScene(with), "drop.toml")).value_or(""), "");
  EXPECT_NE(parameterReference().find("## `[force.testWind]`\n\nBlows evenly.\n"),
            std::string::npos);
}

TEST(AddedForce, ThatIsNotThereIsAnError) {
  try {
    drop("force.tstWind = {}");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "drop.toml:2:7: force.tstWind: unknown; did you mean \"testWind\"?");
  }
}

TEST(AddedSolver, IsMadeWithTheParametersOfItsGroup) {
  const auto by = [](const std::vector<std::string>& assignments) {
    return placesAfter(20, drop("", assignments));
  };
  const auto mine = by({"fluid.water.solver=testSolver", "fluid.water.testSolver.viscosity=0.5"});
  EXPECT_EQ(mine, by({"fluid.water.wcsph.artificialViscosity=0.5"}));
  EXPECT_NE(mine, by({"fluid.water.solver=testSolver"}));
  EXPECT_EQ(by({}), by({"fluid.water.solver=testSolver"}));  // by its defaults
}

TEST(AddedSolver, IsWrittenWithItsDefaultsAndExplained) {
  const Scene scene = drop("", {"fluid.water.solver=testSolver"});
  EXPECT_NE(writeScene(scene).find("\n[fluid.testSolver]\nviscosity = 0.1\n"), std::string::npos);
  EXPECT_NE(parameterReference().find("## `[fluid.testSolver]`"), std::string::npos);
  EXPECT_EQ(firstDifference(scene, drop("", {"fluid.water.solver=testSolver",
                                             "fluid.water.testSolver.viscosity=0.2"}))
                .value_or(""),
            "fluid[0].testSolver.viscosity");
}

TEST(PressureSolvers, AreMadeByTheirWord) {
  for (const char* word : {"wcsph", "pcisph", "dfsph"})
    EXPECT_TRUE(Handle<PressureSolver>(word)->make);
  EXPECT_THROW(Handle<PressureSolver>("iisph"), Error);
}

}  // namespace
}  // namespace shoal
