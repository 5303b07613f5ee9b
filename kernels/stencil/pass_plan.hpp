// SPDX-License-Identifier: BSD-3-Clause
// A plan whose passes are made in parts, so that ranks can exchange planes of p between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tobiuo/stream.hpp>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// The plan of one of several ranks, whose arrays have ghost planes: planes of i that the ranks
/// before and after it compute (SweepRequest::ghosts). A pass of n sweeps reads p of n planes
/// beyond those that it computes. The order of a pass is
///
///     compute() of parts that cover own_planes() once
///     next_planes() of the ghost planes receive what the other ranks have computed
///     end_pass()
///
/// where the last two may begin when the parts are computed that other ranks need. p has the bits
/// of a plan of all planes; gosa counts the own planes.
class PassPlan : public SweepPlan {
public:
    /// The most sweeps between two calls of collect_and_wait().
    static constexpr std::int64_t most_sweeps_in_flight = 512;

    /// Enqueues `sweeps` sweeps over `planes`: the kernel's sweeps_per_pass, or 1.
    virtual void compute(PlaneRange planes, int sweeps) = 0;

    /// The memory of planes of the p that the pass computes, neighbours in memory. The planes of
    /// all ranks have as many bytes.
    [[nodiscard]] virtual std::span<std::byte> next_planes(PlaneRange planes) = 0;

    /// The computed p becomes the current one.
    virtual void end_pass() = 0;

    /// Waits, and gives gosa of each sweep since the last call.
    virtual void collect_and_wait(std::span<double> gosa) = 0;

    /// The stream of the work; null on a CPU.
    [[nodiscard]] virtual Stream stream() const = 0;
};

}  // namespace tobiuo::stencil
