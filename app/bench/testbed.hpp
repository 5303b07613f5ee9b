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

#include "runtime/machine/machine.hpp"
#include "runtime/memory/host_array.hpp"

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

/// The arrays of a testbed. If an execution keeps its input, all executions read the same array.
/// Otherwise each turn begins with a copy of `input`, which must outlive a testbed of the host. An
/// output that is looked at was cleared before, so that values that are not written show.
struct TestbedArrays {
    const Bytes& input;
    std::size_t output_bytes{};
    bool in_place = false;
    bool keeps_input = false;
};

/// Makes a plan by one of the implementations of a machine, for work on `stream`. Throws NotPlanned,
/// std::invalid_argument, DeviceError.
using MakePlan = std::function<std::unique_ptr<Transform>(const std::string& name, Stream stream)>;

/// The untouched input of a problem and arrays to work on in the memory of a machine, and its clock.
class Testbed {
public:
    /// Throws std::bad_alloc or DeviceError.
    Testbed(std::unique_ptr<const runtime::Machine> machine, const TestbedArrays& arrays,
            MakePlan make);

    [[nodiscard]] std::unique_ptr<Transform> plan(const std::string& name) const;

    /// Prepares the arrays, which is not timed (a device does it while the first launch is
    /// enqueued), and executes `executions` times, each time on the arrays that the previous
    /// execution left. Returns the seconds of all executions. Waits for the end.
    [[nodiscard]] double time_and_wait(Transform& transform, std::int64_t executions) const;

    /// The output of one execution.
    [[nodiscard]] Bytes output_and_wait(Transform& transform) const;

private:
    [[nodiscard]] void* in() const { return keeps_input_ ? input_ : in_.data(); }
    [[nodiscard]] void* out() const { return in_place_ ? in_.data() : out_.data(); }

    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    bool keeps_input_;
    bool in_place_;
    std::size_t output_bytes_;
    MakePlan make_;
    runtime::Array uploaded_;  ///< empty on the host
    std::size_t input_bytes_;
    void* input_;
    runtime::Array in_;
    runtime::Array out_;
};

/// The reason why a library of the device ("ours", "cufft", "vkfft") cannot run here, as a clause:
/// its files are missing. Nothing if it can; then it is open, so that its first plan does not
/// include this.
[[nodiscard]] std::optional<std::string> library_unsupported_reason(const std::string& library);

}  // namespace tobiuo::bench
