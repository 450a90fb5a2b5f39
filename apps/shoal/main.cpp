// The command line program. Exit code 0 on success, 1 on any error, 2 on wrong usage; 128 and the
// number of the signal when a run was interrupted.
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "commands.h"
#include "shoal/core/escape.h"

namespace {

int runProgram(int argc, const char* const* argv) {
  using namespace shoal::app;
  return runCommandLine(argc, argv,
                        {runCommand(), checkCommand(), listCommand(), compareCommand(),
                         renderCommand(), surfaceCommand(), foamCommand(), exportCommand(),
                         plotCommand(), infoCommand(), referenceCommand()});
}

}  // namespace

int main(int argc, char** argv) {
  // A file that may not grow further is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  // Printing an error must not throw, as fmt does when the output is closed.
  try {
    const int code = runProgram(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::fputs("shoal: what it had to say could not be written\n", stderr);
    return code != 0 ? code : 1;
  } catch (const std::bad_alloc&) {
    std::fputs("shoal: out of memory; raise world.spacing\n", stderr);
  } catch (const std::filesystem::filesystem_error& error) {
    std::fprintf(stderr, "shoal: %s: %s\n", error.path1().c_str(), error.code().message().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "shoal: %s\n", shoal::escapeControls(error.what()).c_str());
  }
  return 1;
}
