// The compiled steps of a solve on the GPU, with the eigenvalues on the device.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <future>
#include <memory>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/on_this_device.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "solvers/poisson/device/ready_lines.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Whether eigenvalues are in double precision for any data: systems take them so, and sums that
/// cancel need it.
[[nodiscard]] inline bool in_double(const SolveSchedule& solve)
{
    return solve.by_systems() || solve.wide_symbol;
}

/// Eigenvalues on the device, in double or in the precision T.
template <typename T>
class DeviceEigenvalues {
public:
    DeviceEigenvalues(const std::vector<double>& values, bool wide, cudaStream_t stream)
    {
        if (values.empty()) {
            return;
        }
        if (wide) {
            wide_ = device::uploaded(values, stream);
        } else {
            rounded_ = device::uploaded(std::vector<T>(values.begin(), values.end()), stream);
        }
    }

    [[nodiscard]] const void* data() const
    {
        return wide_.data() != nullptr ? static_cast<const void*>(wide_.data()) : rounded_.data();
    }
    [[nodiscard]] const double* doubles() const { return wide_.data(); }

    [[nodiscard]] std::size_t bytes() const
    {
        return rounded_.size() * sizeof(T) + wide_.size() * sizeof(double);
    }

    /// Enqueues a copy of `count` values of `from`, which is as wide, to the begin of this.
    void take(const DeviceEigenvalues& from, std::size_t first, std::size_t count,
              cudaStream_t stream) const
    {
        take(wide_, from.wide_, first, count, stream);
        take(rounded_, from.rounded_, first, count, stream);
    }

private:
    template <typename Value>
    static void take(const device::DeviceBuffer<Value>& to, const device::DeviceBuffer<Value>& from,
                     std::size_t first, std::size_t count, cudaStream_t stream)
    {
        if (to.size() > 0) {
            device::check(cudaMemcpyAsync(to.data(), from.data() + first, count * sizeof(Value),
                                          cudaMemcpyDeviceToDevice, stream),
                          "copy the eigenvalues of a chunk");
        }
    }

    device::DeviceBuffer<T> rounded_;
    device::DeviceBuffer<double> wide_;
};

/// The compiled steps of a solve in one precision, with the eigenvalues on the device.
template <typename T>
class ReadySolve {
public:
    /// `stream` is used for uploads only. With `load` the first step, which there must be, reads
    /// what that gives instead of f.
    // NOLINTNEXTLINE(*-pro-type-member-init): the other constructor initialises all
    ReadySolve(const Problem& problem, const SolveSchedule& solve, cudaStream_t stream,
               const fft::PlaceFunction& load = {})
        : ReadySolve{problem, solve, Coming{problem, solve, stream}, stream, load}
    {
    }

    /// `work` has 2 SolveSchedule::forward.work_values reals. `data` is what a function of the
    /// first step receives.
    void enqueue(const T* f, T* u, T* work, cudaStream_t stream, const void* data = nullptr) const
    {
        // Only the first step reads f.
        const fft::StepArrays arrays{.in = const_cast<T*>(f),  // NOLINT(*-const-cast)
                                     .out = u,
                                     .work = work,
                                     .data = {.load = data}};
        if (line_) {
            line_->enqueue(f, u, constant(), stream);
            return;
        }
        forward_.enqueue(arrays, stream);
        T* const between = work != nullptr ? work : u;
        if (systems_) {
            if (starts_with_systems_ && f != u) {
                device::check(cudaMemcpyAsync(u, f, bytes_, cudaMemcpyDeviceToDevice, stream),
                              "copy the right-hand side");
            }
            systems_->enqueue(between, inner_.doubles(), outer_.doubles(), constant(), stream);
        }
        if (tiles_) {
            tiles_->enqueue(between, inner_.doubles(), outer_.doubles(), constant(), stream);
        }
        if (recurrences_) {
            recurrences_->enqueue(between, inner_.doubles(), outer_.doubles(), constant(), stream);
        }
        inverse_.enqueue(arrays, stream);
    }

    [[nodiscard]] double constant_mode(cudaStream_t stream) const
    {
        T value{};
        device::copy_to_host<T>({&value, 1}, constant_.data(), stream);
        device::synchronize(stream);
        return static_cast<double>(value);
    }

    /// The place of constant_mode() in device memory.
    [[nodiscard]] const T* constant_data() const { return constant_.data(); }

    /// Bytes of device memory that it owns.
    [[nodiscard]] std::size_t bytes() const
    {
        return inner_.bytes() + outer_.bytes() + along_.bytes() + sizeof(T) +
               (systems_ ? systems_->bytes() : 0) + (tiles_ ? tiles_->bytes() : 0);
    }

    /// Enqueues a copy of the eigenvalues of a chunk, of which this is a solve, in the place of
    /// those of another one: SolveSchedule::inner or outer.
    void take_inner(const DeviceEigenvalues<T>& from, std::size_t first, std::size_t count,
                    cudaStream_t stream) const
    {
        inner_.take(from, first, count, stream);
    }
    void take_outer(const DeviceEigenvalues<T>& from, std::size_t first, std::size_t count,
                    cudaStream_t stream) const
    {
        outer_.take(from, first, count, stream);
    }

private:
    /// The parts that other threads make while this one compiles the forward passes: all kernels
    /// compile in parallel.
    struct Coming {
        Coming(const Problem& problem, const SolveSchedule& solve, cudaStream_t stream)
        {
            if (solve.tiles) {
                tiles = device::on_this_device([&problem, &solve, stream] {
                    return std::make_unique<ReadyTiles<T>>(problem, solve, stream);
                });
            } else if (solve.systems) {
                systems = device::on_this_device([&problem, &solve, stream] {
                    return std::make_unique<ReadySystems<T>>(problem, solve, stream);
                });
            }
            if (solve.recurrences) {
                recurrences = device::on_this_device(
                    [&solve] { return std::make_unique<ReadyRecurrences<T>>(solve); });
            }
            if (solve.line) {
                line = device::on_this_device(
                    [&solve] { return std::make_unique<ReadyLine<T>>(solve); });
            }
            inverse =
                device::on_this_device([&solve] { return fft::CompiledPasses<T>{solve.inverse}; });
        }

        std::future<std::unique_ptr<ReadySystems<T>>> systems;
        std::future<std::unique_ptr<ReadyTiles<T>>> tiles;
        std::future<std::unique_ptr<ReadyRecurrences<T>>> recurrences;
        std::future<std::unique_ptr<ReadyLine<T>>> line;
        std::future<fft::CompiledPasses<T>> inverse;
    };

    template <typename Made>
    static std::unique_ptr<Made> arrived(std::future<std::unique_ptr<Made>>& coming)
    {
        return coming.valid() ? coming.get() : nullptr;
    }

    ReadySolve(const Problem& problem, const SolveSchedule& solve, Coming coming,
               cudaStream_t stream, const fft::PlaceFunction& load)
        : bytes_{static_cast<std::size_t>(points(problem)) * sizeof(T)},
          has_null_space_{has_null_space(problem)},
          inner_{solve.inner, in_double(solve), stream},
          outer_{solve.outer, in_double(solve), stream},
          along_{solve.along, in_double(solve), stream},
          constant_{1},
          forward_{solve.forward,
                   {.inner = inner_.data(),
                    .outer = outer_.data(),
                    .along = along_.data(),
                    .constant = constant()},
                   {.values = load}},
          systems_{arrived(coming.systems)},
          tiles_{arrived(coming.tiles)},
          recurrences_{arrived(coming.recurrences)},
          line_{arrived(coming.line)},
          inverse_{coming.inverse.get()},
          starts_with_systems_{solve.forward.steps.empty()}
    {
        device::clear(constant_, "clear the mean of a solve", stream);
        if (tiles_) {
            tiles_->find_losses(inner_.doubles(), outer_.doubles(), stream);
        }
        device::synchronize(stream);
    }

    [[nodiscard]] T* constant() const { return has_null_space_ ? constant_.data() : nullptr; }

    std::size_t bytes_;
    bool has_null_space_;
    DeviceEigenvalues<T> inner_;
    DeviceEigenvalues<T> outer_;
    DeviceEigenvalues<T> along_;
    device::DeviceBuffer<T> constant_;
    fft::CompiledPasses<T> forward_;
    std::unique_ptr<ReadySystems<T>> systems_;
    std::unique_ptr<ReadyTiles<T>> tiles_;
    std::unique_ptr<ReadyRecurrences<T>> recurrences_;
    std::unique_ptr<ReadyLine<T>> line_;
    fft::CompiledPasses<T> inverse_;
    bool starts_with_systems_;
};

}  // namespace tobiuo::poisson
