// Rules of the house that no compiler checks: which folder may include which, that every citation
// resolves, that results do not depend on the processor, and that headers stay cheap to include.
// Each check returns one line per offence.
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

// Calls of elementary functions of the C library, which differ between processors, in whatever the
// state of a simulation may depend on: all of root/src/shoal but `view` and `study`.
Lines checkPortability(const std::filesystem::path& root);

// Descriptions of parameters that stand in headers of root/src/shoal: a source takes a second to
// compile for every few dozen of them, and most that include a struct only use its members.
Lines checkDescriptions(const std::filesystem::path& root);

// A whole file.
std::string readFile(const std::filesystem::path& file);

// The files below a folder that have one of the extensions, in the order of their names; none when
// there is no such folder.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder,
                                              const std::set<std::string>& extensions);

}  // namespace shoal::house
