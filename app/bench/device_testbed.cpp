// The testbed in a device's memory.
#include <cuda_runtime_api.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/bench/peers/cufft.hpp"
#include "app/bench/peers/device_workspace.hpp"
#include "app/bench/peers/vkfft.hpp"
#include "app/bench/testbed.hpp"
#include "app/machine/host.hpp"
#include "kernels/device/buffer.hpp"
#include "kernels/device/compile/nvrtc.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/memory/event_timer.hpp"

namespace tobiuo::bench {
namespace {

class DeviceTestbed final : public Testbed {
public:
    DeviceTestbed(int device, const TestbedArrays& arrays, MakeDevicePlan make)
        : device_{device::select(device)},
          keeps_input_{arrays.keeps_input},
          in_place_{arrays.in_place},
          output_bytes_{arrays.output_bytes},
          make_{std::move(make)},
          input_{arrays.input.size()},
          in_{keeps_input_ ? 0 : input_.size()},
          out_{in_place_ ? 0 : output_bytes_}
    {
        device::copy_to_device(input_.data(), std::span{arrays.input.data(), input_.size()},
                               stream_.get());
        device::synchronize(stream_.get());
    }

    std::unique_ptr<Transform> plan(const std::string& name) override
    {
        device::select(device_);
        return make_(name, stream_.get());
    }

    /// The preparation of the arrays runs while the first launch is enqueued.
    double time_and_wait(Transform& transform, std::int64_t executions) override
    {
        device::select(device_);
        if (keeps_input_) {
            device::clear(out_, "clear the output", stream_.get());
        } else {
            device::copy_on_device(in_, input_, stream_.get());
        }
        return timer_.time_and_wait(stream_.get(), [&] {
            for (std::int64_t n = 0; n < executions; ++n) {
                transform.execute(in(), out());
            }
        });
    }

    Bytes output_and_wait(Transform& transform) override
    {
        static_cast<void>(time_and_wait(transform, 1));
        Bytes result{output_bytes_};
        device::copy_to_host(result.span(), static_cast<const std::byte*>(out()), stream_.get());
        device::synchronize(stream_.get());
        return result;
    }

private:
    [[nodiscard]] std::byte* in() const { return keeps_input_ ? input_.data() : in_.data(); }
    [[nodiscard]] std::byte* out() const { return in_place_ ? in_.data() : out_.data(); }

    int device_;
    bool keeps_input_;
    bool in_place_;
    std::size_t output_bytes_;
    MakeDevicePlan make_;
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

std::unique_ptr<Testbed> make_device_testbed(int device, const TestbedArrays& arrays,
                                             MakeDevicePlan make)
{
    return std::make_unique<DeviceTestbed>(device, arrays, std::move(make));
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

}  // namespace tobiuo::bench
