// Paths in a case: relative to its folder, and not out of it unless allowed.
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

    /// `text`, the value of `key`, under the folder; reports and gives nothing for a path that is
    /// absolute or leaves the folder, symbolic links followed.
    [[nodiscard]] std::optional<std::filesystem::path> resolve(const Section& section,
                                                               std::string_view key,
                                                               const std::string& text) const;
    /// The file that `key` names, if it is given and good; reports one that is not there, too.
    [[nodiscard]] std::optional<std::filesystem::path> given_file(const Section& section,
                                                                  std::string_view key) const;
};

/// The folder of `file`.
[[nodiscard]] CaseFolder folder_of(const std::filesystem::path& file, bool allow_outside);

/// `path` as a case in the folder of `file` would write it.
[[nodiscard]] std::string relative_to_case(const std::filesystem::path& path,
                                           const std::filesystem::path& file);

}  // namespace tobiuo::casefile
