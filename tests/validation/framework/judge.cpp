#include "validation/framework/judge.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include <fmt/format.h>

#include "validation/framework/fluid_run.h"

namespace shoal::validation {

namespace {

// The figures and plots of the first run, with the RMS of the errors of all.
Outcome overall(const std::vector<Outcome>& runs) {
  Outcome all = runs.front();
  for (std::size_t k = 0; k < all.figures.size(); ++k) {
    double squares = 0;
    for (const Outcome& run : runs) squares += run.figures.at(k).error * run.figures.at(k).error;
    all.figures[k].error = std::sqrt(squares / static_cast<double>(runs.size()));
  }
  return all;
}

TimedOutcome timedRun(const Run& run, int starts, const std::string& solver, double spacing) {
  const std::clock_t begin = std::clock();
  std::vector<Outcome> runs;
  for (int start = 0; start < starts; ++start) {
    chooseStart(start);
    runs.push_back(run(solver, spacing));
  }
  chooseStart(0);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return {spacing, seconds, overall(runs)};
}

void checkGates(Verdict& verdict) {
  for (const Figure& figure : verdict.fine.outcome.figures)
    if (!figure.withinGate())
      verdict.failures.push_back(fmt::format("{}: {} misses the gate of {}", figure.quantity,
                                             errorText(figure.error), errorText(figure.gate)));
}

void checkFall(Verdict& verdict) {
  const std::vector<Figure>& figures = verdict.fine.outcome.figures;
  if (std::none_of(figures.begin(), figures.end(), [](const Figure& f) { return f.main; }))
    verdict.failures.emplace_back("no figure is the main one");
  for (const Figure& fine : figures) {
    if (!fine.main) continue;
    const Figure* coarse = figureOf(verdict.coarse.outcome, fine.quantity);
    if (!coarse)
      verdict.failures.push_back(fine.quantity + ": not measured at the coarse spacing");
    else if (!(fine.error < coarse->error) && !(std::max(fine.error, coarse->error) <= fine.exact))
      verdict.failures.push_back(fmt::format("{}: does not fall from coarse ({}) to fine ({})",
                                             fine.quantity, errorText(coarse->error),
                                             errorText(fine.error)));
  }
}

bool passes(const TimedOutcome& run) {
  return std::all_of(run.outcome.figures.begin(), run.outcome.figures.end(),
                     [](const Figure& figure) { return figure.withinGate(); });
}

void checkRejection(Verdict& verdict, const std::string& what) {
  for (const Figure& wrong : verdict.wrong.outcome.figures) {
    const TimedOutcome& run = passes(verdict.coarse) ? verdict.coarse : verdict.fine;
    const Figure* right = figureOf(run.outcome, wrong.quantity);
    if (!wrong.withinGate() && right && right->withinGate()) return;
  }
  verdict.failures.push_back("accepts what is wrong: " + what);
}

}  // namespace

Verdict judge(const ValidationCase& validationCase, const std::string& solver) {
  Verdict verdict;
  verdict.solver = solver;
  const auto [coarse, fine] = validationCase.spacings;
  const int starts = validationCase.starts;
  try {
    verdict.coarse = timedRun(validationCase.run, starts, solver, coarse);
    verdict.fine = timedRun(validationCase.run, starts, solver, fine);
    // Where what is right passes, so that what is wrong is seen to be the reason if it does not.
    verdict.wrong =
        timedRun(validationCase.wrong.run, 1, solver, passes(verdict.coarse) ? coarse : fine);
  } catch (const std::exception& e) {
    verdict.failures.emplace_back(e.what());
    return verdict;
  }
  checkGates(verdict);
  checkFall(verdict);
  checkRejection(verdict, validationCase.wrong.what);
  return verdict;
}

const Figure* figureOf(const Outcome& outcome, const std::string& quantity) {
  for (const Figure& figure : outcome.figures)
    if (figure.quantity == quantity) return &figure;
  return nullptr;
}

std::string describe(const ValidationCase& validationCase, const Verdict& verdict) {
  std::string text =
      fmt::format("{}, {}: {}\n", validationCase.name, verdict.solver, validationCase.description);
  const auto addRun = [&](const TimedOutcome& run, const std::string& which) {
    for (const Figure& f : run.outcome.figures)
      text +=
          fmt::format("  {:6}  d = {:<8.4g}  {:40} {:>9}  gate {:>7}  {:5.1f} s\n", which,
                      run.spacing, f.quantity, errorText(f.error), errorText(f.gate), run.seconds);
  };
  addRun(verdict.coarse, "coarse");
  addRun(verdict.fine, "fine");
  addRun(verdict.wrong, "wrong");
  for (const std::string& failure : verdict.failures) text += "  FAILED  " + failure + "\n";
  return text;
}

std::string errorText(double error) {
  if (error == 0) return "0";
  const double size = std::abs(error);
  return size >= 1e-4 ? fmt::format("{:.3g} %", 100 * error) : fmt::format("{:.1e}", error);
}

}  // namespace shoal::validation
