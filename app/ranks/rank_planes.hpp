// SPDX-License-Identifier: BSD-3-Clause
// Planes of fields that are divided over ranks: copies for a rank that reads more than its own, and
// all of them for rank 0, which draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "app/ranks/world.hpp"
#include "runtime/ranks/slice.hpp"
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

/// Fields of which each rank has planes. All ranks make one with as many fields; rank 0 then reads
/// and ends, the others serve.
class RemotePlanes {
public:
    /// `own`: the planes of this rank, of `plane` values each; those of all ranks cover the field
    /// in order. Each of `fields` reads own planes, counted as in the whole field. Collective.
    RemotePlanes(const World& world, ranks::Slice own, std::int64_t plane,
                 std::vector<poisson::PlaneReader> fields);

    /// On rank 0: reads any planes of a field, until end().
    [[nodiscard]] poisson::PlaneReader reader(std::size_t field);
    void end();

    /// On the other ranks: answers rank 0 until its end().
    void serve();

private:
    struct Request {
        std::int64_t field{};  ///< negative: the end
        std::int64_t first{};
        std::int64_t values{};
    };

    void read(std::size_t field, std::int64_t first, std::span<double> planes);

    const World& world_;
    std::int64_t plane_;
    std::vector<ranks::Slice> slices_;
    std::vector<poisson::PlaneReader> fields_;
};

}  // namespace tobiuo
