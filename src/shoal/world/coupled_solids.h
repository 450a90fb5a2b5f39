// The solids of a world as couplings see them, and the couplings.
#pragma once

#include <optional>
#include <span>

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/samples/boundary.h"

namespace shoal {

// Solids have numbers, in the order in which they come; that of a solid which was removed stays
// free. Without fluid, solids that forces move take no coupling.
class CoupledSolids {
 public:
  CoupledSolids(const CouplingContext& context, bool hasFluid, Boundary& boundary);

  // Hands the solid to the coupling that it takes, which is made when its first solid comes, and
  // returns its number. An Error if the coupling cannot take it; then nothing has changed.
  std::size_t add(CoupledSolid solid);
  // While the bodies of the solid still live.
  void remove(std::size_t solid);

  std::size_t size() const { return solids_.size(); }  // numbers are below this
  bool has(std::size_t solid) const { return solids_[solid].has_value(); }
  const CoupledSolid& operator[](std::size_t solid) const { return *solids_[solid]; }
  std::vector<std::string> names() const;  // by number; "" where a solid was removed
  // None if there is no such solid, or no more.
  std::optional<std::size_t> find(SolidId id) const;
  std::optional<std::size_t> find(const std::string& name) const;

  // Those that any solid takes, in the order of their table.
  const Couplings& couplings() const { return couplings_; }
  FluidForces forces() const;

  // The order of the boundary's surfaces, by how many solids that are still there came before that
  // of each; and the same order for the same solids of another world.
  std::vector<double> surfaceOrder() const;
  void setSurfaceOrder(std::span<const double> order);

 private:
  bool isCoupled(const CoupledSolid& solid) const;
  Coupling& couplingOf(const CouplingKind& kind);
  void dropUnused();

  CouplingContext context_;
  bool hasFluid_;
  Boundary& boundary_;
  std::vector<std::optional<CoupledSolid>> solids_;  // without samples
  Couplings couplings_;
  std::vector<const CouplingKind*> kinds_;  // of these
};

}  // namespace shoal
