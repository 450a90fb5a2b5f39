#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "picture_progress.h"
#include "shoal/core/error.h"
#include "shoal/coupling/samples/number_density.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/film/film_run.h"

namespace shoal::app {

namespace {

constexpr int kOnSheet = 5;  // pictures, if not said otherwise

struct RenderArguments {
  std::string folder, out, movie;
  double fps = 0;  // of the film; 0: of the run
  ViewParams view;
  FrameChoice choice;
  long frame = -1;
  int some = 0;
  // Options override the camera of the scene.
  std::string colour, walls, style, quality;
  std::vector<double> cut;  // x, y and z of a point and of a normal
  bool wholeSolids = false, noCut = false, noLabels = false;
};

// Whoever asks for a quantity wants it as it was computed, on particles.
FluidStyle styleOf(const RenderArguments& arguments, const Scene& scene) {
  if (!arguments.style.empty()) return chosen<FluidStyle>(arguments.style, "view.style");
  if (arguments.choice.samples || !arguments.colour.empty()) return FluidStyle::Particles;
  return shoal::styleOf(scene);
}

ViewParams viewOf(const RenderArguments& arguments, const Scene& scene) {
  ViewParams view = arguments.view;
  view.style = styleOf(arguments, scene);
  view = seenBy(scene.camera, view);
  if (!arguments.quality.empty())
    view.quality = chosen<LightQuality>(arguments.quality, "view.quality");
  if (!arguments.walls.empty()) view.walls = chosen<WallStyle>(arguments.walls, "view.walls");
  if (!arguments.colour.empty())
    view.colourBy = chosen<ColourBy>(arguments.colour, "view.colourBy");
  if (arguments.choice.samples) {
    if (view.style == FluidStyle::Surface)
      fail("--samples shows points; leave out --style surface");
    view.colourBy = ColourBy::NumberDensity;
    if (view.low == 0 && view.high == 0) view.high = kMostSamples;
  }
  const std::vector<double>& c = arguments.cut;
  if (!c.empty()) view.cut = ViewCutParams{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
  if (arguments.noCut) view.cut.reset();
  if (arguments.noLabels) view.labels = false;
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
  const ViewParams view = viewOf(arguments, readScene(folder.scene()));
  if (!arguments.movie.empty()) {
    PictureProgress progress;
    filmRun(folder, view, {arguments.movie, pictures, arguments.fps, arguments.choice.samples},
            [&](const PictureDone& picture) { progress.show(picture); });
    progress.end();
    fmt::print("{}\n", arguments.movie);
    return 0;
  }
  if (arguments.fps > 0) fail("--fps is the rate of a film; say --movie, too");
  renderRun(folder, pictures, view, choiceOf(arguments),
            [](const PictureDone& picture) { fmt::print("{}\n", picture.path.string()); });
  return 0;
}

using Options = std::vector<Option>;

Options frameOptions(RenderArguments& a) {
  return {{.name = "--frame",
           .target = &a.frame,
           .help = "Only this frame",
           .check = nonNegativeNumber},
          {.name = "--all", .target = &a.choice.all, .help = "Every frame"},
          {.name = "--some",
           .target = &a.some,
           .help = "So many frames, evenly spread; default 6, for a sheet 5",
           .check = positiveNumber},
          {.name = "--sheet",
           .target = &a.choice.sheet,
           .help = "Also one picture, sheet.png, that shows all of them side by side"},
          {.name = "--samples",
           .target = &a.choice.samples,
           .help = "The boundary samples that the run wrote, coloured by their number density, "
                   "in place of particles"},
          {.name = "--movie",
           .target = &a.movie,
           .help = "A film of every frame: a name that ends in .mp4, .webm or .gif; made by ffmpeg",
           .excludes = {"--frame", "--some", "--sheet"}},
          {.name = "--fps",
           .target = &a.fps,
           .help = "Frames that the film shows in a second; left out, as fast as it happened",
           .check = positiveNumber}};
}

Options viewOptions(RenderArguments& a) {
  return {
      {.name = "--style",
       .target = &a.style,
       .help = "surface: fluids as their surfaces. particles: as balls. Left out, surface, unless "
               "colours show a quantity or the run is in the plane"},
      {.name = "--quality",
       .target = &a.quality,
       .help = "draft, good or film: 4, 16 or 256 paths of light for each pixel of pictures of "
               "surfaces without a quantity; draft if left out"},
      {.name = "--colour",
       .target = &a.colour,
       .help = "speed, pressure or density of fluids, stress of solids, or none"},
      {.name = "--cut",
       .target = &a.cut,
       .help = "X Y Z of a point and of a normal: what lies beyond this plane, where the "
               "normal points, is left out",
       .values = 6},
      {.name = "--whole-solids", .target = &a.wholeSolids, .help = "Cut particles but no solids"},
      {.name = "--no-cut",
       .target = &a.noCut,
       .help = "Without the cut of the scene",
       .excludes = {"--cut"}},
      {.name = "--low", .target = &a.view.low, .help = "Value at the lower end of the colours"},
      {.name = "--high", .target = &a.view.high, .help = "Value at the upper end of the colours"},
      {.name = "--walls", .target = &a.walls, .help = "cutaway, wireframe or hidden"},
      {.name = "--no-labels",
       .target = &a.noLabels,
       .help = "Without title, time, colour bar and scale: the scene has the whole picture"},
      {.name = "--transparent", .target = &a.view.transparent, .help = "Without a background"},
      {.name = "--width", .target = &a.view.width, .help = "Width in pixels"},
      {.name = "--height", .target = &a.view.height, .help = "Height in pixels"}};
}

}  // namespace

Command renderCommand() {
  const auto arguments = std::make_shared<RenderArguments>();
  Command command{.name = "render",
                  .help = "Make pictures (PNG) or a film of a run",
                  .options = {{.name = "RUN",
                               .target = &arguments->folder,
                               .help = "Folder of the run",
                               .required = true},
                              {.name = "--out",
                               .target = &arguments->out,
                               .help = "Where to put them; RUN/pictures if left out"}},
                  .footer =
                      "The camera, its colours and its cut are the scene's; left out there, "
                      "it finds a place that shows all.",
                  .action = [arguments] { return renderPictures(*arguments); }};
  for (Options (*more)(RenderArguments&) : {frameOptions, viewOptions})
    for (Option& option : more(*arguments)) command.options.push_back(std::move(option));
  return command;
}

}  // namespace shoal::app
