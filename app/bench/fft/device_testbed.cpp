#include "app/bench/fft/device_testbed.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "app/bench/peers/cufft.hpp"
#include "app/bench/peers/device_workspace.hpp"
#include "app/bench/peers/vkfft.hpp"
#include "app/machine/host.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/nvrtc.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/plan.hpp"
#include "kernels/memory/event_timer.hpp"

namespace tobiuo::fft_bench {
namespace {

fft::PlanOptions with_supplied_workspace(const fft::Choices& choices)
{
    fft::PlanOptions options;
    options.choices = choices;
    options.workspace = fft::Workspace::supplied;
    return options;
}

constexpr std::string_view five_step_name = "five-step";

/// Of "five-step", or of one step: that reads the input, so that each execution reads the same.
fft::PlanOptions five_step_options(const fft::Problem& problem, const std::string& library)
{
    fft::Choices choices;
    choices.algorithm = fft::Algorithm::five_step;
    fft::PlanOptions options = with_supplied_workspace(choices);
    if (library == five_step_name) {
        return options;
    }
    fft::Schedule schedule =
        fft::make_schedule(problem, fft::limits_of_current_device(), options.choices);
    const auto number = static_cast<std::size_t>(library.back() - '1');
    auto step = std::get<fft::PassStep>(schedule.steps.at(number));
    step.from = fft::Array::input;
    step.to = step.form.source == step.form.sink ? fft::Array::output : fft::Array::work;
    schedule.steps = {step};
    options.schedule = schedule;
    return options;
}

class Ours final : public Transform {
public:
    Ours(const fft::Problem& problem, const fft::PlanOptions& options, int device,
         cudaStream_t stream)
        : stream_{stream},
          plan_{problem, options},
          workspace_{make_workspace(device, plan_.workspace_bytes())}
    {
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
    fft::Plan plan_;
    device::DeviceBuffer<std::byte> workspace_;
};

class DeviceTestbed final : public Testbed {
public:
    DeviceTestbed(int device, fft::Problem problem, const Bytes& input, fft::Choices choices)
        : device_{device::select(device)},
          problem_{std::move(problem)},
          choices_{std::move(choices)},
          input_{input.size()},
          in_{input.size()},
          out_{in_place() ? 0 : static_cast<std::size_t>(output_bytes(problem_))}
    {
        device::copy_to_device(input_.data(), std::span{input.data(), input.size()}, stream_.get());
        device::synchronize(stream_.get());
    }

    std::unique_ptr<Transform> plan(const std::string& library) override
    {
        device::select(device_);
        if (library == "ours") {
            return std::make_unique<Ours>(problem_, with_supplied_workspace(choices_), device_,
                                          stream_.get());
        }
        if (library.starts_with(five_step_name)) {
            return std::make_unique<Ours>(problem_, five_step_options(problem_, library), device_,
                                          stream_.get());
        }
        if (library == "cufft") {
            return plan_cufft(problem_, device_, stream_.get());
        }
        if (library == "vkfft") {
            return plan_vkfft(problem_, device_, stream_.get());
        }
        throw NotPlanned{"it does not run on a device"};
    }

    /// The copy that restores the input runs while the first launch is on its way.
    double time_and_wait(Transform& transform, int executions) override
    {
        device::select(device_);
        device::copy_on_device(in_, input_, stream_.get());
        return timer_.time_and_wait(stream_.get(), [&] {
            for (int n = 0; n < executions; ++n) {
                transform.execute(in_.data(), out());
            }
        });
    }

    Bytes output_and_wait(Transform& transform) override
    {
        static_cast<void>(time_and_wait(transform, 1));
        Bytes result{static_cast<std::size_t>(output_bytes(problem_))};
        device::copy_to_host(result.span(), static_cast<const std::byte*>(out()), stream_.get());
        device::synchronize(stream_.get());
        return result;
    }

private:
    [[nodiscard]] bool in_place() const { return problem_.placement == fft::Placement::in_place; }
    [[nodiscard]] std::byte* out() const { return in_place() ? in_.data() : out_.data(); }

    int device_;
    fft::Problem problem_;
    fft::Choices choices_;
    device::Stream stream_ = device::make_stream();
    memory::EventTimer timer_;
    device::DeviceBuffer<std::byte> input_;
    device::DeviceBuffer<std::byte> in_;
    device::DeviceBuffer<std::byte> out_;
};

}  // namespace

device::DeviceBuffer<std::byte> make_workspace(int device, std::size_t bytes)
{
    constexpr std::size_t least = 256;
    const std::int64_t free = device::free_device_bytes(device);
    if (bytes > static_cast<std::size_t>(free)) {
        throw NotPlanned{fmt::format("its work array needs {}, {} are free",
                                     bytes_text(static_cast<double>(bytes)),
                                     bytes_text(static_cast<double>(free)))};
    }
    return device::DeviceBuffer<std::byte>{std::max(bytes, least)};
}

std::unique_ptr<Testbed> make_device_testbed(int device, const fft::Problem& problem,
                                             const Bytes& input, const fft::Choices& choices)
{
    return std::make_unique<DeviceTestbed>(device, problem, input, choices);
}

std::optional<std::string> library_unsupported_reason(const std::string& library)
{
    if (library == "cufft") {
        return cufft_unsupported_reason();
    }
    if (library == "vkfft") {
        return vkfft_unsupported_reason();
    }
    if (library != "ours") {
        return "there is no such library";
    }
    try {
        static_cast<void>(device::nvrtc_version());
        return std::nullopt;
    } catch (const device::DeviceError& error) {
        return error.what();
    }
}

}  // namespace tobiuo::fft_bench
