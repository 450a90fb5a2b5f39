// Where stats.csv says that the time went.
#include <numeric>

#include <gtest/gtest.h>

#include "shoal/output/csv_table.h"
#include "shoal/output/run.h"
#include "shoal/scene/read/scene_reader.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

// Fluid in a tank, a buoy coupled by quadrature in it, and beside it cloth and a soft block, which
// has boundary samples, on a table.
Scene everything() {
  return parseScene(R"toml(
    format = 1
    run = { until = 0.02, fps = 100 }
    world = { spacing = 0.05, domain = [[-2, -2, -2], [2, 2, 2]] }
    [[fluid]]
    name = "water"
    fill = { box = [[-0.2, 0, -0.2], [0.2, 0.3, 0.2]] }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[-0.2, 0, -0.2], [0.2, 1, 0.2]], open = ["+y"] } }
    [[solid]]
    name = "buoy"
    model = "rigid"
    coupling = "quadrature"
    mesh = { sphere = { centre = [0, 0.35, 0], radius = 0.1 } }
    [[solid]]
    name = "table"
    mesh = { box = [[1, -0.1, -0.5], [1.8, 0, 0.5]] }
    coupling = "none"
    [[solid]]
    name = "sheet"
    model = "cloth"
    coupling = "none"
    mesh = { plane = { centre = [1.4, 0.155, 0], size = [0.4, 0.4], cell = 0.1 } }
    velocity = [0, -1, 0]
    [[solid]]
    name = "block"
    model = "fem"
    mesh = { box = { corners = [[1.3, 0.01, -0.1], [1.5, 0.15, 0.1]], cell = 0.1 } }
    velocity = [0, -1, 0]
  )toml",
                    "everything.toml");
}

}  // namespace

TEST(Stats, ColumnsOfSecondsAddUpToTheWallTime) {
  const TemporaryFolder folder;
  RunOptions options;
  options.folder = folder.path() / "run";
  run(everything(), options);
  const CsvTable stats(RunFolder(options.folder).stats());
  ASSERT_GT(stats.rows(), 1u);
  const std::vector<double> wall = stats.column("wallSeconds");
  std::vector<double> sum(stats.rows(), 0.0);
  for (const std::string& name : stats.names()) {
    if (!name.starts_with("seconds.")) continue;
    const std::vector<double> seconds = stats.column(name);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += seconds[k];
  }
  for (std::size_t k = 0; k < sum.size(); ++k)
    EXPECT_NEAR(sum[k], wall[k] - (k > 0 ? wall[k - 1] : 0), 1e-6) << "row " << k;
}

TEST(Stats, EveryPhaseThatWorkedHasSecondsOfItsOwn) {
  const TemporaryFolder folder;
  RunOptions options;
  options.folder = folder.path() / "run";
  run(everything(), options);
  const CsvTable stats(RunFolder(options.folder).stats());
  for (const std::string phase : {"neighbours", "fluid", "walls", "coupling", "bodies", "cloth",
                                  "contact", "world", "output"}) {
    const std::vector<double> seconds = stats.column("seconds." + phase);
    EXPECT_GT(std::accumulate(seconds.begin(), seconds.end(), 0.0), 0) << phase;
  }
}

TEST(Stats, PhasesWithoutWorkHaveNoSeconds) {
  Scene fluidAlone = everything();
  fluidAlone.solids.resize(1);
  const TemporaryFolder folder;
  RunOptions options;
  options.folder = folder.path() / "run";
  run(fluidAlone, options);
  const CsvTable stats(RunFolder(options.folder).stats());
  for (const std::string phase : {"coupling", "bodies", "cloth", "contact"})
    for (const double seconds : stats.column("seconds." + phase)) EXPECT_EQ(seconds, 0) << phase;
}

}  // namespace shoal
