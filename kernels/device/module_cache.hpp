// Compiled kernels on disk, so that each is compiled once per machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tobiuo::device {

/// One file per compiled kernel, <identifier>-<first 16 digits of the key's SHA-256>.
///
/// A file holds a format line, the key's digest, the payload's size and digest, and the payload.
/// An entry that is truncated, damaged or of another key is treated as absent, never trusted.
/// Writes go to a temporary file that is renamed, so readers in other processes see whole entries.
///
/// What a file holds runs on the GPU in the user's name, so only the user may have written it: the
/// folder must be the user's or root's, and none that others may write (but for root's with the
/// sticky bit); a file must be the user's, regular, no link, and not writable by others.
class ModuleCache {
public:
    /// `folder` empty: caches nothing.
    explicit ModuleCache(std::filesystem::path folder) : folder_{std::move(folder)} {}

    [[nodiscard]] std::optional<std::string> find(const std::string& identifier,
                                                  const std::string& key) const;

    /// False if the entry could not be written (full or read-only disk): the program goes on.
    bool store(const std::string& identifier, const std::string& key,
               const std::string& image) const;

    /// Why the folder is not used, in words that a message may put in brackets; nothing if it is
    /// used, or not there yet.
    [[nodiscard]] std::optional<std::string> unusable_reason() const;

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
    [[nodiscard]] static std::string name_of(const std::string& identifier, const std::string& key);

    std::filesystem::path folder_;
};

/// A sentence about the first folder that a cache of this process declined, with the cure; nothing
/// if none was. The program shows it, for a library has no log.
[[nodiscard]] std::optional<std::string> declined_cache();

/// $XDG_CACHE_HOME/tobiuo, or ~/.cache/tobiuo; empty if neither variable is set.
[[nodiscard]] std::filesystem::path default_cache_folder();

}  // namespace tobiuo::device
