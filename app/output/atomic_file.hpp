// Files that are either whole or not there: temporary file, check, fsync, rename.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo {

/// Calls `write` with a temporary file in the folder of `path`, empty, new and of a name that none
/// can foresee, fsyncs what it wrote, renames it to `path` and fsyncs the folder. If nothing was
/// written, or if anything throws, the temporary file is removed, an earlier `path` stays as it
/// was, and the error goes on. Throws OutputError with file, reason and cure.
///
/// A program that wants a sentence instead of a signal at its file-size limit ignores SIGXFSZ.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for text.
void write_text(const std::filesystem::path& path, std::string_view text);

/// Throws OutputError if a file cannot be written to `path`: a temporary file beside it is written
/// and removed, and nothing else is touched.
void prove_writable(const std::filesystem::path& path);

/// Throws OutputError if something other than a file is at `path`, be it a folder or /dev/null.
void check_replaceable(const std::filesystem::path& path);

/// Puts what was renamed in `folder` on the disk. Throws OutputError.
void sync_folder(const std::filesystem::path& folder);

/// "could not write 'out/p.vti' (No space left on device): free some space or ...", with the cure
/// that fits `error_number` (a value of errno).
[[nodiscard]] OutputError could_not_write(const std::filesystem::path& path, int error_number);

}  // namespace tobiuo
