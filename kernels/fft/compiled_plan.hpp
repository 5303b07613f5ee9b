// The part that plans on the device share: a compiled schedule and its work array.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <variant>

#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/buffer.hpp"

namespace tobiuo::fft {

class CompiledPlan {
public:
    /// Compiles `schedule` with the functions. The problem must be valid.
    CompiledPlan(const Problem& problem, Schedule schedule, Workspace workspace,
                 const StepFunctions& functions);

    /// Implements DevicePlan::execute().
    void execute(void* in, void* out, cudaStream_t stream, const WorkspaceView& workspace,
                 const FunctionData& data) const;

    [[nodiscard]] std::size_t workspace_bytes() const;
    [[nodiscard]] const Schedule& schedule() const { return schedule_; }
    [[nodiscard]] std::string describe() const;
    [[nodiscard]] std::string describe_passes() const;

private:
    [[nodiscard]] void* work_array(const WorkspaceView& workspace) const;

    Problem problem_;
    Schedule schedule_;
    bool has_input_;  ///< whether `in` is an array
    std::variant<std::monostate, CompiledPasses<float>, CompiledPasses<double>> steps_;
    device::DeviceBuffer<std::byte> work_;
};

}  // namespace tobiuo::fft
