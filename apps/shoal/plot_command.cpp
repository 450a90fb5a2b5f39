#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/study/plot_sheet.h"
#include "shoal/study/run_columns.h"

namespace shoal::app {

namespace {

namespace fs = std::filesystem;

struct PlotArguments {
  std::vector<std::string> words;  // runs, then columns
  std::string out;
  bool list = false;
  SheetSize size;
};

// Words up to the first that is no folder are runs, the others columns.
std::vector<RunFolder> runsIn(const PlotArguments& arguments, std::vector<std::string>& columns) {
  std::vector<RunFolder> runs;
  for (const std::string& word : arguments.words)
    if (columns.empty() && (runs.empty() || fs::is_directory(word)))
      runs.emplace_back(word);
    else
      columns.push_back(word);
  for (const RunFolder& run : runs) run.mustBeRun();
  return runs;
}

int listColumns(const std::vector<RunFolder>& runs) {
  for (const RunFolder& run : runs) {
    fs::path table;
    for (const RunColumn& column : columnsOf(run, readScene(run.scene()).world.dimensions)) {
      if (column.table != table) fmt::print("{}\n", column.table.string());
      table = column.table;
      fmt::print("  {}\n", column.label());
    }
  }
  return 0;
}

// The files to write: as the name says, or both.
std::vector<fs::path> filesOf(const PlotArguments& arguments, const RunFolder& first) {
  const fs::path out = arguments.out.empty() ? first.pictures() / "plot" : fs::path(arguments.out);
  if (out.extension() == ".svg" || out.extension() == ".png") return {out};
  fs::path svg = out, png = out;
  svg += ".svg";
  png += ".png";
  return {svg, png};
}

int plotRuns(const PlotArguments& arguments) {
  std::vector<std::string> columns;
  const std::vector<RunFolder> runs = runsIn(arguments, columns);
  if (arguments.list) return listColumns(runs);
  const std::vector<Plot> plots = plotsOf(runs, columns);
  for (const fs::path& file : filesOf(arguments, runs.front())) {
    if (file.has_parent_path()) fs::create_directories(file.parent_path());
    if (file.extension() == ".svg")
      writeFileAtomically(file, svgSheet(plots, arguments.size));
    else
      writePng(file, imageSheet(plots, arguments.size));
    fmt::print("{}\n", file.string());
  }
  return 0;
}

}  // namespace

Command plotCommand() {
  const auto arguments = std::make_shared<PlotArguments>();
  return {
      .name = "plot",
      .help = "Draw the tables of runs over time (SVG and PNG)",
      .options = {{.name = "RUN",
                   .target = &arguments->words,
                   .help = "Folders of runs, then columns: a name, the name of a probe or solid "
                           "for all of its columns, or a pattern with *",
                   .required = true,
                   .shownAs = "RUN... [COLUMN...]",
                   .commas = true},
                  {.name = "--list",
                   .target = &arguments->list,
                   .help = "Print the columns that there are, with their units"},
                  {.name = "--out",
                   .target = &arguments->out,
                   .help = "File; .svg or .png writes that alone. RUN/pictures/plot if left out"},
                  {.name = "--width",
                   .target = &arguments->size.width,
                   .help = "Width in pixels",
                   .check = positiveNumber},
                  {.name = "--height",
                   .target = &arguments->size.height,
                   .help = "Height of each plot in pixels",
                   .check = positiveNumber}},
      .footer =
          "Columns of one unit share a plot. Without columns it draws what probes "
          "measured or, without probes, the energies.",
      .action = [arguments] { return plotRuns(*arguments); }};
}

}  // namespace shoal::app
