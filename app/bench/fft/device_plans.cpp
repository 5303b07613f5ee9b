// SPDX-License-Identifier: BSD-3-Clause
// Plans of our engine, cuFFT and VkFFT on a CUDA device.
#include <memory>
#include <optional>
#include <string>

#include "app/bench/fft/testbeds.hpp"
#include "app/bench/peers/libraries.hpp"
#include "app/run/fft_wisdom.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/device_plan.hpp"

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

class OursOnDevice final : public bench::Transform {
public:
    OursOnDevice(const fft::Problem& problem, const fft::DevicePlanOptions& options, int device,
                 Stream stream)
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
    Stream stream_;
    fft::DevicePlan plan_;
    device::DeviceBuffer<std::byte> workspace_;
};

}  // namespace

std::unique_ptr<bench::Transform> plan_on_device(const std::string& name, int device,
                                                 const fft::Problem& problem,
                                                 const PlanSettings& settings, Stream stream)
{
    if (name == "ours") {
        return std::make_unique<OursOnDevice>(problem, with_supplied_workspace(settings.choices),
                                              device, stream);
    }
    if (name == "cufft") {
        return bench::plan_cufft(problem, device, stream);
    }
    if (name == "vkfft") {
        return bench::plan_vkfft(problem, device, stream);
    }
    return std::make_unique<OursOnDevice>(problem, with_schedule(settings.schedules, name), device,
                                          stream);
}

}  // namespace tobiuo::fft_bench
