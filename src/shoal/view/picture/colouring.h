// Scalar quantity that the colours of a picture show, and its range.
#pragma once

#include <string>
#include <vector>

#include "shoal/formats/particle_table.h"
#include "shoal/view/picture/picture_mesh.h"
#include "shoal/view/view_params.h"

namespace shoal {

struct Colouring {
  std::string name;           // "speed"
  std::string unit;           // "m/s"
  std::vector<float> values;  // per particle, or of solids
  double low = 0, high = 1;   // values of the first and the last colour
  bool madeUp = false;        // whether the range is artificial, since all values are equal

  // Position of a value, or that of a particle, between low and high; not clamped.
  double of(double value) const { return (value - low) / (high - low); }
  double at(std::size_t particle) const { return of(double(values[particle])); }
};

// Whether solids are coloured, not particles.
inline bool coloursSolids(const ViewParams& params) { return params.colourBy == ColourBy::Stress; }

// Takes speed from the column "velocity", others from those of the same name. The range is the
// user's or, when not given, from the first to the 99th percentile; speeds and
// stresses start at 0.
Colouring colourParticles(const ParticleTable& particles, const ViewParams& params);
// The same for the values of solids.
Colouring colourSolids(std::span<const PictureMesh> solids, const ViewParams& params);

}  // namespace shoal
