#include "shoal/view/film/film_format.h"

#include <array>

#include "shoal/core/error.h"

namespace shoal {

namespace {

constexpr double kFastest = 1000;  // 1/s: the clock of a WebM file counts milliseconds

const std::array<FilmFormat, 3>& formats() {
  static const std::array<FilmFormat, 3> all{{
      // The index at the front lets browsers play what they have not loaded yet.
      {".mp4",
       "mp4",
       {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"},
       true,
       kFastest},
      {".webm",
       "webm",
       {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-pix_fmt", "yuv420p", "-row-mt", "1"},
       true,
       kFastest},
      // A palette for each frame: one for all would keep every frame in memory. Delays are counted
      // in hundredths of a second, and programs slow down those of one hundredth.
      {".gif",
       "gif",
       {"-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none"},
       false,
       50},
  }};
  return all;
}

}  // namespace

const FilmFormat& filmFormatOf(const std::filesystem::path& film) {
  std::string known;
  for (const FilmFormat& format : formats()) {
    if (film.extension() == format.extension) return format;
    known += (known.empty() ? "" : ", ") + format.extension;
  }
  fail("{}: is no film that is known by its name; there are {}", film.string(), known);
}

}  // namespace shoal
