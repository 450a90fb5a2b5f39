// Rules of the house that no compiler checks: which folder may include which, and that every
// citation resolves. Each check returns one line per offence.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace shoal::house {

using Lines = std::vector<std::string>;

// Offences of the sources below root/src/shoal and root/apps against the order of the layers.
Lines checkLayers(const std::filesystem::path& root);

// Offences of citations such as [MSHG04] in the sources, tests and documents below root, and of the
// keys in root/docs/references.bib.
Lines checkCitations(const std::filesystem::path& root);

// A whole file.
std::string readFile(const std::filesystem::path& file);

// The files below a folder that have one of the extensions, in the order of their names; none when
// there is no such folder.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder,
                                              const std::set<std::string>& extensions);

}  // namespace shoal::house
