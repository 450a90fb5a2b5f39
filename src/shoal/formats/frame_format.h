// File formats of frames, in one table: the word for each in run.write, and the functions that
// write and read particles and surfaces in it.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/core/parameter.h"
#include "shoal/formats/particle_table.h"
#include "shoal/formats/surface_frame.h"

namespace shoal {

struct FrameFormat {
  using Path = std::filesystem::path;

  std::string word;       // in run.write
  std::string sentence;   // what it is for
  std::string extension;  // of its files, without a dot
  bool hasTime = false;   // whether files hold their time
  bool listed = false;    // whether a .pvd file lists the frames for ParaView
  std::string missing{};  // why it cannot be used in this build; "" if it can

  // Empty for data that the format cannot hold; such frames are not written in it.
  std::function<void(const Path&, const ParticleTable&)> writeParticles{};
  std::function<OwnedParticleTable(const Path&)> readParticles{};
  std::function<void(const Path&, const SurfaceFrame&)> writeSurface{};
  std::function<SurfaceFrame(const Path&)> readSurface{};
};

// All formats. Where a frame was written in several, the first in this order is read.
const std::deque<FrameFormat>& frameFormats();

// Adds a format at the end, before any scene is read. An Error if its word or extension is taken.
void addFrameFormat(FrameFormat format);

// The words of all formats.
std::vector<std::string> frameWords();

// In run.write, and no formats: what frames hold besides, in whatever format. Surfaces of fluids;
// spray, foam and bubbles.
inline constexpr const char* kSurfaceWord = "surface";
inline constexpr const char* kFoamWord = "foam";
inline bool namesFormat(std::string_view word) { return word != kSurfaceWord && word != kFoamWord; }

// The format of a word; an Error if there is none, or if it cannot be used in this build.
const FrameFormat& frameFormat(const std::string& word);

// Parameter type: any number of format words, and of those that are none.
struct FrameWords : Words {
  template <class S>
  FrameWords(const char* key, std::vector<std::string> S::*member, const char* sentence)
      : Words(key, member, sentence) {
    words = &access;
  }

 private:
  static constexpr const WordAccess& free = WordMember<std::vector<std::string>>::access;
  static std::vector<std::string> known() {
    std::vector<std::string> words = frameWords();
    words.emplace_back(kSurfaceWord);
    words.emplace_back(kFoamWord);
    return words;
  }
  static constexpr WordAccess access{&known, free.get, free.set};
};

}  // namespace shoal
