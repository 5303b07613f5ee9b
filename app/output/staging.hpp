// Results on their way into a folder: all written beside the earlier ones, then moved at once.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace tobiuo {

/// Where a run in `folder` writes until all is there: <folder>/.unfinished. A manifest in it says
/// that the results are whole and only have to be moved.
[[nodiscard]] std::filesystem::path staging_in(const std::filesystem::path& folder);

/// Throws OutputError if a result could not be put into `folder` because something that is not a
/// file bears its name.
void check_result_names(const std::filesystem::path& folder);

/// Makes the staging folder of a new run, which is the only one in `folder`. What a killed run left
/// there is removed; results that were whole are moved first. Throws OutputError.
void begin_staging(const std::filesystem::path& folder);

/// Moves whole results from the staging folder to `folder`: the earlier manifest goes first, the
/// new one comes last, and the files of the earlier run that the new one does not have are removed.
/// The end of the process at any point loses nothing: the same call goes on from there.
///
/// Calls `reached` behind each step, with its name. Throws OutputError.
void publish(
    const std::filesystem::path& folder,
    const std::function<void(std::string_view step)>& reached = [](std::string_view) {});

/// Ends a run whose results are not whole. Where no earlier results are in `folder`, what was
/// written moves there, without a manifest; otherwise it stays in the staging folder.
void abandon_staging(const std::filesystem::path& folder);

}  // namespace tobiuo
