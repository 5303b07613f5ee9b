// Where transforms compete: the arrays of one problem in one memory, host or device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "kernels/fft/problem.hpp"
#include "kernels/memory/host_array.hpp"

namespace tobiuo::fft_bench {

using Bytes = memory::HostArray<std::byte>;

/// A library that makes no plan of a problem; what() is the reason, as a clause.
class NotPlanned : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A transform that a library has planned.
class Transform {
public:
    Transform() = default;
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;
    virtual ~Transform() = default;

    /// On a device, enqueues on the stream of the testbed.
    virtual void execute(void* in, void* out) = 0;
    /// Bytes of the work array; nothing where the library does not tell.
    [[nodiscard]] virtual std::optional<std::int64_t> workspace_bytes() const = 0;
    /// Of the library: "12.0.0"; empty for ours, which is the program's.
    [[nodiscard]] virtual std::string version() const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// The input of a problem, untouched, arrays to transform, and a clock.
class Testbed {
public:
    Testbed() = default;
    Testbed(const Testbed&) = delete;
    Testbed& operator=(const Testbed&) = delete;
    virtual ~Testbed() = default;

    /// A plan by one of the libraries of this memory. Throws NotPlanned, std::invalid_argument,
    /// device::DeviceError.
    [[nodiscard]] virtual std::unique_ptr<Transform> plan(const std::string& library) = 0;

    /// Restores the input, which is not timed, and transforms `executions` times, each from where
    /// the one before left the arrays. Seconds of all executions. Waits for the end.
    [[nodiscard]] virtual double time_and_wait(Transform& transform, int executions) = 0;

    /// What one execution makes of the restored input.
    [[nodiscard]] virtual Bytes output_and_wait(Transform& transform) = 0;
};

/// Bytes of the arrays of a testbed, with the untouched input but without work arrays.
[[nodiscard]] std::int64_t testbed_bytes(const fft::Problem& problem);

/// Numbers in [-0.5, 0.5], the same on every machine; for c2r the spectrum of such reals.
[[nodiscard]] Bytes random_input(const fft::Problem& problem);

}  // namespace tobiuo::fft_bench
