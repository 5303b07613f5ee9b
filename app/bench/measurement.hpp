// SPDX-License-Identifier: BSD-3-Clause
// Who is measured, on which arrays, and the timing: warm, by turns, each repetition on fresh data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

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

/// A planned implementation of a problem, with its measurements.
struct Implementation {
    std::string name;  ///< "ours", "cufft"; for sweeps the name of the kernel
    /// The seconds of `executions` executions in sequence, for whose end the call waits.
    std::function<double(std::int64_t executions)> time_and_wait;
    std::string plan;                                  ///< in the library's words
    std::function<Bytes()> output_and_wait = {};       ///< the output of one execution
    std::optional<std::int64_t> workspace_bytes = {};  ///< if the library reports it
    std::string version = {};                          ///< version of the library; empty for ours
    std::shared_ptr<const double> gosa = {};           ///< gosa of the last sweep, for sweeps
    double planning_seconds{};
    std::int64_t executions = 1;       ///< executions of one repetition
    std::vector<double> seconds = {};  ///< seconds of one execution, for each repetition
};

/// The median, the least and the greatest time of at least one repetition.
struct Times {
    double median{};
    double least{};
    double most{};
};
[[nodiscard]] Times times_of(const std::vector<double>& seconds);

/// The length and the number of repetitions.
struct Pace {
    int repetitions = 9;
    /// The least time of a repetition that events measure to about a percent.
    double seconds = 200e-6;
    /// The most executions in sequence: an unscaled transform of N points makes its data sqrt(N)
    /// times as large, and values must stay finite.
    std::int64_t most_executions = 8;
    std::int64_t trial = 1;  ///< executions of each trial before the first repetition
};

/// Makes the plans of a testbed and measures the time of making them. An implementation without a
/// plan is left out with a warning that names `problem` and the reason.
[[nodiscard]] std::vector<Implementation> plan_all(const std::shared_ptr<const Testbed>& testbed,
                                                   const std::vector<std::string>& names,
                                                   const std::string& problem);

/// The number of executions that take pace.seconds, at most pace.most_executions.
[[nodiscard]] std::int64_t executions_for(double seconds_of_one, const Pace& pace);

/// Warms up and chooses `executions`.
void prepare(Implementation& one, const Pace& pace);

/// Measures repetitions of all implementations by turns. Each round starts with the next
/// implementation, after a call of `before_round`. After a `stop`, the repetitions so far remain.
void measure(std::vector<Implementation>& all, int repetitions, const std::function<bool()>& stop,
             const std::function<void()>& before_round = {});

/// Prepares all and measures them until the user stops; drops those without a repetition.
void compete(std::vector<Implementation>& all, const Pace& pace,
             const std::function<void()>& before_round = {});

}  // namespace tobiuo::bench
