// SPDX-License-Identifier: BSD-3-Clause
// Allows one run at a time in a folder, by a lock that the kernel releases when its process dies.
#pragma once

#include <filesystem>
#include <memory>

namespace tobiuo {

/// Holds <folder>/.lock, which contains the holder's process, host and start for others to read.
/// The kernel's lock on the file, and not its existence, says that the folder is taken.
class FolderLock {
public:
    /// Takes the lock. Returns nothing if `folder` or its lock file vanished meanwhile, as when
    /// another run removes a folder that it had made: make the folder and try again. Throws
    /// InputError that names the other run if it holds the lock, OutputError if no lock file can be
    /// written.
    ///
    /// Where the file system has no locks, it warns and returns one that keeps nobody out.
    [[nodiscard]] static std::unique_ptr<FolderLock> take(const std::filesystem::path& folder);

    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// Removes the lock file, then releases it.
    ~FolderLock();

private:
    FolderLock(std::filesystem::path file, int descriptor);
    /// Whether the name still refers to the locked file.
    [[nodiscard]] bool is_current() const;
    void write_holder() const;

    std::filesystem::path file_;
    int descriptor_;
};

}  // namespace tobiuo
