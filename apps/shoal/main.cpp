// The command line program. Exit code 0 on success, 1 on any error, 2 on wrong usage.
#include <cstdio>
#include <exception>
#include <new>

#include "commands.h"

namespace {

int runProgram(int argc, const char* const* argv) {
  using namespace shoal::app;
  return runCommandLine(argc, argv,
                        {runCommand(), checkCommand(), listCommand(), compareCommand(),
                         renderCommand(), plotCommand(), infoCommand(), referenceCommand()});
}

}  // namespace

int main(int argc, char** argv) {
  // Printing an error must not throw, as fmt does when the output is closed.
  try {
    const int code = runProgram(argc, argv);
    if (std::fflush(stdout) == 0) return code;
    std::fputs("shoal: what it had to say could not be written\n", stderr);
  } catch (const std::bad_alloc&) {
    std::fputs("shoal: out of memory; raise world.spacing\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "shoal: %s\n", error.what());
  }
  return 1;
}
