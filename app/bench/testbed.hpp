// The testbed of implementations: the arrays of one problem in one memory, host or device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/stream.hpp>

#include "kernels/memory/host_array.hpp"

namespace tobiuo::bench {

using Bytes = memory::HostArray<std::byte>;

/// The error of an implementation that makes no plan of a problem; what() is the reason, as a
/// clause.
class NotPlanned : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A planned transform or solve of an implementation.
class Transform {
public:
    Transform() = default;
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;
    virtual ~Transform() = default;

    /// Executes once; on a device, enqueues on the stream or queue of the testbed.
    virtual void execute(void* in, void* out) = 0;
    /// Bytes of the work array; nothing if the library does not report them.
    [[nodiscard]] virtual std::optional<std::int64_t> workspace_bytes() const = 0;
    /// The version of the library: "12.0.0"; empty for ours, which is the program's.
    [[nodiscard]] virtual std::string version() const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// The untouched input of a problem, arrays to work on, and a clock.
class Testbed {
public:
    Testbed() = default;
    Testbed(const Testbed&) = delete;
    Testbed& operator=(const Testbed&) = delete;
    virtual ~Testbed() = default;

    /// Makes a plan by one of the implementations of this memory. Throws NotPlanned,
    /// std::invalid_argument, device::DeviceError.
    [[nodiscard]] virtual std::unique_ptr<Transform> plan(const std::string& name) = 0;

    /// Prepares the arrays, which is not timed, and executes `executions` times, each time on the
    /// arrays that the previous execution left. Returns the seconds of all executions. Waits for
    /// the end.
    [[nodiscard]] virtual double time_and_wait(Transform& transform, std::int64_t executions) = 0;

    /// The output of one execution.
    [[nodiscard]] virtual Bytes output_and_wait(Transform& transform) = 0;
};

/// The arrays of a testbed. If an execution keeps its input, all executions read the same array,
/// and on a device the output is cleared first, so that values that are not written show. Otherwise
/// each turn begins with a copy of `input`, which must outlive a testbed of the host.
struct TestbedArrays {
    const Bytes& input;
    std::size_t output_bytes{};
    bool in_place = false;
    bool keeps_input = false;
};

/// Makes a plan as Testbed::plan() does; on a device for work on `stream`.
using MakePlan = std::function<std::unique_ptr<Transform>(const std::string& name)>;
using MakeDevicePlan =
    std::function<std::unique_ptr<Transform>(const std::string& name, Stream stream)>;

/// Makes a testbed in host memory. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<Testbed> make_host_testbed(const TestbedArrays& arrays,
                                                         MakePlan make);

/// Makes a testbed in the memory of CUDA device `device`. Throws device::DeviceError.
[[nodiscard]] std::unique_ptr<Testbed> make_device_testbed(int device, const TestbedArrays& arrays,
                                                           MakeDevicePlan make);

/// Makes a testbed in the memory of the OpenCL device of this process, timed by the host's clock;
/// `in` and `out` of its executions are buffers (cl_mem). Builds without OpenCL have none. Throws
/// DeviceError.
[[nodiscard]] std::unique_ptr<Testbed> make_opencl_testbed(const TestbedArrays& arrays,
                                                           MakePlan make);

/// The reason why a library of the device ("ours", "cufft", "vkfft") cannot run here, as a clause:
/// its files are missing. Nothing if it can; then it is open, so that its first plan does not
/// include this.
[[nodiscard]] std::optional<std::string> library_unsupported_reason(const std::string& library);

}  // namespace tobiuo::bench
