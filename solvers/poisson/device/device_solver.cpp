#include "solvers/poisson/device/device_solver.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <future>
#include <limits>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/on_this_device.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/device/ready_lines.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo::poisson {
namespace {

/// Throws if lambda hits an eigenvalue, for every mode of x and y.
void validate_modes(const Problem& problem)
{
    if (problem.lambda <= 0.0) {  // no eigenvalue of the Laplacian is positive
        return;
    }
    std::array<std::vector<double>, 3> eigenvalues;
    for (int axis = 0; axis < 3; ++axis) {
        eigenvalues.at(static_cast<std::size_t>(axis)) = is_absent(problem, axis)
                                                             ? std::vector<double>{0.0}
                                                             : modes_of(problem, axis).eigenvalues;
    }
    auto& [x, y, sorted] = eigenvalues;
    std::ranges::sort(sorted);
    const double epsilon = problem.precision == Precision::fp32
                               ? std::numeric_limits<float>::epsilon()
                               : std::numeric_limits<double>::epsilon();
    std::vector<double> others(x.size());
    for (const double outer : y) {
        std::ranges::transform(x, others.begin(), [&](double inner) { return inner + outer; });
        validate_lambda(problem.lambda, sorted, others, epsilon);
    }
}

/// The eigenvalues for fft::Symbol; none if systems are solved, which hold their own.
std::vector<double> of_symbol(const SolveSchedule& solve, const std::vector<double>& eigenvalues)
{
    return solve.by_systems() ? std::vector<double>{} : eigenvalues;
}

/// Eigenvalues on the device, in the precision T, or in double where their sums cancel.
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

private:
    device::DeviceBuffer<T> rounded_;
    device::DeviceBuffer<double> wide_;
};

const Problem& validated(const Problem& problem)
{
    validate(problem);
    validate_modes(problem);
    return problem;
}

/// The compiled steps of a solve in one precision, with the eigenvalues on the device.
template <typename T>
class ReadySolve {
public:
    /// `stream` is used for uploads only.
    // NOLINTNEXTLINE(*-pro-type-member-init): the other constructor initialises all
    ReadySolve(const Problem& problem, const SolveSchedule& solve, cudaStream_t stream)
        : ReadySolve{problem, solve, Coming{problem, solve, stream}, stream}
    {
    }

    void enqueue(const T* f, T* u, cudaStream_t stream) const
    {
        // Only the first step reads f.
        const fft::StepArrays arrays{.in = const_cast<T*>(f),  // NOLINT(*-const-cast)
                                     .out = u,
                                     .work = work_.data()};
        if (line_) {
            line_->enqueue(f, u, constant(), stream);
            return;
        }
        forward_.enqueue(arrays, stream);
        T* const between = work_.data() != nullptr ? work_.data() : u;
        if (systems_) {
            if (starts_with_systems_ && f != u) {
                device::check(cudaMemcpyAsync(u, f, bytes_, cudaMemcpyDeviceToDevice, stream),
                              "copy the right-hand side");
            }
            systems_->enqueue(between, constant(), stream);
        }
        if (recurrences_) {
            recurrences_->enqueue(between, constant(), stream);
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

private:
    /// The parts that other threads make while this one compiles the forward passes: all kernels
    /// compile in parallel.
    struct Coming {
        Coming(const Problem& problem, const SolveSchedule& solve, cudaStream_t stream)
        {
            if (solve.systems) {
                systems = device::on_this_device([&problem, &solve, stream] {
                    return std::make_unique<ReadySystems<T>>(problem, solve, stream);
                });
            }
            if (solve.recurrences) {
                recurrences = device::on_this_device([&solve, stream] {
                    return std::make_unique<ReadyRecurrences<T>>(solve, stream);
                });
            }
            if (solve.line) {
                line = device::on_this_device(
                    [&solve] { return std::make_unique<ReadyLine<T>>(solve); });
            }
            inverse =
                device::on_this_device([&solve] { return fft::CompiledPasses<T>{solve.inverse}; });
        }

        std::future<std::unique_ptr<ReadySystems<T>>> systems;
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
               cudaStream_t stream)
        : bytes_{static_cast<std::size_t>(points(problem)) * sizeof(T)},
          has_null_space_{has_null_space(problem)},
          inner_axis_{of_symbol(solve, solve.inner), solve.wide_symbol, stream},
          outer_axis_{of_symbol(solve, solve.outer), solve.wide_symbol, stream},
          along_{solve.along, solve.wide_symbol, stream},
          constant_{1},
          work_{static_cast<std::size_t>(2 * solve.forward.work_values)},
          forward_{solve.forward,
                   {.inner = inner_axis_.data(),
                    .outer = outer_axis_.data(),
                    .along = along_.data(),
                    .constant = constant()}},
          systems_{arrived(coming.systems)},
          recurrences_{arrived(coming.recurrences)},
          line_{arrived(coming.line)},
          inverse_{coming.inverse.get()},
          starts_with_systems_{solve.forward.steps.empty()}
    {
        device::clear(constant_, "clear the mean of a solve", stream);
        // The passes of x write rows without their padding, and those of y read whole pairs of
        // columns. The values in the padding reach no solution, but reading memory that was never
        // written is an error in compute-sanitizer.
        if (work_.size() > 0) {
            device::clear(work_, "clear the rows of a solve", stream);
        }
        device::synchronize(stream);
    }

    [[nodiscard]] T* constant() const { return has_null_space_ ? constant_.data() : nullptr; }

    std::size_t bytes_;
    bool has_null_space_;
    DeviceEigenvalues<T> inner_axis_;
    DeviceEigenvalues<T> outer_axis_;
    DeviceEigenvalues<T> along_;
    device::DeviceBuffer<T> constant_;
    device::DeviceBuffer<T> work_;
    fft::CompiledPasses<T> forward_;
    std::unique_ptr<ReadySystems<T>> systems_;
    std::unique_ptr<ReadyRecurrences<T>> recurrences_;
    std::unique_ptr<ReadyLine<T>> line_;
    fft::CompiledPasses<T> inverse_;
    bool starts_with_systems_;
};

using Ready = std::variant<ReadySolve<float>, ReadySolve<double>>;

Ready made_ready(const Problem& problem, const SolveSchedule& solve)
{
    const device::Stream stream = device::make_stream();
    if (problem.precision == Precision::fp32) {
        return Ready{std::in_place_type<ReadySolve<float>>, problem, solve, stream.get()};
    }
    return Ready{std::in_place_type<ReadySolve<double>>, problem, solve, stream.get()};
}

/// Bytes of device memory besides f and u.
std::size_t bytes_of(const Problem& problem, const SolveSchedule& solve)
{
    const std::size_t eigenvalues = solve.inner.size() + solve.outer.size() + solve.along.size();
    std::size_t reals =
        static_cast<std::size_t>(2 * solve.forward.work_values) + 1;  // and the mean
    std::size_t doubles = 0;
    (solve.by_systems() || solve.wide_symbol ? doubles : reals) += eigenvalues;
    if (solve.systems) {
        doubles += static_cast<std::size_t>(3 * solve.systems->rows) + array_values(problem, solve);
    }
    return reals * static_cast<std::size_t>(bytes_per_value(problem.precision)) +
           doubles * sizeof(double);
}

SolveSchedule schedule_of(const Problem& problem, const DeviceSolverOptions& options)
{
    return make_solve_schedule(problem, fft::limits_of_current_device(),
                               fft::with_known_table({.table = options.table}));
}

DeviceSolver::Needs needs_of(const Problem& problem, const SolveSchedule& solve)
{
    return {.workspace_bytes = bytes_of(problem, solve),
            .passes = memory_passes(solve, problem.precision)};
}

}  // namespace

class DeviceSolver::Implementation {
public:
    Implementation(const Problem& problem, const DeviceSolverOptions& options)
        : solve_{schedule_of(validated(problem), options)},
          points_{points(problem)},
          needs_{needs_of(problem, solve_)},
          ready_{made_ready(problem, solve_)}
    {
    }

    template <typename T>
    void solve(const T* f, T* u, cudaStream_t stream) const
    {
        const auto* ready = std::get_if<ReadySolve<T>>(&ready_);
        if (ready == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        validate_arrays(f, u, points_, 16);
        ready->enqueue(f, u, stream);
    }

    [[nodiscard]] Solved solved(cudaStream_t stream) const
    {
        const double constant =
            std::visit([&](const auto& ready) { return ready.constant_mode(stream); }, ready_);
        return {.removed_mean = constant / solve_.round_trip};  // the mode is a sum over the box
    }

    [[nodiscard]] const Needs& needs() const { return needs_; }
    [[nodiscard]] const SolveSchedule& schedule() const { return solve_; }

private:
    SolveSchedule solve_;
    std::int64_t points_;
    Needs needs_;
    Ready ready_;
};

DeviceSolver::Needs DeviceSolver::needs(const Problem& problem)
{
    return needs_of(problem, schedule_of(problem, {}));
}

std::optional<std::string> DeviceSolver::unsupported_reason(const Problem& problem)
{
    try {
        static_cast<void>(schedule_of(problem, {}));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

DeviceSolver::DeviceSolver(const Problem& problem, const DeviceSolverOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, options)}
{
}
DeviceSolver::DeviceSolver(DeviceSolver&&) noexcept = default;
DeviceSolver& DeviceSolver::operator=(DeviceSolver&&) noexcept = default;
DeviceSolver::~DeviceSolver() = default;

void DeviceSolver::solve(const double* f, double* u, cudaStream_t stream) const
{
    implementation_->solve(f, u, stream);
}

void DeviceSolver::solve(const float* f, float* u, cudaStream_t stream) const
{
    implementation_->solve(f, u, stream);
}

Solved DeviceSolver::solved(cudaStream_t stream) const
{
    return implementation_->solved(stream);
}

std::size_t DeviceSolver::workspace_bytes() const
{
    return implementation_->needs().workspace_bytes;
}

int DeviceSolver::passes() const
{
    return implementation_->needs().passes;
}

std::vector<fft::Chosen> DeviceSolver::choices() const
{
    std::vector<fft::Chosen> all = fft::choices_in(implementation_->schedule().forward);
    for (const fft::Chosen& chosen : fft::choices_in(implementation_->schedule().inverse)) {
        all.push_back(chosen);
    }
    return all;
}

std::string DeviceSolver::describe() const
{
    return std::to_string(passes()) + (passes() == 1 ? " pass: " : " passes: ") +
           poisson::describe(implementation_->schedule());
}

}  // namespace tobiuo::poisson
