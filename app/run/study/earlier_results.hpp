// SPDX-License-Identifier: BSD-3-Clause
// What an earlier run has left in the folder of a case, in comparison with what a new one would
// write.
#pragma once

#include <string_view>

#include "app/case/case.hpp"

namespace tobiuo {

enum class EarlierResults {
    none,           ///< there are none, or only those of a run that was not done
    interrupted,    ///< a run was broken off by a signal or a crash and has left checkpoints
    same,           ///< they are done, and a new run would give the same ones
    other_case,     ///< they are done, and of another case or of input files changed since
    other_version,  ///< they are done, and of the same case by another version
    unknowable,     ///< they are done, and of the same case, and the revision is not identified
};

/// Compares the results in the folder of `the_case` with it: the resolved cases, the `revision` of
/// the program, and the times at which input files were changed. Throws InputError if the folder's
/// manifest is damaged.
[[nodiscard]] EarlierResults earlier_results(const Case& the_case, std::string_view revision);

/// Whether a revision says all of a version: it is known and has no local changes.
[[nodiscard]] bool is_identified(std::string_view revision);

}  // namespace tobiuo
