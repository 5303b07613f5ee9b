// SPDX-License-Identifier: BSD-3-Clause
// manifest.json, which lists the files of a run with their checksums.
#pragma once

#include <cstdint>
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

/// Reads the manifest in `file`, whose entries are in `folder`; nothing if there is none.
///
/// The file is read as untrusted input (app/input), and each entry must be the plain name of a file
/// that is not hidden; if that name exists, it must be a regular file. Throws InputError with the
/// reason and the cure.
[[nodiscard]] std::optional<Manifest> read_manifest(const std::filesystem::path& file,
                                                    const std::filesystem::path& folder);

/// A file of a run, as its manifest lists it.
struct ListedFile {
    std::string name;
    std::uintmax_t bytes{};
    std::string sha256;
};

/// What is to be listed of the file `name` in `folder`, which is on the disk then. Throws
/// OutputError if it cannot be read back.
[[nodiscard]] ListedFile listed(const std::filesystem::path& folder, const std::string& name);

/// Puts the file `name` of `folder` as it is now into the manifest there: in its line, or as the
/// last one. What a manifest does not have is left out. Throws InputError as read_manifest() does, or
/// OutputError.
void relist(const std::filesystem::path& folder, const std::string& name);

[[nodiscard]] std::string manifest_text(std::span<const ListedFile> files, std::string_view status);

}  // namespace tobiuo
