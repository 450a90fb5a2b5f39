// The kinds of films that ffmpeg makes for us, by the extension of the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace shoal {

struct FilmFormat {
  std::string extension;           // of its files, with the dot
  std::string container;           // ffmpeg's name of it
  std::vector<std::string> codec;  // options of ffmpeg
  bool evenSize = false;           // whether width and height must be even, as colours of 4:2:0 ask
  double maxRate = 0;              // 1/s
};

// The format of a film by its name; an Error that names those that there are.
const FilmFormat& filmFormatOf(const std::filesystem::path& film);

}  // namespace shoal
