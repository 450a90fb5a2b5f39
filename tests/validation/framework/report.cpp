#include "validation/framework/report.h"

#include <chrono>
#include <fstream>
#include <thread>

#include <fmt/chrono.h>

#include "shoal/core/version.h"
#include "validation/framework/merged_plot.h"

namespace shoal::validation {

namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 1180px; color: #222; }
table { border-collapse: collapse; } th, td { padding: 3px 10px; text-align: left; }
th { border-bottom: 2px solid #999; } td { border-bottom: 1px solid #ddd; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.yes { color: #1a7f37; } .no { color: #c62828; font-weight: bold; } .coarse { color: #888; }
figure { display: inline-block; margin: 0.5em 1em 0.5em 0; vertical-align: top; }
svg { font: 11px system-ui, sans-serif; } .title { font-size: 13px; font-weight: bold; }
.frame { fill: none; stroke: #888; } .grid { stroke: #e6e6e6; } .legend { font-size: 12px; }
.legend span { margin-right: 1em; } .machine { color: #666; }
)";

struct Row {
  const ValidationCase* validationCase;
  const Verdict* verdict;
  const TimedOutcome* run;
  const Figure* figure;
  std::string resolution;  // coarse, fine or wrong
};

std::vector<Row> rowsOf(const std::vector<Judged>& all) {
  std::vector<Row> rows;
  for (const Judged& judged : all)
    for (const Verdict& v : judged.verdicts) {
      const auto add = [&](const TimedOutcome& run, const char* resolution) {
        for (const Figure& f : run.outcome.figures)
          rows.push_back({&judged.validationCase, &v, &run, &f, resolution});
      };
      add(v.coarse, "coarse");
      add(v.fine, "fine");
      add(v.wrong, "wrong");
    }
  return rows;
}

// Whether the error of the fine run is below that of the coarse one; nothing is said of others.
std::string falls(const Row& row) {
  if (row.resolution != "fine") return "";
  const Figure* coarse = figureOf(row.verdict->coarse.outcome, row.figure->quantity);
  const bool falling = coarse && row.figure->error < coarse->error;
  return row.figure->main ? (falling ? "yes" : "no") : "";
}

std::string tableRow(const Row& row) {
  const bool within = row.figure->withinGate();
  const char* word = within ? "yes" : "no";
  const std::string falling = falls(row);
  return fmt::format(
      "<tr{}><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{:.4g}</td><td>{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"{}\">{}</td>"
      "<td class=\"{}\">{}</td><td class=\"number\">{:.1f}</td></tr>\n",
      row.resolution == "fine" ? "" : " class=\"coarse\"", htmlText(row.validationCase->name),
      htmlText(row.verdict->solver), row.resolution, row.run->spacing,
      htmlText(row.figure->quantity), errorText(row.figure->error), errorText(row.figure->gate),
      row.resolution == "fine" ? word : "", word, falling, falling, row.run->seconds);
}

std::string section(const Judged& judged) {
  const ValidationCase& c = judged.validationCase;
  std::string html = fmt::format("<h2>{}</h2>\n<p>{} Reference: [{}]. Wrong on purpose: {}.</p>\n",
                                 htmlText(c.name), htmlText(c.description), htmlText(c.reference),
                                 htmlText(c.wrong.what));
  for (const Verdict& v : judged.verdicts) {
    html += fmt::format("<h3>{}: <span class=\"{}\">{}</span></h3>\n", htmlText(v.solver),
                        v.passed() ? "yes" : "no", v.passed() ? "passed" : "failed");
    for (const std::string& failure : v.failures)
      html += "<p class=\"no\">" + htmlText(failure) + "</p>\n";
    const std::vector<Plot>& coarse = v.coarse.outcome.plots;
    const std::vector<Plot>& fine = v.fine.outcome.plots;
    for (std::size_t i = 0; i < fine.size(); ++i)
      html += svgPlot(i < coarse.size() ? mergedPlot(coarse[i], fine[i]) : fine[i]);
  }
  return html;
}

std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

}  // namespace

std::string machineLine(const std::string& revision) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("shoal {}{}, {}, {} cores, {:%Y-%m-%d %H:%M} UTC", version(),
                     revision.empty() ? "" : " (" + revision + ")", processorName(),
                     std::thread::hardware_concurrency(), fmt::gmtime(now));
}

std::string htmlReport(const std::vector<Judged>& all, const std::string& machine) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<title>shoal: validation</title><style>{}</style></head><body>\n"
      "<h1>Validation</h1>\n<p class=\"machine\">{}</p>\n"
      "<p>Gates hold for the fine runs; main errors must fall from coarse to fine; the wrong run "
      "must "
      "miss a gate.</p>\n<table>\n<tr><th>case</th><th>solver</th><th>run</th><th>spacing in m</th>"
      "<th>quantity</th><th>error</th><th>gate</th><th>within</th><th>falls</th><th>processor "
      "seconds</th>"
      "</tr>\n",
      kStyle, htmlText(machine));
  for (const Row& row : rowsOf(all)) html += tableRow(row);
  html += "</table>\n";
  for (const Judged& judged : all) html += section(judged);
  return html + "</body></html>\n";
}

std::string csvReport(const std::vector<Judged>& all, const std::string& machine) {
  std::string csv = fmt::format(
      "# {}\ncase,solver,run,spacing_m,quantity,error,gate,within,falls,processor_seconds\n",
      machine);
  for (const Row& row : rowsOf(all))
    csv += fmt::format("{},{},{},{},\"{}\",{},{},{},{},{:.2f}\n", row.validationCase->name,
                       row.verdict->solver, row.resolution, row.run->spacing, row.figure->quantity,
                       row.figure->error, row.figure->gate, row.figure->withinGate() ? "yes" : "no",
                       falls(row), row.run->seconds);
  return csv;
}

}  // namespace shoal::validation
