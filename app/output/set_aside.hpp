// What an unfinished run has left, kept beside the run that replaces it until that has results.
#pragma once

#include <filesystem>
#include <vector>

namespace tobiuo {

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
