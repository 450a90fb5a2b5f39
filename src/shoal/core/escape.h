// Text of unknown origin, as it can be shown on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace shoal {

// The text with each control character, and each byte that is not part of valid UTF-8, written as
// \xNN: names and contents of files cannot move the cursor or start a new line. What it gives
// stays the same when it is passed through again.
std::string escapeControls(std::string_view text);

}  // namespace shoal
