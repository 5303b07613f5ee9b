// SPDX-License-Identifier: BSD-3-Clause
// Files that exist completely or not at all: temporary file, check, fsync, rename.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo {

/// While there is one, what the thread that made it writes is not fsynced: its maker has all files
/// fsynced together, by sync_file() and sync_folder().
class SyncLater {
public:
    SyncLater();
    SyncLater(const SyncLater&) = delete;
    SyncLater& operator=(const SyncLater&) = delete;
    ~SyncLater();
};

/// A temporary file, of several processes if they write it together, that takes its place when it is
/// whole, as write_atomically() does; without that it is removed.
class AtomicFile {
public:
    /// Makes the file, which is empty, in the folder of `path`. Throws OutputError.
    explicit AtomicFile(std::filesystem::path path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }
    /// Fsyncs the file and puts it in its place. Throws OutputError, also if it is empty.
    void put_in_place();

private:
    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::shared_ptr<const void> owner_;  ///< removes the temporary file
};

/// Writes all bytes to a file that is there, from a place on, which may lie behind its end; `blamed`
/// is the name of the file for the user. Fsyncs it. Throws OutputError.
void write_at(const std::filesystem::path& path, std::uintmax_t place,
              std::span<const std::byte> bytes, const std::filesystem::path& blamed);

/// Calls `write` with a new, empty temporary file in the folder of `path` whose name nobody can
/// foresee, fsyncs the file, renames it to `path` and fsyncs the folder. If nothing was written, or
/// if anything throws, the temporary file is removed, an earlier `path` stays as it was, and the
/// error is rethrown. Throws OutputError with file, reason and cure.
///
/// A program must ignore SIGXFSZ to get an error instead of a signal at its file-size limit.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// Writes `text` to `path` by write_atomically().
void write_text(const std::filesystem::path& path, std::string_view text);

/// Removes the temporary files in `folder` whose processes were killed, as their locks tell; those
/// of processes at work stay, also of other machines.
void remove_dead_temporaries(const std::filesystem::path& folder);

/// Throws OutputError if no file can be written to `path`: a temporary file beside it is written
/// and removed, and nothing else changes.
void prove_writable(const std::filesystem::path& path);

/// Throws OutputError if `path` exists and is no file, such as a folder or /dev/null.
void check_replaceable(const std::filesystem::path& path);

/// Has what a file holds so far go to the disk while more is written, so that the fsync at its end
/// finds little to do.
void begin_to_sync(const std::filesystem::path& path);

/// Makes the content of a file durable by fsync. Throws OutputError.
void sync_file(const std::filesystem::path& path);

/// Makes renames in `folder` durable by fsync. Throws OutputError.
void sync_folder(const std::filesystem::path& folder);

/// The error "could not write 'out/p.vti' (No space left on device): free some space or ...", with
/// the cure for `error_number` (a value of errno).
[[nodiscard]] OutputError could_not_write(const std::filesystem::path& path, int error_number);

}  // namespace tobiuo
