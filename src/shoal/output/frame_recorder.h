// Writes the frames of one subject, such as the particles, in every format that the run asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shoal/formats/frame_format.h"
#include "shoal/output/pvd.h"
#include "shoal/output/run_folder.h"

namespace shoal {

// Writes a surface that is recorded once, such as a wall: as NAME.ply, and as NAME.obj, which holds
// materials, too, if that is among the words of run.write.
void writeSurfaceOnce(const std::filesystem::path& folder, const std::string& name,
                      const RenderMesh& mesh, const std::vector<std::string>& words);

class FrameRecorder {
 public:
  // `words` are those of run.write; what names no format is passed over. `subject`
  // begins the names of the files. A run that is resumed at time `resumedAt`, in s, keeps the
  // frames listed before it.
  FrameRecorder(RunFolder folder, std::string subject, const std::vector<std::string>& words,
                std::optional<double> resumedAt);

  // In the formats that hold particles, or surfaces.
  void write(long frame, const ParticleTable& particles);
  void write(long frame, const SurfaceFrame& surface);

 private:
  template <class Frame>
  void writeAll(
      long frame, const Frame& content,
      std::function<void(const std::filesystem::path&, const Frame&)> FrameFormat::*write);

  RunFolder folder_;
  std::string subject_;
  std::vector<const FrameFormat*> formats_;
  std::optional<PvdSeries> series_;  // of the files of the first format that is listed
};

}  // namespace shoal
