// A scene that is understood can be written and read again, and is the same then.
#include "fuzz_target.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/read/scene_writer.h"

FUZZ_TARGET(bytes) {
  using namespace shoal;
  fuzz::mustSucceedOrExplain([&] {
    const std::string written = writeScene(parseScene(bytes, "/scenes/fuzzed.toml"));
    try {
      if (writeScene(parseScene(written, "/scenes/fuzzed.toml")) == written) return;
      std::fprintf(stderr, "the scene changed when it was written and read again\n");
    } catch (const Error& error) {
      std::fprintf(stderr, "a written scene is refused: %s\n", error.what());
    }
    std::abort();
  });
}
