// The command line program. Exit code 0 on success, 1 on any error, 2 on wrong usage.
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/version.h"

int main(int argc, char** argv) {
  CLI::App program{"shoal simulates fluids that meet solids."};
  program.set_version_flag("--version", fmt::format("shoal {}", shoal::version()));
  program.require_subcommand(1);
  program.footer("'shoal COMMAND --help' explains a command. Start with 'shoal run dam-break'.");

  shoal::app::Chosen chosen;
  shoal::app::addRun(program, chosen);
  shoal::app::addCheck(program, chosen);
  shoal::app::addList(program, chosen);
  shoal::app::addRender(program, chosen);
  shoal::app::addInfo(program, chosen);
  shoal::app::addReference(program, chosen);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  try {
    return chosen.action();
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "shoal: out of memory; raise world.spacing\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "shoal: {}\n", error.what());
  }
  return 1;
}
