// SPDX-License-Identifier: BSD-3-Clause
// Runs one command over the case files that the user names.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/study.hpp"
#include "app/errors.hpp"
#include "app/ranks/world.hpp"

namespace tobiuo {

/// What a command does with a file, which is a case or a study.
struct CaseActions {
    std::function<ExitCode(const Case&)> on_case;
    std::function<ExitCode(const Study&)> on_study;
};

/// Reads all of `files`, then acts on the good ones, in order. For a single file errors pass
/// through. For several files each error is reported at once and does not stop the others, except
/// after a signal; a table of outcomes is printed at the end, and the result is the first one that
/// is not `done`. `writes` says that two cases must not share a folder of results. All ranks of
/// `world` call it, a case that one of them cannot read is an error of all, and there are no
/// studies on several ranks.
[[nodiscard]] ExitCode for_each_case(const std::vector<std::filesystem::path>& files,
                                     const CaseOptions& options, bool writes, const World& world,
                                     const CaseActions& actions);

}  // namespace tobiuo
