// Paths in a case: they are relative to its folder, and stay inside it unless allowed otherwise.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The folder of a case file, and whether its paths may leave it.
struct CaseFolder {
    std::filesystem::path path;  ///< empty for the current folder
    bool allow_outside{};

    /// The path `text`, the value of `key`, under the folder. Reports and returns nothing for a
    /// path that is absolute or, after following symbolic links, leaves the folder.
    [[nodiscard]] std::optional<std::filesystem::path> resolve(const Section& section,
                                                               std::string_view key,
                                                               const std::string& text) const;
    /// The file that `key` names, if the key is given and good; reports a file that does not exist.
    [[nodiscard]] std::optional<std::filesystem::path> given_file(const Section& section,
                                                                  std::string_view key) const;
};

/// The folder of `file`, relative to which its paths are.
[[nodiscard]] CaseFolder folder_of(const std::filesystem::path& file, bool allow_outside);

/// `path` as a case in the folder of `file` would write it.
[[nodiscard]] std::string relative_to_case(const std::filesystem::path& path,
                                           const std::filesystem::path& file);

}  // namespace tobiuo::casefile
