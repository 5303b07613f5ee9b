#include "kernels/fft/plan_steps.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace tobiuo::fft {

PlanSteps::PlanSteps(const Problem& problem, Schedule schedule, Workspace workspace,
                     const Pointwise& function)
    : problem_{problem}, schedule_{std::move(schedule)}
{
    if (problem.precision == Precision::fp32) {
        steps_.emplace<ReadySteps<float>>(schedule_, Symbol<float>{}, function);
    } else {
        steps_.emplace<ReadySteps<double>>(schedule_, Symbol<double>{}, function);
    }
    if (workspace == Workspace::owned && workspace_bytes() > 0) {
        work_ = device::DeviceBuffer<std::byte>{workspace_bytes()};
    }
}

void PlanSteps::execute(void* in, void* out, cudaStream_t stream, const Lent& lent,
                        const void* data) const
{
    validate_arrays(problem_, in, out);
    const StepArrays arrays{.in = in, .out = out, .work = work_array(lent), .data = data};
    if (const auto* single = std::get_if<ReadySteps<float>>(&steps_)) {
        single->enqueue(arrays, stream);
    } else {
        std::get<ReadySteps<double>>(steps_).enqueue(arrays, stream);
    }
}

std::size_t PlanSteps::workspace_bytes() const
{
    return static_cast<std::size_t>(schedule_.work_values * 2 *
                                    bytes_per_value(problem_.precision));
}

std::string PlanSteps::describe() const
{
    const int count = passes(schedule_);
    const std::size_t work = workspace_bytes();
    return fft::describe(problem_) + ": " + std::to_string(count) +
           (count == 1 ? " pass: " : " passes: ") + fft::describe(schedule_) + ", " +
           (work == 0 ? "no work array" : "work array of " + std::to_string(work) + " bytes");
}

void* PlanSteps::work_array(const Lent& lent) const
{
    const std::size_t needed = workspace_bytes();
    if (needed == 0) {
        return nullptr;
    }
    if (lent.data == nullptr && work_.data() != nullptr) {
        return work_.data();
    }
    if (lent.data == nullptr) {
        throw std::invalid_argument{
            "the transform has no workspace (this plan does not own "
            "one): lend " +
            std::to_string(needed) + " bytes of device memory"};
    }
    if (lent.bytes < needed) {
        throw std::invalid_argument{
            "the workspace of a transform is too small (" + std::to_string(lent.bytes) +
            " bytes for " + std::to_string(needed) + "): lend workspace_bytes() of device memory"};
    }
    if (reinterpret_cast<std::uintptr_t>(lent.data) % 16 != 0) {
        throw std::invalid_argument{
            "the workspace of a transform is not aligned to 16 bytes: lend memory as "
            "cudaMalloc "
            "gives it"};
    }
    return lent.data;
}

}  // namespace tobiuo::fft
