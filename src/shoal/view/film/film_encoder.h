// Pictures to a film, by the program ffmpeg, which reads them from its standard input.
#pragma once

#include <filesystem>
#include <memory>

#include "shoal/view/film/film_format.h"
#include "shoal/view/picture/image.h"

namespace shoal {

class FilmEncoder {
 public:
  // Throws an Error when ffmpeg is missing, when the name of the film has no known extension or
  // when the format has no such rate, given in pictures a second.
  FilmEncoder(std::filesystem::path film, double rate);
  // Without finish() there is no film, and an older one stays.
  ~FilmEncoder();
  FilmEncoder(const FilmEncoder&) = delete;
  FilmEncoder& operator=(const FilmEncoder&) = delete;

  // All pictures have the size of the first.
  void add(const Image& picture);

  // The film appears under its name.
  void finish();

 private:
  struct Process;

  std::filesystem::path film_, temporary_, program_;
  const FilmFormat& format_;
  double rate_;
  int width_ = 0, height_ = 0;  // pixels, of pictures
  std::unique_ptr<Process> process_;
};

}  // namespace shoal
