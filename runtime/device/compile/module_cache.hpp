// Compiled kernels on disk, so that each is compiled once per machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tobiuo::device {

/// One file per compiled kernel, <identifier>-<first 16 digits of the key's SHA-256>.
///
/// A file holds a format line, the key's digest, the payload's size and digest, and the payload. An
/// entry that is truncated, damaged or has another key counts as absent.
/// Writes go to a temporary file that is renamed, so readers in other processes see whole entries.
///
/// The GPU runs what a file holds in the user's name, so only the user may have written it: the
/// folder must belong to the user or root, and others may not write to it (except root's folders
/// with the sticky bit); a file must belong to the user, be a regular file and no link, and others
/// may not write to it.
class ModuleCache {
public:
    /// An empty `folder` turns the cache off.
    explicit ModuleCache(std::filesystem::path folder) : folder_{std::move(folder)} {}

    [[nodiscard]] std::optional<std::string> find(const std::string& identifier,
                                                  const std::string& key) const;

    /// Returns false if the entry could not be written (full or read-only disk); this is no error.
    bool store(const std::string& identifier, const std::string& key,
               const std::string& image) const;

    /// Why the folder is not used, in words that fit into brackets in a message; nothing if it is
    /// used or does not exist yet.
    [[nodiscard]] std::optional<std::string> unusable_reason() const;

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
    [[nodiscard]] static std::string name_of(const std::string& identifier, const std::string& key);

    std::filesystem::path folder_;
};

/// A sentence about the first folder that a cache of this process declined, with the cure; nothing
/// if none was declined. The program shows it, because the library has no log.
[[nodiscard]] std::optional<std::string> declined_cache();

/// $XDG_CACHE_HOME/tobiuo, or ~/.cache/tobiuo; empty if neither variable is set.
[[nodiscard]] std::filesystem::path default_cache_folder();

}  // namespace tobiuo::device
