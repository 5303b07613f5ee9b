// Planes of a field that ranks copy from each other, because they read more than their own.
#pragma once

#include <cstdint>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "kernels/ranks/slice.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// How a field is divided among ranks, and what they copy. All ranks give the same.
struct CopiedPlanes {
    std::int64_t values{};             ///< of a plane
    std::vector<ranks::Slice> slices;  ///< the planes of each rank, in order
    /// The planes that each rank wants besides its own.
    std::vector<std::vector<std::int64_t>> wanted;
};

/// Reads what `own` reads, which are the planes of this rank, and the planes that it wants, of
/// which it keeps copies. Collective.
[[nodiscard]] poisson::PlaneReader with_copied_planes(const Communicator& ranks,
                                                      const CopiedPlanes& planes,
                                                      poisson::PlaneReader own);

}  // namespace tobiuo
