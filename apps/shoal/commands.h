// The commands of the program. Each adds itself to the command line; its work is done by the
// library, which it only feeds and reports on. Commands return the exit code.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace shoal::app {

using Action = std::function<int()>;

// What the command line chose to do.
struct Chosen {
  Action action;
};

void addRun(CLI::App& program, Chosen& chosen);
void addCheck(CLI::App& program, Chosen& chosen);
void addList(CLI::App& program, Chosen& chosen);
void addCompare(CLI::App& program, Chosen& chosen);
void addRender(CLI::App& program, Chosen& chosen);
void addInfo(CLI::App& program, Chosen& chosen);
void addReference(CLI::App& program, Chosen& chosen);

// The folder of the scenes that come with the program: $SHOAL_SCENES, or beside the program where
// it was installed or built.
std::filesystem::path scenesFolder();

// Numbers on the command line that are finite and above zero, or not below it.
CLI::Validator positiveNumber();
CLI::Validator nonNegativeNumber();

// How a scene is named and changed on the command line; shared by commands.
struct SceneArguments {
  std::string scene;
  std::vector<std::string> assignments;

  void addTo(CLI::App& command);
};

// Adds --lanes, how many floats passes handle at once. Takes effect when the line is parsed.
void addLanes(CLI::App& command);

}  // namespace shoal::app
