// All that decides on the results of a case.
#pragma once

#include <string>

#include "app/case/case.hpp"

namespace tobiuo {

/// The keys of a case as YAML, size and time of the last change of each file that it reads, and the
/// revision of the program.
[[nodiscard]] std::string whole_case_of(const Case& the_case);

}  // namespace tobiuo
