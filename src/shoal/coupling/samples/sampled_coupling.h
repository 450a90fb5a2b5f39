// What couplings by boundary samples have in common: solids join the boundary with their samples.
#pragma once

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/samples/boundary.h"

namespace shoal {

// Samples that stand for volumes: a spacing apart, as far behind the surface as WallFit asks for.
SamplePlacement volumePlacement(const KernelChoice& kernel, double spacing);

class SampledCoupling : public Coupling {
 public:
  SampledCoupling(const CouplingContext& context, const SamplePlacement& placement,
                  Boundary& boundary);

  void add(CoupledSolid solid) override;
  void remove(std::size_t solid) override;
  void prepare() override;
  std::vector<LoadsOnSolid> loads() const override;

 protected:
  // Values of its own that samples of its surfaces have; see Boundary::add.
  virtual std::vector<Boundary::SampleValue> sampleValues() { return {}; }
  // A part of a free solid joined the boundary.
  virtual void partJoined(const Body& /*part*/, const CoupledSolid& /*solid*/) {}

  const CouplingContext& context() const { return context_; }
  const SamplePlacement& placement() const { return placement_; }
  Boundary& boundary() const { return boundary_; }

 private:
  struct Member {
    CoupledSolid solid;
    std::size_t joined = 0;  // parts that have samples
  };

  void addPrescribed(CoupledSolid& solid);
  void addPart(Body& part, const CoupledSolid& solid);

  std::vector<Member> members_;
  CouplingContext context_;
  SamplePlacement placement_;
  Boundary& boundary_;
};

}  // namespace shoal
