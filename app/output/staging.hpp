// SPDX-License-Identifier: BSD-3-Clause
// The staging of results: what is written beside earlier ones, moved together, or set aside.
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
/// folder that the user asked for: in an OutputError the one takes the place of the other. What it
/// writes is fsynced with all other results: before they are published, and before a checkpoint.
void write_staged(const std::filesystem::path& folder, const std::string& name,
                  const std::function<void(const std::filesystem::path& path)>& write);

/// Makes what the staging folder of `folder` holds durable, if it is there. Throws OutputError.
void sync_staged(const std::filesystem::path& folder);

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

/// The checkpoints that a run in `folder` can go on from, the newest first. Where there are none
/// because the last run ended before its first one, they are those of the run that it was to
/// replace. Throws InputError if the folder may not be read.
[[nodiscard]] std::vector<std::filesystem::path> checkpoints_in(
    const std::filesystem::path& folder);

/// Throws InputError where a run that did not end has left checkpoints in `folder`, unless they may
/// be replaced.
void refuse_unfinished(const std::filesystem::path& folder, bool may_replace);

/// Moves the staging folder and the checkpoints of an unfinished run into <folder>/.replaced.N, as
/// a whole: if the process ends in between, take_back() undoes it. Throws OutputError.
void set_aside(const std::filesystem::path& folder);

/// Puts back the newest run that was set aside with checkpoints if `folder` has none itself, for
/// then the run that was to replace it has left nothing to go on from. Throws OutputError.
void take_back(const std::filesystem::path& folder);

/// Removes all that was set aside. A failure is a warning, because the new results are whole.
void remove_set_aside(const std::filesystem::path& folder);

}  // namespace tobiuo
