#include "shoal/view/picture/font.h"

#include <cmath>
#include <mutex>
#include <span>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "shoal/core/error.h"

namespace shoal {

namespace detail {

std::span<const unsigned char> fontFile();  // its source is made from the font by the build

}  // namespace detail

namespace {

constexpr char32_t kNoCharacter = 0xfffd;
constexpr std::string_view kEllipsis = "\u2026";

// The next character of UTF-8 text, which is then shorter by it. Bytes that are none, overlong
// forms and surrogates are one kNoCharacter each.
char32_t takeCharacter(std::string_view& text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xc2 ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) {
    text.remove_prefix(1);
    return kNoCharacter;
  }
  char32_t code = length == 1 ? lead : lead & (0x7fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0u) != 0x80u) {
      text.remove_prefix(1);
      return kNoCharacter;
    }
    code = (code << 6) | (byte(k) & 0x3fu);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) {
    text.remove_prefix(1);
    return kNoCharacter;
  }
  text.remove_prefix(length);
  return code < 0x20 || code == 0x7f ? U' ' : code;
}

std::vector<char32_t> charactersOf(std::string_view text) {
  std::vector<char32_t> characters;
  while (!text.empty()) characters.push_back(takeCharacter(text));
  return characters;
}

// FreeType's face of the font. One thread at a time may use it.
class Face {
 public:
  Face() {
    const auto file = detail::fontFile();
    if (FT_Init_FreeType(&library_) != 0 ||
        FT_New_Memory_Face(library_, file.data(), static_cast<FT_Long>(file.size()), 0, &face_) !=
            0)
      fail("cannot write on pictures: FreeType does not read the font");
  }
  ~Face() {
    FT_Done_Face(face_);
    FT_Done_FreeType(library_);
  }
  Face(const Face&) = delete;
  Face& operator=(const Face&) = delete;

  // Loads the outline of a character and returns its advance in pixels. Outlines are not fitted to
  // pixels, so that text of every size has the same proportions, and breaks into the same lines.
  double load(char32_t character, double size) {
    const auto em = static_cast<FT_F26Dot6>(std::lround(64 * size));
    if (FT_Set_Char_Size(face_, em, em, 72, 72) != 0 ||
        FT_Load_Char(face_, character, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0)
      fail("cannot write a character on a picture");
    return static_cast<double>(face_->glyph->linearHoriAdvance) / 65536;
  }

  // The loaded character, moved to the right by a part of a pixel.
  const FT_GlyphSlotRec& drawn(double part) {
    FT_Outline_Translate(&face_->glyph->outline, std::lround(64 * part), 0);
    if (FT_Render_Glyph(face_->glyph, FT_RENDER_MODE_NORMAL) != 0)
      fail("cannot draw a character on a picture");
    return *face_->glyph;
  }

 private:
  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
};

// Hands the face to one caller at a time.
template <class Use>
auto withFace(Use&& use) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static Face face;
  return use(face);
}

void stamp(Image& image, const FT_GlyphSlotRec& glyph, int left, int baseline, const Rgb& colour) {
  const FT_Bitmap& ink = glyph.bitmap;
  for (int row = 0; row < static_cast<int>(ink.rows); ++row)
    for (int column = 0; column < static_cast<int>(ink.width); ++column)
      blend(image, left + glyph.bitmap_left + column, baseline - glyph.bitmap_top + row,
            ink.buffer[row * ink.pitch + column] / 255.0, colour);
}

// The longest beginning of `text`, at least one character, that is at most so wide.
std::string_view fittingStart(std::string_view text, double size, double width) {
  std::string_view rest = text;
  std::size_t fitting = 0;
  double end = 0;
  while (!rest.empty()) {
    const std::string_view before = rest;
    takeCharacter(rest);
    end += textWidth(before.substr(0, before.size() - rest.size()), size);
    if (end > width && fitting > 0) break;
    fitting = text.size() - rest.size();
  }
  return text.substr(0, fitting);
}

std::string shortened(std::string_view line, double size, double width) {
  const double room = width - textWidth(kEllipsis, size);
  return std::string(room > 0 ? fittingStart(line, size, room) : "") + std::string(kEllipsis);
}

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

std::string_view withoutSpacesAhead(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  return text;
}

// The part of `text` that is its first line.
std::string_view firstLine(std::string_view text, double size, double width) {
  const std::string_view start = fittingStart(text, size, width);
  if (start.size() == text.size() || isSpace(text[start.size()])) return start;
  std::size_t space = start.size();
  while (space > 0 && !isSpace(start[space - 1])) --space;
  return space > 0 ? start.substr(0, space) : start;
}

}  // namespace

double textWidth(std::string_view text, double size) {
  return withFace([&](Face& face) {
    double width = 0;
    for (const char32_t c : charactersOf(text)) width += face.load(c, size);
    return width;
  });
}

void drawText(Image& image, double left, double baseline, double size, const Rgb& colour,
              std::string_view text) {
  withFace([&](Face& face) {
    double pen = left;
    for (const char32_t c : charactersOf(text)) {
      if (pen >= image.width) return;
      const double advance = face.load(c, size);
      const double whole = std::floor(pen);
      stamp(image, face.drawn(pen - whole), static_cast<int>(whole),
            static_cast<int>(std::lround(baseline)), colour);
      pen += advance;
    }
  });
}

std::vector<std::string> brokenIntoLines(std::string_view text, double size, double width,
                                         std::size_t most) {
  std::vector<std::string> lines;
  if (width < size) return lines;
  text = withoutSpacesAhead(text);
  while (!text.empty() && lines.size() < most) {
    const std::string_view line = firstLine(text, size, width);
    const std::string_view rest = withoutSpacesAhead(text.substr(line.size()));
    const bool cut = !rest.empty() && lines.size() + 1 == most;
    lines.push_back(cut ? shortened(line, size, width) : std::string(line));
    text = rest;
  }
  return lines;
}

}  // namespace shoal
