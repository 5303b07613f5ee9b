// The staging of results: they are all written beside the earlier ones, then moved together.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo {

/// The folder in which a run in `folder` writes until everything is there: <folder>/.unfinished. If
/// it has a manifest, the results are complete and only have to be moved.
[[nodiscard]] std::filesystem::path staging_in(const std::filesystem::path& folder);

/// Calls write(path of `name` in the staging folder of `folder`), whose errors are to name the
/// folder that the user asked for: in an OutputError the one takes the place of the other.
void write_staged(const std::filesystem::path& folder, const std::string& name,
                  const std::function<void(const std::filesystem::path& path)>& write);

/// Throws OutputError if a result could not be put into `folder` because something with its name
/// exists and is no file.
void check_result_names(const std::filesystem::path& folder);

/// Makes the staging folder of a new run, which is the only one in `folder`. What a killed run left
/// there is removed; results that were complete are moved first. Files called as in `kept`, which
/// a killed run left there or an earlier one in `folder`, are in the staging folder afterwards, and
/// their names are returned. Throws OutputError.
std::vector<std::string> begin_staging(const std::filesystem::path& folder,
                                       const std::vector<std::string>& kept = {});

/// Moves complete results from the staging folder to `folder`: the earlier manifest goes first, the
/// new one comes last, and files of the earlier run that the new one does not have are removed. If
/// the process ends at any point nothing is lost: the same call continues from there.
///
/// Calls `reached` after each step, with its name. Throws OutputError.
void publish(
    const std::filesystem::path& folder,
    const std::function<void(std::string_view step)>& reached = [](std::string_view) {});

/// Ends a run whose results are not complete. If `folder` has no earlier results, the written files
/// move there, without a manifest; otherwise they stay in the staging folder.
void abandon_staging(const std::filesystem::path& folder);

}  // namespace tobiuo
