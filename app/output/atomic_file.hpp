// Files that are either whole or not there: temporary file, check, fsync, rename.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo {

/// Calls `write` with a temporary path in the folder of `path`, fsyncs what it wrote, renames it
/// to `path` and fsyncs the folder. If anything throws, the temporary file is removed, an earlier
/// `path` stays as it was, and the error goes on. Throws OutputError with file, reason and cure.
///
/// A program that wants a sentence instead of a signal at its file-size limit ignores SIGXFSZ.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for text.
void write_text(const std::filesystem::path& path, std::string_view text);

/// "could not write 'out/p.vti' (No space left on device): free some space or ...", with the cure
/// that fits `error_number` (a value of errno).
[[nodiscard]] OutputError could_not_write(const std::filesystem::path& path, int error_number);

}  // namespace tobiuo
