// The command line as data: commands, their options and where the values go. Only command_line.cpp
// includes CLI11, which costs more to compile than all commands together.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace shoal::app {

struct Option {
  using Setter = std::function<void(const std::string&)>;
  using Target = std::variant<bool*, int*, long*, double*, std::string*, std::vector<double>*,
                              std::vector<std::string>*, Setter>;
  // Returns what is wrong with a value, or nothing.
  using Check = std::function<std::string(const std::string&)>;

  std::string name;    // "--out", "-q,--quiet", or "RUN" for one that is given by its place
  Target target = {};  // what receives the value; a bool is set by the name alone
  std::string help;
  bool required = false;
  Check check = {};
  std::vector<std::string> words = {};     // the values it takes, if not any
  std::string shownAs = {};                // in the help, in place of its type
  int values = 1;                          // that follow the name, into a vector
  bool commas = false;                     // values may stand behind one name, with commas between
  std::vector<std::string> excludes = {};  // earlier options that must not be given too
  std::string environment = {};            // the variable that is read if the option is left out
};

struct Command {
  std::string name;
  std::string help;
  std::vector<Option> options = {};
  std::string footer = {};
  std::function<int()> action;  // returns the exit code
};

// Runs the command that the line names and returns its exit code; 2 for a line that is wrong.
int runCommandLine(int argc, const char* const* argv, const std::vector<Command>& commands);

}  // namespace shoal::app
