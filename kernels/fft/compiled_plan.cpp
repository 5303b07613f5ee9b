#include "kernels/fft/compiled_plan.hpp"
#include "kernels/passes_text.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace tobiuo::fft {
namespace {

/// Whether a plan reads or writes its input: c2r works there even if a function gives the values.
bool uses_input(const Problem& problem, const StepFunctions& functions)
{
    return !functions.load || functions.load->takes_value || problem.kind == Kind::c2r ||
           problem.placement == Placement::in_place;
}

}  // namespace

CompiledPlan::CompiledPlan(const Problem& problem, Schedule schedule, Workspace workspace,
                           const StepFunctions& functions)
    : problem_{problem}, schedule_{std::move(schedule)}, has_input_{uses_input(problem, functions)}
{
    if (problem.precision == Precision::fp32) {
        steps_.emplace<CompiledPasses<float>>(schedule_, Symbol<float>{}, functions);
    } else {
        steps_.emplace<CompiledPasses<double>>(schedule_, Symbol<double>{}, functions);
    }
    if (workspace == Workspace::owned && workspace_bytes() > 0) {
        work_ = device::DeviceBuffer<std::byte>{workspace_bytes()};
    }
}

void CompiledPlan::execute(void* in, void* out, cudaStream_t stream, const WorkspaceView& workspace,
                           const FunctionData& data) const
{
    if (has_input_) {
        validate_arrays(problem_, in, out);
    } else {
        validate_arrays(problem_, {.in = 0, .out = output_bytes(problem_)}, nullptr, out);
    }
    const StepArrays arrays{.in = in, .out = out, .work = work_array(workspace), .data = data};
    if (const auto* single = std::get_if<CompiledPasses<float>>(&steps_)) {
        single->enqueue(arrays, stream);
    } else {
        std::get<CompiledPasses<double>>(steps_).enqueue(arrays, stream);
    }
}

std::size_t CompiledPlan::workspace_bytes() const
{
    return static_cast<std::size_t>(schedule_.work_values * 2 *
                                    bytes_per_value(problem_.precision));
}

std::string CompiledPlan::describe() const
{
    return fft::describe(problem_) + ": " + describe_passes();
}

std::string CompiledPlan::describe_passes() const
{
    const std::size_t work = workspace_bytes();
    return passes_text(passes(schedule_)) + ": " + fft::describe(schedule_) + ", " +
           (work == 0 ? "no work array" : "work array of " + std::to_string(work) + " bytes");
}

void* CompiledPlan::work_array(const WorkspaceView& workspace) const
{
    const std::size_t needed = workspace_bytes();
    if (needed == 0) {
        return nullptr;
    }
    if (workspace.data == nullptr && work_.data() != nullptr) {
        return work_.data();
    }
    if (workspace.data == nullptr) {
        throw std::invalid_argument{
            "the transform has no workspace (this plan does not own one): lend " +
            std::to_string(needed) + " bytes of device memory"};
    }
    if (workspace.bytes < needed) {
        throw std::invalid_argument{
            "the workspace of a transform is too small (" + std::to_string(workspace.bytes) +
            " bytes for " + std::to_string(needed) + "): lend workspace_bytes() of device memory"};
    }
    if (reinterpret_cast<std::uintptr_t>(workspace.data) % 16 != 0) {
        throw std::invalid_argument{
            "the workspace of a transform is not aligned to 16 bytes: lend memory as "
            "cudaMalloc gives it"};
    }
    return workspace.data;
}

}  // namespace tobiuo::fft
