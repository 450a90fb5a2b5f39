// The commands of the program: thin layers over the library.
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
Command surfaceCommand();
Command foamCommand();
Command exportCommand();
Command plotCommand();
Command infoCommand();
Command referenceCommand();

// The folder of the scenes that come with the program: $SHOAL_SCENES, or beside the program where
// it was installed or built.
std::filesystem::path scenesFolder();

// Checks of numbers on the command line, which must be finite too.
std::string positiveNumber(const std::string& text);
std::string nonNegativeNumber(const std::string& text);
std::string threadCount(const std::string& text);

// Scene and overrides on the command line; shared by commands.
struct SceneArguments {
  std::string scene;
  std::vector<std::string> assignments;
};

// Options that several commands have.
Option sceneOption(SceneArguments& arguments);
Option assignmentsOption(SceneArguments& arguments);
Option overwriteOption(bool& overwrite);
Option lanesOption();  // how many floats passes handle at once

}  // namespace shoal::app
