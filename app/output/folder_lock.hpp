// One run at a time in a folder: a lock that the kernel releases when its process dies.
#pragma once

#include <filesystem>
#include <memory>

namespace tobiuo {

/// Holds <folder>/.lock, in which the holder's process, host and start are written for others to
/// read. The file says nothing about whether the folder is taken; the kernel's lock on it does.
class FolderLock {
public:
    /// Nothing if `folder` or its lock file vanished meanwhile, as when another run has just given
    /// up a folder that it had made: make the folder and try again. Throws InputError naming the
    /// other run if it holds the lock, OutputError if no lock file can be written.
    ///
    /// Where the file system knows no locks, warns and returns one that keeps nobody out.
    [[nodiscard]] static std::unique_ptr<FolderLock> take(const std::filesystem::path& folder);

    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// Removes the lock file, then releases it.
    ~FolderLock();

private:
    FolderLock(std::filesystem::path file, int descriptor);
    /// True if the name still leads to the file that is locked.
    [[nodiscard]] bool is_current() const;
    void write_holder() const;

    std::filesystem::path file_;
    int descriptor_;
};

}  // namespace tobiuo
