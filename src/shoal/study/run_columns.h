// The columns of all tables of a run, with their units.
#pragma once

#include "shoal/output/csv_table.h"
#include "shoal/output/run_folder.h"
#include "shoal/study/svg_plot.h"

namespace shoal {

struct RunColumn {
  std::filesystem::path table;
  std::string header;  // as the table has it
  std::string name;    // without the unit
  std::string unit;    // "" for pure numbers

  // "load.forceY [N]"
  std::string label() const;
};

// Of probes, bodies, ledger and statistics, in this order; not step and time. Units of what has
// none in its header depend on the dimensions: a scene in the plane is one metre deep.
std::vector<RunColumn> columnsOf(const RunFolder& folder, int dimensions);

// Those that a word means: a header, a name, all of "load" for "load.forceX", ..., or all that a
// pattern with * matches. What is in several tables is taken from the first. An Error that names
// the nearest column if there is none.
std::vector<RunColumn> chosenColumns(const std::vector<RunColumn>& all, const std::string& word);

// Its values over time, in s.
std::vector<PlotPoint> valuesOf(const CsvTable& table, const RunColumn& column);

// What to plot of some runs: curves of one unit share a plot. Without words, all that probes
// measured or, without probes, the energies, but for what is zero all the time. A column that one
// of several runs lacks is left out there.
std::vector<Plot> plotsOf(const std::vector<RunFolder>& runs,
                          const std::vector<std::string>& words);

}  // namespace shoal
