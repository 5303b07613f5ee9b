// SPDX-License-Identifier: BSD-3-Clause
// What a rank does in a solve by slabs: the work before and behind the exchange of messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/plane_passes.hpp"
#include "solvers/poisson/ranks/rank_messages.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// The steps of a rank with planes, ready to run. Each function enqueues on the machine of the
/// arrays; on the host it is done when the call returns.
template <typename T>
struct RankSteps {
    /// Transforms f along x and y to u, and begins the systems along z.
    std::function<void(const T* f, T* u, Stream stream)> begin = {};
    /// Begins with the f that a function gives with `data`, in place of begin; null without one.
    std::function<void(const void* data, T* u, Stream stream)> begin_loaded = {};
    /// Ends the systems, and transforms u back.
    std::function<void(T* u, Stream stream)> end = {};
    /// The mean that the last solve has removed, 0 without a null space, when the work on the
    /// stream is done.
    std::function<double(Stream stream)> removed_mean = {};

    Messages messages =
        {};  ///< which are exchanged between begin and end; the same for every solve
    std::size_t bytes = 0;
    std::int64_t copied_bytes = 0;  ///< that a solve copies to a device, and as many from it
    std::string description = {};
};

/// The steps where the arrays are: on a device, whose f `load` may give, or on the host by so many
/// threads, or by as many as pay if that is 0. `problem` is the whole problem. Rows and machine must
/// outlive them. Throws as DeviceRanks does.
template <typename T>
[[nodiscard]] RankSteps<T> steps_in_place(const Problem& problem, const RankRows& rows,
                                          const runtime::Machine& machine, int threads,
                                          const fft::PlaceFunction& load = {});

/// The steps of planes that are where `slab`, an EqualSlab or UnequalSlab, solves: between the
/// transforms of `programs`, which leave modes in u, or in so many bytes of padded rows. `load`: the
/// function that gives f, unless it is not wanted.
template <typename T, typename Slab>
[[nodiscard]] RankSteps<T> resident_steps(const runtime::Machine& machine,
                                          const PlanePrograms& programs, std::size_t padded_bytes,
                                          double round_trip, std::shared_ptr<const Slab> slab,
                                          const fft::PlaceFunction& load = {})
{
    const auto planes = std::make_shared<const PlanePasses>(machine, programs, load);
    const runtime::Array rows = machine.zeros_and_wait(padded_bytes);
    const auto modes = [rows](T* u) { return rows.data() != nullptr ? rows.as<T>() : u; };
    RankSteps<T> steps{.messages = slab->messages(),
                       .bytes = planes->bytes() + rows.bytes() + slab->bytes()};
    steps.begin = [=](const T* f, T* u, Stream stream) {
        planes->forward(f, u, rows.data(), stream);
        slab->begin(modes(u), stream);
    };
    if (load.wanted()) {
        steps.begin_loaded = [=](const void* data, T* u, Stream stream) {
            planes->forward_loaded(data, u, rows.data(), stream);
            slab->begin(modes(u), stream);
        };
    }
    steps.end = [=](T* u, Stream stream) {
        slab->end(modes(u), stream);
        planes->inverse(u, rows.data(), stream);
    };
    steps.removed_mean = [=](Stream stream) { return slab->removed(stream) / round_trip; };
    return steps;
}

}  // namespace tobiuo::poisson
