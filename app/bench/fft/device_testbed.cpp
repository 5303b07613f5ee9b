// Our engine, cuFFT and VkFFT in the testbed of a device.
#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <string>

#include "app/bench/fft/testbeds.hpp"
#include "app/bench/peers/cufft.hpp"
#include "app/bench/peers/device_workspace.hpp"
#include "app/bench/peers/vkfft.hpp"
#include "app/run/fft_wisdom.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/device_plan.hpp"
#include "runtime/device/check.hpp"

namespace tobiuo::fft_bench {
namespace {

fft::DevicePlanOptions with_supplied_workspace(const fft::Choices& choices)
{
    fft::DevicePlanOptions options;
    options.choices = choices;
    options.workspace = fft::Workspace::supplied;
    return options;
}

/// The options of the schedule of that name; throws bench::NotPlanned if there is none.
fft::DevicePlanOptions with_schedule(const NamedSchedules& schedules, const std::string& name)
{
    fft::DevicePlanOptions options = with_supplied_workspace({});
    if (schedules) {
        options.schedule =
            schedules(name, fft::limits_of_current_device(), fft::table_of_current_device()->table);
    }
    if (!options.schedule) {
        throw bench::NotPlanned{"it does not run on a device"};
    }
    return options;
}

class Ours final : public bench::Transform {
public:
    Ours(const fft::Problem& problem, const fft::DevicePlanOptions& options, int device,
         cudaStream_t stream)
        : stream_{stream},
          plan_{problem, options},
          workspace_{bench::make_workspace(device, plan_.workspace_bytes())}
    {
        warn_of_unused(fft::choices_in(plan_.schedule()));
    }

    void execute(void* in, void* out) override
    {
        plan_.execute(in, out, stream_, {.data = workspace_.data(), .bytes = workspace_.size()});
    }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(plan_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override { return {}; }
    [[nodiscard]] std::string describe() const override { return plan_.describe(); }

private:
    cudaStream_t stream_;
    fft::DevicePlan plan_;
    device::DeviceBuffer<std::byte> workspace_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_device_testbed(int device, const fft::Problem& problem,
                                                    const bench::Bytes& input,
                                                    const fft::Choices& choices,
                                                    const NamedSchedules& schedules)
{
    const auto make = [device, problem, choices, schedules](
                          const std::string& library,
                          cudaStream_t stream) -> std::unique_ptr<bench::Transform> {
        if (library == "ours") {
            return std::make_unique<Ours>(problem, with_supplied_workspace(choices), device,
                                          stream);
        }
        if (library == "cufft") {
            return bench::plan_cufft(problem, device, stream);
        }
        if (library == "vkfft") {
            return bench::plan_vkfft(problem, device, stream);
        }
        return std::make_unique<Ours>(problem, with_schedule(schedules, library), device, stream);
    };
    device::select(device);
    return std::make_unique<bench::Testbed>(
        runtime::make_cuda_machine(),
        bench::TestbedArrays{.input = input,
                             .output_bytes = static_cast<std::size_t>(fft::output_bytes(problem)),
                             .in_place = problem.placement == fft::Placement::in_place},
        make);
}

}  // namespace tobiuo::fft_bench
