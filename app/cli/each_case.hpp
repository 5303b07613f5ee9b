// One command over the case files that the user names.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// Reads all of `files`, then runs `act` on those that are good, in order. Of a single file this is
/// all: what it throws passes through. Of several, what is wrong with each is reported where it is
/// met and stops none of the others but after a signal; a table of outcomes is printed at the end,
/// and the result is the first that is not `done`. `writes` says that two cases may not share a
/// folder of results.
[[nodiscard]] ExitCode for_each_case(const std::vector<std::filesystem::path>& files,
                                     const CaseOptions& options, bool writes,
                                     const std::function<ExitCode(const Case&)>& act);

}  // namespace tobiuo
