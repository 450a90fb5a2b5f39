// The command line program. Exit code 0 on success, 1 on any error, 2 on wrong usage.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/core/version.h"

namespace {

// Wrong usage in one line, with the help that would have prevented it.
std::string usageError(const CLI::App* app, const CLI::Error& error) {
  for (const CLI::App* command : app->get_subcommands()) app = command;
  const std::string name = app->get_parent() ? "shoal " + app->get_name() : "shoal";
  return fmt::format("shoal: {}; see '{} --help'\n", error.what(), name);
}

// CLI11 calls a first word that is no command an argument; a user meant a command.
void mustBeCommand(const CLI::App& program, const std::string& word) {
  std::vector<std::string> commands;
  for (const CLI::App* command : program.get_subcommands({}))
    commands.push_back(command->get_name());
  if (std::find(commands.begin(), commands.end(), word) == commands.end())
    throw CLI::ValidationError(word, "no such command" + shoal::didYouMean(word, commands));
}

int runProgram(int argc, const char* const* argv) {
  CLI::App program{"shoal simulates fluids that meet solids.", "shoal"};
  program.set_version_flag("--version", fmt::format("shoal {}", shoal::version()));
  program.require_subcommand(0, 1);
  program.failure_message(usageError);
  program.footer("'shoal COMMAND --help' explains a command. Start with 'shoal run dam-break'.");

  shoal::app::Chosen chosen;
  shoal::app::addRun(program, chosen);
  shoal::app::addCheck(program, chosen);
  shoal::app::addList(program, chosen);
  shoal::app::addCompare(program, chosen);
  shoal::app::addRender(program, chosen);
  shoal::app::addInfo(program, chosen);
  shoal::app::addReference(program, chosen);

  try {
    if (argc > 1 && argv[1][0] != '-') mustBeCommand(program, argv[1]);
    program.parse(argc, argv);
    if (!chosen.action) throw CLI::RequiredError("a command");
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  return chosen.action();
}

}  // namespace

int main(int argc, char** argv) {
  // What prints an error must not throw another, as fmt does when nobody reads any more.
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
