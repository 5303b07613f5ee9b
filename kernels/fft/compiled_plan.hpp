// What plans on the device have in common: a schedule, ready to run, and its work array.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <variant>

#include "kernels/device/buffer.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/kernel/pointwise.hpp"
#include "kernels/fft/plan.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

class CompiledPlan {
public:
    /// The problem must be valid. `function` is that of passes of modes, if there are any.
    CompiledPlan(const Problem& problem, Schedule schedule, Workspace workspace,
                 const Pointwise& function = {});

    /// See Plan::execute(); `data` goes to the function.
    void execute(void* in, void* out, cudaStream_t stream, const WorkspaceView& workspace,
                 const void* data = nullptr) const;

    [[nodiscard]] std::size_t workspace_bytes() const;
    [[nodiscard]] const Schedule& schedule() const { return schedule_; }
    [[nodiscard]] std::string describe() const;

private:
    [[nodiscard]] void* work_array(const WorkspaceView& workspace) const;

    Problem problem_;
    Schedule schedule_;
    std::variant<std::monostate, CompiledPasses<float>, CompiledPasses<double>> steps_;
    device::DeviceBuffer<std::byte> work_;
};

}  // namespace tobiuo::fft
