// manifest.json: which files belong to a run, with their sums.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo {

inline constexpr std::string_view manifest_name = "manifest.json";

struct Manifest {
    std::string status;
    std::vector<std::string> files;
};

/// The manifest in `file`, whose entries lie in `folder`; nothing if there is none.
///
/// It is read like any input of strangers: no link is followed, no pipe opened for long, and each
/// entry must be the plain name of a file that is not hidden; where something of that name is
/// there, it must be a regular file. Throws InputError with the reason and the cure.
[[nodiscard]] std::optional<Manifest> read_manifest(const std::filesystem::path& file,
                                                    const std::filesystem::path& folder);

/// The text of a manifest of `names` in `folder`. Throws OutputError if one cannot be read back.
[[nodiscard]] std::string manifest_text(const std::filesystem::path& folder,
                                        std::span<const std::string> names,
                                        std::string_view status);

}  // namespace tobiuo
