#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/coupling/samples/number_density.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/run/render_run.h"

namespace shoal::app {

namespace {

constexpr int kOnSheet = 5;  // pictures, if not said otherwise

struct RenderArguments {
  std::string folder, out;
  ViewParams view;
  FrameChoice choice;
  long frame = -1;
  int some = 0;
  // What is said here counts more than the scene's camera.
  std::string colour;
  std::vector<double> cut;  // x, y and z of a point and of a normal
  bool wholeSolids = false, noCut = false;
};

ViewParams viewOf(const RenderArguments& arguments, const CameraParams& camera) {
  ViewParams view = seenBy(camera, arguments.view);
  if (!arguments.colour.empty()) view.colourBy = arguments.colour;
  if (arguments.choice.samples) {
    view.colourBy = "numberDensity";
    if (view.low == 0 && view.high == 0) view.high = kMostSamples;
  }
  const std::vector<double>& c = arguments.cut;
  if (!c.empty()) view.cut = ViewCutParams{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
  if (arguments.noCut) view.cut.reset();
  if (arguments.wholeSolids && view.cut) view.cut->solids = false;
  return view;
}

FrameChoice choiceOf(const RenderArguments& arguments) {
  FrameChoice choice = arguments.choice;
  if (arguments.frame >= 0) choice.frame = arguments.frame;
  if (choice.sheet) choice.some = kOnSheet;
  if (arguments.some > 0) choice.some = arguments.some;
  return choice;
}

int renderPictures(const RenderArguments& arguments) {
  const RunFolder folder(arguments.folder);
  folder.mustBeRun();
  const std::filesystem::path pictures =
      arguments.out.empty() ? folder.pictures() : std::filesystem::path(arguments.out);
  renderRun(folder, pictures, viewOf(arguments, readScene(folder.scene()).camera),
            choiceOf(arguments),
            [](const std::filesystem::path& picture) { fmt::print("{}\n", picture.string()); });
  return 0;
}

void addFrames(CLI::App& command, RenderArguments& arguments) {
  command.add_option("--frame", arguments.frame, "Only this frame")->check(nonNegativeNumber());
  command.add_flag("--all", arguments.choice.all, "Every frame");
  command
      .add_option("--some", arguments.some,
                  "So many frames, evenly spread; default 6, for a sheet 5")
      ->check(positiveNumber());
  command.add_flag("--sheet", arguments.choice.sheet,
                   "Also one picture, sheet.png, that shows all of them side by side");
}

void addView(CLI::App& command, RenderArguments& arguments) {
  command.add_flag("--samples", arguments.choice.samples,
                   "The boundary samples that the run wrote, coloured by their number density, "
                   "in place of particles");
  command.add_option("--colour", arguments.colour,
                     "speed, pressure or density of particles, or stress of solids");
  CLI::Option* cut =
      command
          .add_option("--cut", arguments.cut,
                      "X Y Z of a point and of a normal: what lies beyond this plane, where the "
                      "normal points, is left out")
          ->expected(6)
          ->allow_extra_args(false);  // so that RUN may follow
  command.add_flag("--whole-solids", arguments.wholeSolids, "Cut particles but no solids");
  command.add_flag("--no-cut", arguments.noCut, "Without the cut of the scene")->excludes(cut);
  ViewParams& view = arguments.view;
  command.add_option("--low", view.low, "Value at the lower end of the colours");
  command.add_option("--high", view.high, "Value at the upper end of the colours");
  command.add_option("--walls", view.walls, "cutaway, wireframe or hidden");
  command.add_option("--width", view.width, "Width in pixels");
  command.add_option("--height", view.height, "Height in pixels");
}

}  // namespace

void addRender(CLI::App& program, Chosen& chosen) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = program.add_subcommand("render", "Make pictures (PNG) of a run");
  command->add_option("RUN", arguments->folder, "Folder of the run")->required();
  command->add_option("--out", arguments->out, "Where to put them; RUN/pictures if left out");
  addFrames(*command, *arguments);
  addView(*command, *arguments);
  command->footer(
      "The camera, its colours and its cut are the scene's; left out there, it finds a place that "
      "shows all.");
  command->callback(
      [arguments, &chosen] { chosen.action = [arguments] { return renderPictures(*arguments); }; });
}

}  // namespace shoal::app
