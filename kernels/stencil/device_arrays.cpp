// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/device_arrays.hpp"

#include <algorithm>

#include "runtime/device/stream.hpp"

namespace tobiuo::stencil {

template <typename Real>
DeviceArrays<Real>::DeviceArrays(const Shape& shape)
{
    const auto values = static_cast<std::size_t>(shape.values());
    for (auto& coefficient : coefficients) {
        coefficient = device::DeviceBuffer<Real>{values};
    }
    for (auto& buffer : p) {
        buffer = device::DeviceBuffer<Real>{values};
    }
}

template <typename Real>
void stream_planes_and_wait(const ArraySource& source, Array array, const Shape& shape,
                            cudaStream_t stream, const ConsumePlanes<Real>& consume)
{
    const std::int64_t plane = shape.plane();
    const std::int64_t chunk = planes_of_a_piece(shape);
    const auto buffer_values = static_cast<std::size_t>(chunk * plane);
    const std::array<device::PinnedBuffer<Real>, 2> staging{
        device::PinnedBuffer<Real>{buffer_values}, device::PinnedBuffer<Real>{buffer_values}};
    const std::array<device::Event, 2> copied{device::make_event(), device::make_event()};
    std::size_t turn = 0;
    for (std::int64_t first = 0; first < shape.ni; first += chunk, turn = 1 - turn) {
        const std::int64_t count = std::min(chunk, shape.ni - first);
        device::check(cudaEventSynchronize(copied.at(turn).get()), "wait for an upload");
        const auto part = staging.at(turn).span().first(static_cast<std::size_t>(count * plane));
        fill_planes(source, array, first, plane, part);
        consume(first, part);
        device::check(cudaEventRecord(copied.at(turn).get(), stream), "mark an upload");
    }
    device::synchronize(stream);
}

template <typename Real>
void upload_and_wait(const ArraySource& source, Array array, const Shape& shape, Real* target,
                     cudaStream_t stream)
{
    stream_planes_and_wait<Real>(
        source, array, shape, stream, [&](std::int64_t first, std::span<const Real> planes) {
            device::copy_to_device(target + first * shape.plane(), planes, stream);
        });
}

void sweep_in_batches_and_wait(std::span<double> gosa, const device::DeviceBuffer<double>& sums,
                               cudaStream_t stream, const EnqueueSweeps& enqueue)
{
    while (!gosa.empty()) {
        const std::size_t count = std::min(gosa.size(), sums.size());
        enqueue(static_cast<std::int64_t>(count));
        const double* from = sums.data();
        device::copy_to_host(gosa.first(count), from, stream);
        device::synchronize(stream);
        gosa = gosa.subspan(count);
    }
}

void PartSums::collect_and_wait(std::span<double> gosa, const device::DeviceBuffer<double>& sums,
                                cudaStream_t stream)
{
    std::vector<double> fetched(static_cast<std::size_t>(taken_));
    const double* from = sums.data();
    device::copy_to_host(std::span{fetched}, from, stream);
    device::synchronize(stream);
    std::ranges::fill(gosa, 0.0);
    auto sum = fetched.begin();
    for (const Part& part : parts_) {
        for (std::int64_t sweep = 0; sweep < part.sweeps; ++sweep) {
            gosa[static_cast<std::size_t>(part.first_sweep + sweep)] += *sum++;
        }
    }
    *this = {};
}

template struct DeviceArrays<float>;
template struct DeviceArrays<double>;
template void stream_planes_and_wait<float>(const ArraySource&, Array, const Shape&, cudaStream_t,
                                            const ConsumePlanes<float>&);
template void stream_planes_and_wait<double>(const ArraySource&, Array, const Shape&, cudaStream_t,
                                             const ConsumePlanes<double>&);
template void upload_and_wait<float>(const ArraySource&, Array, const Shape&, float*, cudaStream_t);
template void upload_and_wait<double>(const ArraySource&, Array, const Shape&, double*,
                                      cudaStream_t);

}  // namespace tobiuo::stencil
