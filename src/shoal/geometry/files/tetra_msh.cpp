// Gmsh's format as text: versions 2.2, and 4.1 with its blocks per entity.
#include "shoal/core/error.h"
#include "shoal/geometry/files/tetra_formats.h"

namespace shoal {

namespace {

class MshParser {
 public:
  MshParser(std::string_view bytes, const std::string& file) : text_(bytes, file) {}

  TetraMesh parse() {
    while (text_.nextLine()) {
      const std::string_view section = text_.word();
      if (section == "$MeshFormat") readFormat();
      if (section == "$Nodes") isBlocks_ ? readNodeBlocks() : readNodes();
      if (section == "$Elements") isBlocks_ ? readElementBlocks() : readElements();
    }
    if (!hasFormat_) text_.fail("has no $MeshFormat; is it a file of Gmsh?");
    return std::move(mesh_);
  }

 private:
  void line(const char* of) {
    if (!text_.nextLine()) text_.fail(fmt::format("{} are cut off; is the file whole?", of));
  }

  std::int64_t count(const char* what) {
    const std::int64_t n = text_.integer(what);
    if (n < 0) text_.fail(fmt::format("{} is {}; give a count", what, n));
    return n;
  }

  void readFormat() {
    line("the format");
    const double version = text_.number("the version of the format");
    if (version != 2.2 && version != 4.1)
      text_.fail(fmt::format("has version {} of the format; save it as 4.1 or 2.2", version));
    if (text_.integer("the type of the file") != 0)
      text_.fail("is binary; save it as text (gmsh -bin 0)");
    isBlocks_ = version > 4;
    hasFormat_ = true;
  }

  void readNodes() {
    line("nodes");
    for (std::int64_t n = count("the number of nodes"); n > 0; --n) {
      line("nodes");
      const std::int64_t name = text_.integer("the number of a node");
      vertices_.add(name, readPoint(text_), text_, mesh_);
    }
  }

  void readElements() {
    line("elements");
    for (std::int64_t n = count("the number of elements"); n > 0; --n) {
      line("elements");
      text_.integer("the number of an element");
      const std::int64_t type = text_.integer("the type of an element");
      for (std::int64_t tags = count("the number of tags"); tags > 0; --tags)
        text_.integer("a tag");
      if (isTetra(type)) mesh_.tets.push_back(vertices_.readTetra(text_));
    }
  }

  void readNodeBlocks() {
    line("nodes");
    for (std::int64_t blocks = count("the number of blocks"); blocks > 0; --blocks) {
      line("nodes");
      text_.integer("the dimension");
      text_.integer("the entity");
      text_.integer("whether the nodes are parametric");
      const std::int64_t nodes = count("the number of nodes");
      std::vector<std::int64_t> names;
      for (std::int64_t n = 0; n < nodes; ++n) {
        line("nodes");
        names.push_back(text_.integer("the number of a node"));
      }
      for (const std::int64_t name : names) {
        line("nodes");
        vertices_.add(name, readPoint(text_), text_, mesh_);
      }
    }
  }

  void readElementBlocks() {
    line("elements");
    for (std::int64_t blocks = count("the number of blocks"); blocks > 0; --blocks) {
      line("elements");
      text_.integer("the dimension");
      text_.integer("the entity");
      const std::int64_t type = text_.integer("the type of elements");
      for (std::int64_t n = count("the number of elements"); n > 0; --n) {
        line("elements");
        text_.integer("the number of an element");
        if (isTetra(type)) mesh_.tets.push_back(vertices_.readTetra(text_));
      }
    }
  }

  // Of 4 nodes, or of 10.
  static bool isTetra(std::int64_t type) { return type == 4 || type == 11; }

  TextReader text_;
  TetraMesh mesh_;
  NamedVertices vertices_;
  bool hasFormat_ = false;
  bool isBlocks_ = false;
};

}  // namespace

TetraMesh parseMsh(std::string_view bytes, const std::string& file) {
  return MshParser(bytes, file).parse();
}

}  // namespace shoal
