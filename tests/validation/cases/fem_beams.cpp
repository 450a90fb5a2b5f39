// Beams of finite elements that bend little, bend far, and swing along themselves.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "validation/framework/fem_beam.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

// E I of a strip of 1 m of depth in plane strain.
double bendingStiffness(const FemBeam& beam) {
  return beam.material.young / (1 - sq(beam.material.poisson)) * cube(beam.height) / 12;
}

// The thin plate of Gray et al., clamped, pulled down a little at its tip and let go.
Outcome cantilever(const std::string& elements, double cell, double stiffer) {
  const ReferenceTable table = referenceData("analytic_beam_frequencies");
  const auto value = [&](const char* column) { return table.value("Gray2001_thin_plate", column); };
  FemBeam beam{.length = value("L_m"), .height = value("H_m"), .cell = cell};
  beam.material = {value("E_Pa"), value("nu"), value("rho")};
  beam.elements = chosen<FemElements>(elements, "elements");
  const double period = value("T1_s");
  beam.step = period / 100;
  const double deflection = 0.01 * beam.length;
  const double load = 3 * bendingStiffness(beam) * deflection / cube(beam.length);
  beam.material.young *= stiffer;

  const auto body = makeBeam(beam);
  const std::size_t tip = tipOf(*body, beam);
  loadTip(*body, beam, {0, -load, 0});
  body->solid().settle({});
  const double deflected = -body->solid().x[tip].y;
  std::fill(body->solid().force.begin(), body->solid().force.end(), Vec3d{});
  const Series swing =
      observe(*body, {}, 2 * period, [&] { return body->solid().x[tip].y / beam.length; });
  const double found = fitSwing(swing, period).period;
  return {.figures = {{"deflection", std::abs(deflected / deflection - 1), 0.03, true},
                      {"frequency", std::abs(period / found - 1), 0.03, true}},
          .plots = {{"Tip after it was let go", "t / s", "y / L", {{"simulated", swing}}}}};
}

// A slender beam with a load that keeps its direction, [Mat81].
Outcome elastica(const std::string& elements, double cell, double stiffer) {
  FemBeam beam{.length = 1, .height = 1.0 / 40, .cell = cell};
  beam.material = {.young = 1e6, .poisson = 0, .density = 1000};
  beam.elements = chosen<FemElements>(elements, "elements");
  const double unit = bendingStiffness(beam) / sq(beam.length);
  beam.material.young *= stiffer;
  const ReferenceTable table = referenceData("analytic_cantilever_elastica_tip_load");
  const Series reference = table.series("PL2_over_EI", "w_over_L"),
               shortening = table.series("PL2_over_EI", "u_shortening_over_L");

  const auto body = makeBeam(beam);
  const std::size_t tip = tipOf(*body, beam);
  Series sunk, shortened;
  double error = 0, errorAlong = 0;
  for (const double load : {1.0, 2.0, 5.0, 10.0}) {
    std::fill(body->solid().force.begin(), body->solid().force.end(), Vec3d{});
    loadTip(*body, beam, {0, -load * unit, 0});
    body->solid().settle({});
    const Vec3d at = body->solid().x[tip];
    sunk.push_back({load, -at.y});
    shortened.push_back({load, 1 - at.x});
    error = std::max(error, std::abs(-at.y / valueAt(reference, load) - 1));
    errorAlong = std::max(errorAlong, std::abs(1 - at.x - valueAt(shortening, load)));
  }
  return {.figures = {{"deflection", error, 0.01, true}, {"shortening", errorAlong, 0.01, true}},
          .plots = {{"Tip",
                     "P L² / E I",
                     "deflection and shortening / L",
                     {{"deflection", sunk, Style::Points},
                      {"shortening", shortened, Style::Points},
                      {"deflection of the elastica", reference},
                      {"shortening of the elastica", shortening}}}}};
}

// A bar that is held at one end and swings in its first mode along itself.
Outcome axialBar(const std::string& elements, double cell, double stiffer) {
  const ReferenceTable table = referenceData("analytic_axial_bar");
  FemBeam beam{.length = table.value("soft_bar", "L_m"), .height = 0.1, .cell = cell};
  beam.material = {table.value("soft_bar", "E_Pa") * stiffer, 0, table.value("soft_bar", "rho")};
  beam.elements = chosen<FemElements>(elements, "elements");
  beam.law = FemLaw::Corotational;
  beam.clampAll = false;
  const double period = table.value("soft_bar", "T1_fixed_free_s");
  beam.step = period * cell / beam.length / 40;
  const auto body = makeBeam(beam);
  FemSolid& solid = body->solid();
  const double fastest = 1e-3 * beam.length / period;
  for (std::size_t i = 0; i < solid.x.size(); ++i)
    solid.v[i].x = fastest * std::sin(std::numbers::pi / 2 * solid.x[i].x / beam.length);
  const std::size_t tip = tipOf(*body, beam);
  const double before = body->totals().kinetic;
  const Series swing = observe(*body, {}, 2 * period, [&] { return solid.x[tip].x - beam.length; });
  const BodyTotals after = body->totals();
  return {.figures = {{"period", std::abs(fitSwing(swing, period).period / period - 1), 0.01, true},
                      {"energy", std::abs((after.kinetic + after.elastic) / before - 1), 0.01}},
          .plots = {{"End of the bar", "t / s", "displacement / m", {{"simulated", swing}}}}};
}

template <class Case>
Run runOf(Case of, double stiffer) {
  return [=](const std::string& elements, double cell) { return of(elements, cell, stiffer); };
}

const bool registered =
    registerCase({
        .name = "FemCantilever",
        .description = "A clamped plate sinks under a small load and swings as a beam does.",
        .reference = "TYW74",
        .solvers = {"quadratic"},
        .spacings = {0.02, 0.005},
        .run = runOf(cantilever, 1),
        .wrong = {"a plate that is 10 % stiffer", runOf(cantilever, 1.1)},
    }) &&
    registerCase({
        .name = "FemElastica",
        .description =
            "A slender beam bends as far as the elastica under loads up to P L² = 10 E I.",
        .reference = "Mat81",
        .solvers = {"quadratic"},
        .spacings = {0.1, 0.05},
        .run = runOf(elastica, 1),
        .wrong = {"a beam that is 10 % stiffer", runOf(elastica, 1.1)},
    }) &&
    registerCase({
        .name = "FemAxialBar",
        .description = "A bar swings along itself with the period 4 L / c.",
        .reference = "TYW74",
        .solvers = {"linear", "quadratic"},
        .spacings = {0.25, 0.1},
        .run = runOf(axialBar, 1),
        .wrong = {"a bar that is 10 % stiffer", runOf(axialBar, 1.1)},
    });

}  // namespace
}  // namespace shoal::validation
