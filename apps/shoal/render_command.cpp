#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/coupling/volumes/number_density.h"
#include "shoal/view/render_run.h"

namespace shoal::app {

namespace {

struct RenderArguments {
  std::string folder, out;
  ViewParams view;
  FrameChoice choice;
  long frame = -1;
};

int renderPictures(RenderArguments& arguments) {
  const RunFolder folder(arguments.folder);
  if (arguments.frame >= 0) arguments.choice.frame = arguments.frame;
  ViewParams& view = arguments.view;
  if (arguments.choice.samples) {
    view.colourBy = "numberDensity";
    if (view.low == 0 && view.high == 0) view.high = kMostSamples;
  }
  const std::filesystem::path pictures =
      arguments.out.empty() ? folder.pictures() : std::filesystem::path(arguments.out);
  renderRun(folder, pictures, arguments.view, arguments.choice,
            [](const std::filesystem::path& picture) { fmt::print("{}\n", picture.string()); });
  return 0;
}

}  // namespace

void addRender(CLI::App& program, Chosen& chosen) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = program.add_subcommand("render", "Make pictures (PNG) of a run");
  command->add_option("RUN", arguments->folder, "Folder of the run")->required();
  command->add_option("--out", arguments->out, "Where to put them; RUN/pictures if left out");
  command->add_option("--frame", arguments->frame, "Only this frame")->check(nonNegativeNumber());
  command->add_flag("--all", arguments->choice.all, "Every frame");
  command->add_option("--some", arguments->choice.some, "So many frames, evenly spread; default 6")
      ->check(positiveNumber());
  ViewParams& view = arguments->view;
  command->add_flag("--samples", arguments->choice.samples,
                    "The boundary samples that the run wrote, coloured by their number density, "
                    "in place of particles");
  command->add_option("--colour", view.colourBy, "speed, pressure or density of particles, or stress of solids");
  command->add_option("--low", view.low, "Value at the lower end of the colours");
  command->add_option("--high", view.high, "Value at the upper end of the colours");
  command->add_option("--walls", view.walls, "cutaway, wireframe or hidden");
  command->add_option("--width", view.width, "Width in pixels");
  command->add_option("--height", view.height, "Height in pixels");
  command->footer("The camera is the scene's; left out there, it finds a place that shows all.");
  command->callback(
      [arguments, &chosen] { chosen.action = [arguments] { return renderPictures(*arguments); }; });
}

}  // namespace shoal::app
