// The commands of the program. The library does their work; they feed it and report on it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command_line.h"

namespace shoal::app {

Command runCommand();
Command checkCommand();
Command listCommand();
Command compareCommand();
Command renderCommand();
Command infoCommand();
Command referenceCommand();

// The folder of the scenes that come with the program: $SHOAL_SCENES, or beside the program where
// it was installed or built.
std::filesystem::path scenesFolder();

// Checks of numbers on the command line, which must be finite too.
std::string positiveNumber(const std::string& text);
std::string nonNegativeNumber(const std::string& text);
std::string threadCount(const std::string& text);

// How a scene is named and changed on the command line; shared by commands.
struct SceneArguments {
  std::string scene;
  std::vector<std::string> assignments;
};

// Options that several commands have.
Option sceneOption(SceneArguments& arguments);
Option assignmentsOption(SceneArguments& arguments);
Option lanesOption();  // how many floats passes handle at once

}  // namespace shoal::app
