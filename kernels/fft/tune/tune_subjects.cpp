// SPDX-License-Identifier: BSD-3-Clause
// A CUDA device and its transforms as the tuner of passes uses them.
#include <array>
#include <optional>
#include <utility>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/tune/tune.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::fft {
namespace {

/// The sums over `count` values in device memory. Waits for the result. Twin: square_sums().
SquareSums device_square_sums(const void* a, const void* b, std::size_t count, Precision precision,
                              cudaStream_t stream)
{
    const bool single = precision == Precision::fp32;
    const device::Kernel kernel{{.source = "kernels/fft/tune/difference.cuh",
                                 .kernel = "fft_difference",
                                 .config = {device::real(precision)},
                                 .options = {},
                                 .name = single ? "fft-difference-fp32" : "fft-difference-fp64"}};
    const device::DeviceBuffer<double> sums{2};
    device::check(cudaMemsetAsync(sums.data(), 0, 2 * sizeof(double), stream), "clear two sums");
    constexpr unsigned blocks = 1024;
    kernel.launch(dim3{blocks}, dim3{256}, stream, a, b, static_cast<unsigned long long>(count),
                  sums.data());
    std::array<double, 2> values{};
    device::copy_to_host<double>(values, sums.data(), stream);
    device::synchronize(stream);
    return {.difference = values[0], .reference = values[1]};
}

/// Makes the plan of a subject.
TuneSubject::Plan prepared(const Problem& problem, const DevicePlanOptions& options)
{
    const auto plan = std::make_shared<const DevicePlan>(problem, options);
    return {.chosen = choices_in(plan->schedule()),
            .run = [plan](void* in, void* out, Stream stream) { plan->execute(in, out, stream); }};
}

TuneDevice device_of(int index)
{
    device::select(index);
    return {.machine = runtime::make_cuda_machine(),
            .limits = limits_of_current_device(),
            .plans_at_once = 16,
            .bounds_residents = true,
            .square_sums = device_square_sums};
}

TuneSubject transform(const Problem& problem, bool allows_workspace)
{
    return transform_subject(problem, [problem, allows_workspace](const TunedTable& table) {
        DevicePlanOptions options;
        options.choices.table = &table;
        options.choices.allow_workspace = allows_workspace;
        return prepared(problem, options);
    });
}

/// The arrays are those of the transform and its inverse; for r2c in place. The host cannot run the
/// function, which is CUDA source.
TuneSubject pointwise(const Problem& problem, const Pointwise& function)
{
    validate(problem);
    static_cast<void>(functions_for(problem, std::nullopt, function, std::nullopt));
    Problem in_place = problem;
    in_place.placement = Placement::in_place;
    return {.arrays = arrays_of(in_place),
            .prepare =
                [in_place, function](const TunedTable& table) {
                    DevicePlanOptions options;
                    options.choices.table = &table;
                    options.between = function;
                    return prepared(in_place, options);
                },
            .error = [](const void* /*in*/, const void* /*out*/) { return -1.0; }};
}

}  // namespace

const Tuner& cuda_tuner()
{
    static constexpr Tuner tuner{
        .device = device_of, .transform = transform, .pointwise = pointwise};
    return tuner;
}

}  // namespace tobiuo::fft
