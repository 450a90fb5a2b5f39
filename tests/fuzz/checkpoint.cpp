// A checkpoint of a small world, damaged as the input says. The checkpoint is made at the start, so
// that no file of an old format is kept; an input is a list of damages of six bytes each. Its
// checksum is damaged or does not fit: files that are forged to have one that fits reach HDF5,
// whose version 1.10 has errors of memory of its own in damaged metadata.
#include "shoal/world/checkpoint.h"

#include <array>
#include <memory>
#include <string>

#include "fuzz_target.h"
#include "shoal/core/file.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"

namespace shoal::fuzz {
namespace {

constexpr const char* kScene =
    "format = 1\nworld = { spacing = 0.1, domain = [[-1, -1, -1], [2, 2, 2]] }\n"
    "[[fluid]]\nname = \"water\"\nfill = { box = [[0, 0, 0], [0.2, 0.2, 0.2]] }\n"
    "[[solid]]\nname = \"ball\"\nmodel = \"rigid\"\n"
    "mesh = { sphere = { centre = [1, 1, 1], radius = 0.2 } }\n"
    "[[emitter]]\nname = \"tap\"\nfluid = \"water\"\ncentre = [0.5, 1, 0.5]\n"
    "direction = [0, -1, 0]\nradius = 0.1\nspeed = 1\n"
    "[[probe]]\nname = \"p\"\npressure = [0.1, 0.1, 0.1]\n";

struct Subject {
  std::unique_ptr<World> world = worldFrom(parseScene(kScene, "/scenes/small.toml"));
  MemoryFile file{".h5"};
  std::string whole;

  Subject() {
    for (int i = 0; i < 2; ++i) world->step(0.01);
    writeCheckpoint(file.path(), *world, {.scene = kScene});
    whole = readFile(file.path());
  }
};

// Where it is, what is done, and with which byte.
void damage(std::string& bytes, std::string_view how) {
  const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(how[i])}; };
  if (bytes.empty()) return;
  const std::size_t at = (byte(0) | byte(1) << 8 | byte(2) << 16) % bytes.size();
  switch (byte(3) % 4) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 << byte(4) % 8));
      return;
    case 1:
      bytes[at] = how[5];
      return;
    case 2:  // a run of equal bytes, such as those of a huge number
      for (std::size_t i = at; i < std::min(bytes.size(), at + 1 + byte(4) % 8); ++i)
        bytes[i] = how[5];
      return;
    default:
      bytes.resize(at);
  }
}

}  // namespace
}  // namespace shoal::fuzz

FUZZ_TARGET(bytes) {
  using namespace shoal;
  static fuzz::Subject subject;
  std::string damaged = subject.whole;
  for (; bytes.size() >= 6; bytes.remove_prefix(6)) fuzz::damage(damaged, bytes.substr(0, 6));
  const std::filesystem::path& path = subject.file.holding(damaged);
  fuzz::mustSucceedOrExplain([&] { readCheckpoint(path, *subject.world); });
  fuzz::mustSucceedOrExplain([&] { checkpointOrigin(path); });
}
