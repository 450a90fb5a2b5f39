// Files as a whole: a reader sees the old file or the new one, never half of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace shoal {

// What the name of a file ends in until it is whole.
inline constexpr const char* kTemporaryExtension = ".tmp";

// Writes a temporary file beside `path`, brings it to the disk and renames it, so that a killed
// run or a power cut leaves the old file or the new one. Throws an Error (full disk, no folder).
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// The same, and what was there before stays as `previous`. The new file is read back before it
// takes the place of the old one, so that at any moment one of the two is whole.
void writeFileKeepingPrevious(const std::filesystem::path& path,
                              const std::filesystem::path& previous, std::string_view bytes);

// Brings a file that another program wrote as `temporary` to the disk and gives it its name.
void publishFile(const std::filesystem::path& temporary, const std::filesystem::path& path);

// The bytes of a regular file.
std::string readFile(const std::filesystem::path& path);

// The same for a file of at most `most` bytes. An Error that names the limit refuses a larger one
// before memory is asked for.
std::string readFile(const std::filesystem::path& path, std::uintmax_t most);

// 64-bit FNV-1a of its bytes.
std::uint64_t hashOfFile(const std::filesystem::path& path);

// Throws an Error unless `path` is a regular file; returns its size. Reading from anything else
// could wait for ever or never end.
std::uintmax_t regularFileSize(const std::filesystem::path& path);

}  // namespace shoal
