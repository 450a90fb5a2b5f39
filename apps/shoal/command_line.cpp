#include "command_line.h"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "shoal/core/error.h"
#include "shoal/core/escape.h"
#include "shoal/core/version.h"

namespace shoal::app {

namespace {

// Adds an option to a command according to what receives its value.
struct Adder {
  CLI::App& command;
  const Option& option;

  CLI::Option* operator()(bool* target) const {
    return command.add_flag(option.name, *target, option.help);
  }
  CLI::Option* operator()(const Option::Setter& set) const {
    return command.add_option_function<std::string>(option.name, set, option.help);
  }
  template <class T>
  CLI::Option* operator()(std::vector<T>* target) const {
    CLI::Option* added = command.add_option(option.name, *target, option.help);
    if (option.commas) return added->delimiter(',');
    // The name again adds more values; what follows them is not one.
    added->expected(option.values)->allow_extra_args(false);
    return option.values == 1 ? added->take_all() : added;
  }
  template <class T>
  CLI::Option* operator()(T* target) const {
    return command.add_option(option.name, *target, option.help);
  }
};

void add(CLI::App& command, const Option& option) {
  CLI::Option* added = std::visit(Adder{command, option}, option.target);
  if (option.required) added->required();
  if (option.check) added->check(CLI::Validator(option.check, ""));
  if (!option.words.empty()) added->check(CLI::IsMember(option.words));
  if (!option.shownAs.empty()) added->type_name(option.shownAs);
  for (const std::string& other : option.excludes) added->excludes(command.get_option(other));
  if (!option.environment.empty()) added->envname(option.environment);
}

// Wrong usage in one line, with the help that would have prevented it.
std::string usageError(const CLI::App* app, const CLI::Error& error) {
  for (const CLI::App* command : app->get_subcommands()) app = command;
  const std::string name = app->get_parent() ? "shoal " + app->get_name() : "shoal";
  return fmt::format("shoal: {}; see '{} --help'\n", escapeControls(error.what()), name);
}

// CLI11 reports an unknown first word as an argument; the user meant a command.
void mustBeCommand(const std::vector<Command>& commands, const std::string& word) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.name);
  if (std::find(names.begin(), names.end(), word) == names.end())
    throw CLI::ValidationError(word, "no such command" + didYouMean(word, names));
}

}  // namespace

int runCommandLine(int argc, const char* const* argv, const std::vector<Command>& commands) {
  CLI::App program{"shoal simulates fluids that meet solids.", "shoal"};
  program.set_version_flag("--version", fmt::format("shoal {}", version()));
  program.require_subcommand(0, 1);
  program.failure_message(usageError);
  program.footer("'shoal COMMAND --help' explains a command. Start with 'shoal run dam-break'.");

  const Command* chosen = nullptr;
  for (const Command& command : commands) {
    CLI::App& added = *program.add_subcommand(command.name, command.help);
    for (const Option& option : command.options) add(added, option);
    if (!command.footer.empty()) added.footer(command.footer);
    added.callback([&chosen, &command] { chosen = &command; });
  }

  try {
    if (argc > 1 && argv[1][0] != '-') mustBeCommand(commands, argv[1]);
    program.parse(argc, argv);
    if (!chosen) throw CLI::RequiredError("a command");
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  return chosen->action();
}

}  // namespace shoal::app
