// Which tobiuo this is: set by the build.
#pragma once

#include <string_view>

namespace tobiuo {

struct Version {
    std::string_view number;    ///< "0.1.0"
    std::string_view revision;  ///< git revision, "-dirty" with local changes, or "unknown"
    std::string_view compiler;  ///< "GNU 12.2.0"
    std::string_view vtk;       ///< version built against
};

[[nodiscard]] Version version();

}  // namespace tobiuo
