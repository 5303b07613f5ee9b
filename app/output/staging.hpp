// The staging of results: they are all written beside the earlier ones, then moved together.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
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

/// The names of earlier results that a run which goes on from a checkpoint has, too; nothing if it
/// begins anew.
using KeptResults = std::optional<std::vector<std::string>>;

/// Whether the results of the last run in `folder` are all in their places.
[[nodiscard]] bool results_are_whole(const std::filesystem::path& folder);

/// Moves the results of a run that was ended while it moved them. Throws OutputError.
void finish_publishing(const std::filesystem::path& folder);

/// Makes the staging folder of a new run, which is the only one in `folder`. What a killed run left
/// is set aside if the run begins anew (see set_aside()), and stays in the staging folder if it
/// goes on. Files called as in `kept`, which are there or in `folder`, are in the staging folder
/// afterwards, and their names are returned. Throws OutputError.
std::vector<std::string> begin_staging(const std::filesystem::path& folder,
                                       const KeptResults& kept);

/// Moves complete results from the staging folder to `folder`: the earlier manifest goes first, the
/// new one comes last, and files of the earlier run that the new one does not have and unfinished
/// runs that were set aside are removed. If the process ends at any point nothing is lost: the same
/// call continues from there.
///
/// Calls `reached` after each step, with its name. Throws OutputError.
void publish(
    const std::filesystem::path& folder,
    const std::function<void(std::string_view step)>& reached = [](std::string_view) {});

/// Ends a run whose results are not complete. If `folder` has no earlier results, the written files
/// move there, without a manifest; otherwise they stay in the staging folder. Where it leaves no
/// checkpoint, the unfinished run that it was to replace is put back.
void abandon_staging(const std::filesystem::path& folder);

}  // namespace tobiuo
