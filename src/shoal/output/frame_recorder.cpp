#include "shoal/output/frame_recorder.h"

#include <algorithm>
#include <utility>

#include "shoal/geometry/files/mesh_file.h"

namespace shoal {

void writeSurfaceOnce(const std::filesystem::path& folder, const std::string& name,
                      const RenderMesh& mesh, const std::vector<std::string>& words) {
  writeMesh(folder / (name + ".ply"), mesh);
  if (std::find(words.begin(), words.end(), "obj") != words.end())
    writeMesh(folder / (name + ".obj"), mesh);
}

FrameRecorder::FrameRecorder(RunFolder folder, std::string subject,
                             const std::vector<std::string>& words, std::optional<double> resumedAt)
    : folder_(std::move(folder)), subject_(std::move(subject)) {
  for (const std::string& word : words)
    if (namesFormat(word)) formats_.push_back(&frameFormat(word));
  const auto listed = std::find_if(formats_.begin(), formats_.end(),
                                   [](const FrameFormat* format) { return format->listed; });
  if (listed == formats_.end()) return;
  const std::filesystem::path list = folder_.series(subject_);
  series_ = resumedAt ? PvdSeries::resume(list, *resumedAt) : PvdSeries(list);
}

void FrameRecorder::write(long frame, const ParticleTable& particles) {
  writeAll(frame, particles, &FrameFormat::writeParticles);
}

void FrameRecorder::write(long frame, const SurfaceFrame& surface) {
  writeAll(frame, surface, &FrameFormat::writeSurface);
}

template <class Frame>
void FrameRecorder::writeAll(
    long frame, const Frame& content,
    std::function<void(const std::filesystem::path&, const Frame&)> FrameFormat::*write) {
  bool first = true;  // of those that are listed
  for (const FrameFormat* format : formats_) {
    if (!(format->*write)) continue;
    const std::string name = RunFolder::frameName(frame, format->extension, subject_);
    (format->*write)(folder_.frames() / name, content);
    if (format->listed && std::exchange(first, false)) series_->add(content.time, name);
  }
}

}  // namespace shoal
