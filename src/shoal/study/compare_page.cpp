// Output of a comparison: an HTML page and a table.
#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/study/compare.h"

namespace shoal {

namespace {

constexpr const char* kStyle =
    "body{font:15px sans-serif;margin:2em;max-width:1400px}td,th{padding:.2em .8em;"
    "text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}"
    "figure{display:inline-block;margin:.5em;vertical-align:top}svg text{font:12px sans-serif}"
    "svg .grid{stroke:#eee}svg .frame{fill:none;stroke:#999}svg .title{font-weight:bold}"
    ".row{display:flex}.row figure{flex:1}img{width:100%}.no{color:#b00}";

struct Quantity {
  std::string name, unit;
  std::string (*value)(const Comparison&);

  std::string heading() const { return unit.empty() ? name : fmt::format("{}[{}]", name, unit); }
};

const std::vector<Quantity>& quantities() {
  using C = Comparison;
  static const std::vector<Quantity> all{
      {"time", "s", [](const C& c) { return fmt::format("{:.6g}", c.figures.time); }},
      {"lost", "", [](const C& c) { return fmt::format("{}", c.figures.lost); }},
      {"leaked", "", [](const C& c) { return fmt::format("{}", c.figures.leaked); }},
      {"deepest", "m", [](const C& c) { return fmt::format("{:.4g}", c.figures.deepest); }},
      {"densityRatio", "",
       [](const C& c) { return fmt::format("{:.4g}", c.figures.densityRatio); }},
      {"momentumDrift", "kg m/s",
       [](const C& c) {
         const auto& drift = c.figures.momentumDrift;
         return drift ? fmt::format("{:.4g}", *drift) : std::string();
       }},
      {"secondsPerStep", "s", [](const C& c) { return fmt::format("{:.4g}", c.secondsPerStep); }},
      {"couplingShare", "", [](const C& c) { return fmt::format("{:.4g}", c.share); }}};
  return all;
}

// The solids that some run has forces on, in the order of the scene.
std::vector<std::string> solidsOf(const std::vector<Comparison>& all) {
  for (const Comparison& one : all) {
    std::vector<std::string> names;
    for (const ForceOnBody& force : one.figures.forces) names.push_back(force.solid);
    if (!names.empty()) return names;
  }
  return {};
}

const ForceOnBody* forceOn(const Comparison& one, const std::string& solid) {
  for (const ForceOnBody& force : one.figures.forces)
    if (force.solid == solid) return &force;
  return nullptr;
}

std::string forcePlots(const Scene& scene, const std::vector<Comparison>& all) {
  std::string html;
  for (const std::string& solid : solidsOf(all)) {
    Plot plot;
    plot.title = fmt::format("Force on {}", solid);
    plot.xAxis = "time, s";
    plot.yAxis = scene.world.dimensions == 2 ? "force, N/m" : "force, N";
    plot.paired = false;
    plot.spikes = false;
    for (const Comparison& one : all)
      if (const ForceOnBody* force = forceOn(one, solid))
        plot.curves.push_back({one.coupled.coupling, force->overTime});
    html += svgPlot(plot);
  }
  return html;
}

std::string notes(const std::vector<Comparison>& all) {
  std::string html;
  for (const Comparison& one : all) {
    if (!one.coupled.kept.empty())
      html += fmt::format("<p>{}: {} kept the coupling of the scene.</p>\n", one.coupled.coupling,
                          htmlText(fmt::format("{}", fmt::join(one.coupled.kept, ", "))));
    for (const std::string& advice : one.coupled.advice)
      html += fmt::format("<p>{}: {}</p>\n", one.coupled.coupling, htmlText(advice));
    if (!one.failure.empty())
      html +=
          fmt::format("<p class=\"no\">{}: {}</p>\n", one.coupled.coupling, htmlText(one.failure));
  }
  return html;
}

std::string figuresTable(const std::vector<Comparison>& all) {
  std::string html = "<table><tr><th>coupling</th>";
  for (const Quantity& q : quantities()) html += fmt::format("<th>{}</th>", q.heading());
  html += "</tr>\n";
  for (const Comparison& one : all) {
    html += fmt::format("<tr><td>{}</td>", one.coupled.coupling);
    for (const Quantity& q : quantities()) html += fmt::format("<td>{}</td>", q.value(one));
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

// A row for each time, in which the couplings stand side by side. Pictures bear their times: those
// of a run that failed are of earlier ones.
std::string pictures(const std::vector<Comparison>& all) {
  std::size_t rows = 0;
  for (const Comparison& one : all) rows = std::max(rows, one.pictures.size());
  std::string html;
  for (std::size_t row = 0; row < rows; ++row) {
    html += "<div class=\"row\">\n";
    for (const Comparison& one : all)
      if (row < one.pictures.size())
        html += fmt::format(
            "<figure><img src=\"{}\" alt=\"{}\"><figcaption>{}</figcaption></figure>\n",
            one.pictures[row].generic_string(), one.coupled.coupling, one.coupled.coupling);
    html += "</div>\n";
  }
  return html;
}

}  // namespace

std::string comparisonPage(const Scene& scene, const std::vector<Comparison>& all) {
  const std::string title =
      htmlText(scene.title.empty() ? scene.file.stem().string() : scene.title);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>"
      "<style>{1}</style></head><body>\n<h1>{0}</h1>\n{2}{3}"
      "<p>Lost particles left the domain. Leaked ones were on the wrong side of a closed solid, at "
      "most so many in one frame. Momentum can drift only where no wall or source changes it. The "
      "share of coupling is what is timed apart; samples also take part in the loops over "
      "fluid. Spikes of forces may leave the frames of the plots; the table in compare.csv has the "
      "largest.</p>\n<h2>Forces</h2>\n{4}<h2>At the beginning, in the middle and at the "
      "end</h2>\n{5}</body></html>\n",
      title, kStyle, figuresTable(all), notes(all), forcePlots(scene, all), pictures(all));
}

std::string comparisonTable(const std::vector<Comparison>& all) {
  const std::vector<std::string> solids = solidsOf(all);
  std::string csv = "coupling,finished";
  for (const Quantity& q : quantities()) csv += fmt::format(",{}", q.heading());
  for (const std::string& solid : solids)
    csv += fmt::format(",{0}.meanForce,{0}.largestForce", solid);
  csv += "\n";
  for (const Comparison& one : all) {
    csv += fmt::format("{},{}", one.coupled.coupling, one.failure.empty() ? 1 : 0);
    for (const Quantity& q : quantities()) csv += fmt::format(",{}", q.value(one));
    for (const std::string& solid : solids) {
      const ForceOnBody* force = forceOn(one, solid);
      csv += force ? fmt::format(",{:.6g},{:.6g}", force->mean, force->largest) : ",,";
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace shoal
