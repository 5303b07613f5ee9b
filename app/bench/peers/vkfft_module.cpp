// SPDX-License-Identifier: BSD-3-Clause
// VkFFT on CUDA behind five C functions.
#include "app/bench/peers/vkfft_module.hpp"

#include <vkFFT.h>

#include <algorithm>
#include <memory>

namespace {

/// A plan, which holds the values that VkFFT's configuration points to.
struct Plan {
    VkFFTApplication application{};
    CUdevice device{};
    cudaStream_t stream{};
    std::uint64_t buffer_bytes{};  ///< of the array of all axes except the real one
    std::uint64_t other_bytes{};   ///< of the other array, if there are two
    int inverse{};
    bool ready = false;

    Plan() = default;
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
    ~Plan()
    {
        if (ready) {
            deleteVkFFT(&application);  // after a failure VkFFT has deleted it
        }
    }
};

/// The bytes of rows of `row` values of a given size.
std::uint64_t bytes_of(const tobiuo::bench::VkfftProblem& problem, std::uint64_t row,
                       std::uint64_t value_bytes)
{
    std::uint64_t values = problem.batch * row;
    for (int axis = 1; axis < problem.axes; ++axis) {
        values *= problem.lengths[axis];
    }
    return values * value_bytes;
}

VkFFTConfiguration configuration_of(const tobiuo::bench::VkfftProblem& problem, Plan& plan)
{
    VkFFTConfiguration configuration{};
    configuration.FFTdim = static_cast<std::uint64_t>(problem.axes);
    std::copy_n(problem.lengths, problem.axes, configuration.size);
    configuration.numberBatches = problem.batch;
    configuration.performR2C = problem.is_real != 0 ? 1 : 0;
    configuration.doublePrecision = problem.is_double != 0 ? 1 : 0;
    configuration.makeForwardPlanOnly = problem.is_inverse != 0 ? 0 : 1;
    configuration.makeInversePlanOnly = problem.is_inverse != 0 ? 1 : 0;
    configuration.device = &plan.device;
    configuration.stream = &plan.stream;
    configuration.num_streams = 1;
    configuration.bufferSize = &plan.buffer_bytes;
    if (problem.is_separate != 0) {
        // The first axis reads its input from the other array; the inverse one writes its output
        // there.
        configuration.isInputFormatted = 1;
        configuration.inverseReturnToInputBuffer = 1;
        configuration.inputBufferSize = &plan.other_bytes;
        configuration.inputBufferStride[0] = problem.lengths[0];  // rows of reals are not padded
    }
    return configuration;
}

}  // namespace

namespace tobiuo::bench {

void* tobiuo_vkfft_create(const VkfftProblem* problem, int* status)
{
    auto plan = std::make_unique<Plan>();
    plan->stream = static_cast<cudaStream_t>(problem->stream);
    const std::uint64_t complex_bytes = problem->is_double != 0 ? 16 : 8;
    const std::uint64_t row = problem->lengths[0];
    const bool is_real = problem->is_real != 0;
    plan->buffer_bytes = bytes_of(*problem, is_real ? row / 2 + 1 : row, complex_bytes);
    plan->other_bytes = bytes_of(*problem, row, is_real ? complex_bytes / 2 : complex_bytes);
    plan->inverse = problem->is_inverse != 0 ? 1 : -1;
    if (cuDeviceGet(&plan->device, problem->device) != CUDA_SUCCESS) {
        *status = VKFFT_ERROR_FAILED_TO_GET_DEVICE;
        return nullptr;
    }
    *status = initializeVkFFT(&plan->application, configuration_of(*problem, *plan));
    plan->ready = *status == VKFFT_SUCCESS;
    return plan->ready ? plan.release() : nullptr;
}

int tobiuo_vkfft_execute(void* plan, void* in, void* out)
{
    auto& ready = *static_cast<Plan*>(plan);
    VkFFTLaunchParams parameters{};
    const bool forward = ready.inverse < 0;
    parameters.buffer = forward ? &out : &in;
    parameters.inputBuffer = forward ? &in : &out;
    return VkFFTAppend(&ready.application, ready.inverse, &parameters);
}

std::uint64_t tobiuo_vkfft_workspace_bytes(const void* plan)
{
    const VkFFTConfiguration& configuration =
        static_cast<const Plan*>(plan)->application.configuration;
    return configuration.allocateTempBuffer != 0 ? configuration.tempBufferSize[0] : 0;
}

void tobiuo_vkfft_destroy(void* plan)
{
    delete static_cast<Plan*>(plan);
}

int tobiuo_vkfft_version()
{
    return VkFFTGetVersion();
}

}  // namespace tobiuo::bench
