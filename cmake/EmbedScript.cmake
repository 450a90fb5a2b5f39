# cmake -DSCRIPT=file.py -DFUNCTION=name -DSOURCE=file.cpp -P EmbedScript.cmake: turns a script into a
# C++ source.
file(READ ${SCRIPT} digits HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${digits}")
string(REGEX REPLACE "(................................................................................)"
  "\\1\n" bytes "${bytes}")
file(WRITE ${SOURCE} "#include \"shoal/output/export/embedded_scripts.h\"

namespace shoal::scripts {

namespace {

constexpr char kBytes[] = {
${bytes}};

}  // namespace

std::string_view ${FUNCTION}() { return {kBytes, sizeof kBytes}; }

}  // namespace shoal::scripts
")
