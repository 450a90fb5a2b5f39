# cmake -DFONT=file.ttf -DSOURCE=file.cpp -P EmbedFont.cmake: turns a font into a C++ source.
file(READ ${FONT} digits HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${digits}")
string(REGEX REPLACE "(................................................................................)"
  "\\1\n" bytes "${bytes}")
file(WRITE ${SOURCE} "// DejaVu Sans, whose licence is in docs/fonts.md.
#include <span>

namespace shoal::detail {

namespace {

constexpr unsigned char kBytes[] = {
${bytes}};

}  // namespace

std::span<const unsigned char> fontFile();
std::span<const unsigned char> fontFile() { return kBytes; }

}  // namespace shoal::detail
")
