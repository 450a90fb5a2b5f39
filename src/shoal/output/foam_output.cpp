#include "shoal/output/foam_output.h"

#include "shoal/core/error.h"
#include "shoal/core/timer.h"
#include "shoal/output/foam_frames.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

// The formats that hold particles; vtp, if there is none among the words.
std::vector<std::string> particleWords(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (const std::string& word : words)
    if (namesFormat(word) && frameFormat(word).writeParticles) kept.push_back(word);
  return kept.empty() ? std::vector<std::string>{"vtp"} : kept;
}

// Where the scene has no domain: around the solids and the fluid, at both ends of the run, and
// half as far again.
Box3d domainOf(const Scene& scene, const FoamFrames& frames) {
  if (scene.world.domain) return *scene.world.domain;
  Box3d box = frames.bounds();
  return box.grown(length(box.size()) / 2);
}

class FoamFiles {
 public:
  explicit FoamFiles(const FoamJob& job) : job_(job), series_(job.out / seriesName()) {
    std::error_code code;
    fs::create_directories(job.out, code);
    if (code) fail("{}: cannot be made: {}", job.out.string(), code.message());
    for (const std::string& word : job.formats)
      if (!frameFormat(word).writeParticles)
        fail("{} holds surfaces and no particles; choose vtp or bgeo", word);
  }

  void write(const FoamParticles& particles, double time, long frame) {
    for (const std::string& word : job_.formats) {
      const FrameFormat& format = frameFormat(word);
      const std::string name = RunFolder::frameName(frame, format.extension, RunFolder::kFoam);
      format.writeParticles(job_.out / name, tableOf(particles, time));
      if (job_.onFile) job_.onFile(job_.out / name);
      if (format.listed) series_.add(time, name);
    }
  }

 private:
  static std::string seriesName() { return std::string(RunFolder::kFoam) + ".pvd"; }

  const FoamJob& job_;
  PvdSeries series_;
};

}  // namespace

ParticleTable tableOf(const FoamParticles& particles, double time) {
  return {particles.x.span(),
          {{"velocity", particles.v.span()},
           {"kind", particles.kind.span()},
           {"life", particles.life.span()},
           {"id", particles.id.span()}},
          time};
}

FoamRecorder::FoamRecorder(const RunFolder& folder, const Scene& scene,
                           std::optional<double> resumedAt)
    : recorder_(folder, RunFolder::kFoam, particleWords(scene.run.write), resumedAt) {}

void FoamRecorder::write(const World& world, long frame) {
  const Timed t{"output/foam"};
  recorder_.write(frame, tableOf(world.foam()->particles(), world.time()));
}

void foamRun(const RunFolder& folder, const Scene& scene, const FoamJob& job) {
  FoamFrames frames(folder, scene, job.solidsAt);
  Foam foam(job.params, {.dimensions = scene.world.dimensions,
                         .spacing = scene.world.spacing,
                         .gravity = scene.world.gravity,
                         .kernel = scene.kernel(),
                         .period = periodOf(scene.world),
                         .domain = domainOf(scene, frames)});
  FoamFiles files(job);
  files.write(foam.particles(), frames.time(), frames.number());
  while (frames.next()) {
    frames.advance(foam);
    files.write(foam.particles(), frames.time(), frames.number());
  }
}

}  // namespace shoal
