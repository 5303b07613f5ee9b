// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/device_plan.hpp"

#include <cstdint>
#include <stdexcept>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"
#include "runtime/device/compile/module.hpp"

namespace tobiuo::fft {
namespace {

Schedule scheduled(const Problem& problem, const DevicePlanOptions& options)
{
    validate(problem);
    if (options.schedule && options.between) {
        throw std::invalid_argument{
            "a schedule was given for a transform with a function (that of a plan has no place for "
            "it): leave the schedule out"};
    }
    if (options.schedule) {
        return *options.schedule;
    }
    const DeviceLimits limits = limits_of_current_device();
    const Choices choices = with_known_table(options.choices);
    return options.between ? make_pointwise_schedule(problem, limits, choices)
                           : make_schedule(problem, limits, choices);
}

/// Whether a plan reads or writes its input: c2r works there even if a function gives the values.
bool uses_input(const Problem& problem, const StepFunctions& functions)
{
    return !functions.load || functions.load->takes_value || problem.kind == Kind::c2r ||
           problem.placement == Placement::in_place;
}

}  // namespace

DevicePlan::DevicePlan(const Problem& problem, const DevicePlanOptions& options)
    : DevicePlan{problem, scheduled(problem, options), options,
                 functions_for(problem, options.load, options.between, options.store)}
{
}

DevicePlan::DevicePlan(const Problem& problem, Schedule schedule, const DevicePlanOptions& options,
                       const StepFunctions& functions)
    : problem_{problem},
      function_{options.between ? options.between->function : ""},
      has_input_{uses_input(problem, functions)},
      passes_{std::move(schedule), problem.precision, functions}
{
    if (options.workspace == Workspace::owned && workspace_bytes() > 0) {
        work_ = device::DeviceBuffer<std::byte>{workspace_bytes()};
    }
    device::Kernel::wait_for_begun();
}

void DevicePlan::execute(void* in, void* out, cudaStream_t stream, const WorkspaceView& workspace,
                         const FunctionData& data) const
{
    if (has_input_) {
        validate_arrays(problem_, in, out);
    } else {
        validate_arrays(problem_, {.in = 0, .out = output_bytes(problem_)}, nullptr, out);
    }
    passes_.enqueue({.in = in, .out = out, .work = work_array(workspace), .data = data}, stream);
}

std::size_t DevicePlan::workspace_bytes() const
{
    return static_cast<std::size_t>(schedule().work_values * complex_bytes(problem_.precision));
}

std::string DevicePlan::describe() const
{
    return (function_.empty() ? "" : function_ + "() in ") + fft::describe(problem_) + ": " +
           describe_passes();
}

std::string DevicePlan::describe_passes() const
{
    return fft::describe_passes(schedule(), workspace_bytes());
}

void* DevicePlan::work_array(const WorkspaceView& workspace) const
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
