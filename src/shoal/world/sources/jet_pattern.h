// Where the columns of particles of a nozzle enter it.
#pragma once

#include <vector>

namespace shoal {

// In spacings: the place from the axis of the nozzle, and how far particles of the column are ahead
// of those of a column of phase 0.
struct ColumnSite {
  double across, up;
  double phase = 0.5;
};
using ColumnSites = std::vector<ColumnSite>;

// Rows of the given numbers of columns on a square lattice, centred, all in phase.
ColumnSites rectangle(long across, long up);

// The same with columns that are shifted against each other by a sequence of low discrepancy
// [Rob18].
ColumnSites rectangularJet(long across, long up);

// A disc of the given radius in spacings: Fermat's spiral with the golden angle [Vog79], which has
// one point to each unit of area and a round edge. Columns are shifted against each other.
ColumnSites roundJet(double radius);

}  // namespace shoal
