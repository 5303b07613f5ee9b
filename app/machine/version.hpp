// The version of tobiuo, which the build sets.
#pragma once

#include <string_view>

namespace tobiuo {

struct Version {
    std::string_view number;    ///< "0.1.0"
    std::string_view revision;  ///< git revision, "-dirty" with local changes, or "unknown"
    std::string_view compiler;  ///< "GNU 12.2.0"
    std::string_view vtk;       ///< the version that the program was built with
};

[[nodiscard]] Version version();

}  // namespace tobiuo
