// SPDX-License-Identifier: BSD-3-Clause
// Compiled kernels on disk, so that each is compiled once per machine.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace tobiuo::device {

/// Kernels that came with a program: a folder that is only read, and the owner of the program, whom
/// its users trust already.
struct InstalledKernels {
    std::filesystem::path folder;  ///< none if empty
    uid_t publisher{};
};

/// One file per compiled kernel, <identifier>-<first 16 digits of the key's SHA-256>.
///
/// A file holds a format line, the key's digest, the payload's size and digest, and the payload. An
/// entry that is truncated, damaged or has another key counts as absent.
/// Writes go to a temporary file that is renamed, so readers in other processes see whole entries.
///
/// The GPU runs what a file holds in the user's name, so only the user or root may have written it,
/// or who published the program, if it came with that: the folder must belong to one of them, and
/// others may not write to it (except root's folders with the sticky bit); a file must belong to one
/// of them, be a regular file and no link, and others may not write to it.
class ModuleCache {
public:
    /// An empty `folder` keeps nothing. What it has not is looked for in `installed`.
    explicit ModuleCache(std::filesystem::path folder, InstalledKernels installed = {})
        : folder_{std::move(folder)}, installed_{std::move(installed)}
    {
    }

    /// The user's cache, and what lies in lib/tobiuo/kernels of the folder in which the program (or
    /// the shared library that holds this code) has its bin/ (or lib/).
    [[nodiscard]] static ModuleCache usual();

    [[nodiscard]] std::optional<std::string> find(const std::string& identifier,
                                                  const std::string& key) const;

    /// Returns false if the entry could not be written (full or read-only disk); this is no error.
    bool store(const std::string& identifier, const std::string& key,
               const std::string& image) const;

    /// Why the folder is not used, in words that fit into brackets in a message; nothing if it is
    /// used or does not exist yet.
    [[nodiscard]] std::optional<std::string> unusable_reason() const;

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const std::filesystem::path& installed_folder() const
    {
        return installed_.folder;
    }

private:
    [[nodiscard]] static std::string name_of(const std::string& identifier, const std::string& key);

    std::filesystem::path folder_;
    InstalledKernels installed_;
};

/// A sentence about the first folder that a cache of this process declined, with the cure; nothing
/// if none was declined. The program shows it, because the library has no log.
[[nodiscard]] std::optional<std::string> declined_cache();

/// $XDG_CACHE_HOME/tobiuo, or ~/.cache/tobiuo; empty if neither variable is set.
[[nodiscard]] std::filesystem::path default_cache_folder();

}  // namespace tobiuo::device
