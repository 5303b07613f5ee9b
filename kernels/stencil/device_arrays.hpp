// SPDX-License-Identifier: BSD-3-Clause
// What the plans of the CUDA kernels share: their arrays on the device and the copies to and from
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/staging.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::stencil {

/// Twelve coefficients and two copies of p, [ni][nj][nk] each, of which `current` is the newest.
template <typename Real>
struct DeviceArrays {
    std::array<device::DeviceBuffer<Real>, coefficient_count> coefficients;
    std::array<device::DeviceBuffer<Real>, 2> p;
    int current = 0;

    explicit DeviceArrays(const Shape& shape);

    /// The p that is not the current one.
    [[nodiscard]] std::span<Real> next() const
    {
        const auto& buffer = p.at(static_cast<std::size_t>(1 - current));
        return {buffer.data(), buffer.size()};
    }
};

/// Copies `array` of `source` to pinned memory in pieces of whole planes and calls `consume(first,
/// planes)` for each, which enqueues its copy on `stream`; `planes` stays unchanged until that copy
/// is done. Computing values and copying them overlap. Waits for the last copy.
template <typename Real>
using ConsumePlanes = std::function<void(std::int64_t first, std::span<const Real> planes)>;
template <typename Real>
void stream_planes_and_wait(const ArraySource& source, Array array, const Shape& shape,
                            cudaStream_t stream, const ConsumePlanes<Real>& consume);

/// Fills `target` with `array` of `source` and waits for the last copy.
template <typename Real>
void upload_and_wait(const ArraySource& source, Array array, const Shape& shape, Real* target,
                     cudaStream_t stream);

/// Fills `out` with the values that start at `from`, converted to the type of `out`.
template <typename Real, typename Out>
void download_and_wait(std::span<Out> out, const Real* from, cudaStream_t stream)
{
    read_converted<Real>(out, [&](std::span<Real> part, std::size_t at) {
        device::copy_to_host(part, from + at, stream);
        device::synchronize(stream);
    });
}

/// Fills `out` with the rows that start at `from`, converted to the type of `out`.
template <typename Real, typename Out>
void download_and_wait(std::span<Out> out, device::PitchedRows<const Real> from,
                       cudaStream_t stream)
{
    const auto columns = static_cast<std::size_t>(from.columns);
    read_converted<Real>(
        out,
        [&](std::span<Real> part, std::size_t at) {
            auto rows = from;
            rows.first += static_cast<std::int64_t>(at / columns) * from.pitch;
            device::copy_to_host(part, rows, stream);
            device::synchronize(stream);
        },
        columns);
}

/// Sweeps that are enqueued before the host waits and fetches their sums, if nothing else limits
/// them.
inline constexpr std::int64_t usual_sweeps_in_flight = 4096;

/// Where the sums of the parts of passes are on the device, for a PassPlan.
class PartSums {
public:
    /// The place in `sums` for the sums of a part of the pass in hand, one for each of its sweeps.
    [[nodiscard]] double* take(double* sums, int sweeps)
    {
        parts_.push_back({.first_sweep = sweeps_, .sweeps = sweeps});
        pass_sweeps_ = sweeps;
        taken_ += sweeps;
        return sums + taken_ - sweeps;
    }
    void end_pass() { sweeps_ += pass_sweeps_; }

    /// Fetches all sums from `sums` and adds those of each sweep in the order of its parts.
    void collect_and_wait(std::span<double> gosa, const device::DeviceBuffer<double>& sums,
                          cudaStream_t stream);

private:
    struct Part {
        std::int64_t first_sweep;
        int sweeps;
    };

    std::vector<Part> parts_;
    std::int64_t sweeps_ = 0;  ///< of the passes that have ended
    std::int64_t taken_ = 0;
    int pass_sweeps_ = 0;
};

/// Fills `gosa` in batches of at most sums.size() sweeps: `enqueue(count)` enqueues that many on
/// `stream` and lets their sums go to the first elements of `sums`. Waits for the last batch.
using EnqueueSweeps = std::function<void(std::int64_t count)>;
void sweep_in_batches_and_wait(std::span<double> gosa, const device::DeviceBuffer<double>& sums,
                               cudaStream_t stream, const EnqueueSweeps& enqueue);

}  // namespace tobiuo::stencil
