#include "solvers/poisson/device/device_solver.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/passes_text.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/device/ready_lines.hpp"
#include "solvers/poisson/device/ready_solve.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo::poisson {
namespace {

const Problem& validated(const Problem& problem)
{
    validate(problem);
    validate_modes(problem);
    return problem;
}

/// A solve of whole arrays, with its work array.
template <typename T>
class WholeSolve {
public:
    /// `stream` is used for uploads only.
    WholeSolve(const Problem& problem, const SolveSchedule& solve, const fft::PlaceFunction& load,
               cudaStream_t stream)
        : ready_{problem, solve, stream, load},
          work_{static_cast<std::size_t>(2 * solve.forward.work_values)}
    {
        // The passes of x write rows without their padding, and those of y read whole pairs of
        // columns. The values in the padding reach no solution, but reading memory that was never
        // written is an error in compute-sanitizer.
        if (work_.size() > 0) {
            device::clear(work_, "clear the rows of a solve", stream);
        }
        device::synchronize(stream);
    }

    void enqueue(const T* f, T* u, cudaStream_t stream, const void* data = nullptr) const
    {
        ready_.enqueue(f, u, work_.data(), stream, data);
    }

    [[nodiscard]] double constant_mode(cudaStream_t stream) const
    {
        return ready_.constant_mode(stream);
    }

private:
    ReadySolve<T> ready_;
    device::DeviceBuffer<T> work_;
};

using Ready = std::variant<WholeSolve<float>, WholeSolve<double>>;

Ready made_ready(const Problem& problem, const SolveSchedule& solve, const fft::PlaceFunction& load)
{
    const device::Stream stream = device::make_stream();
    if (problem.precision == Precision::fp32) {
        return Ready{std::in_place_type<WholeSolve<float>>, problem, solve, load, stream.get()};
    }
    return Ready{std::in_place_type<WholeSolve<double>>, problem, solve, load, stream.get()};
}

/// Bytes of device memory besides f and u.
std::size_t bytes_of(const Problem& problem, const SolveSchedule& solve)
{
    const std::size_t eigenvalues = solve.inner.size() + solve.outer.size() + solve.along.size();
    std::size_t reals =
        static_cast<std::size_t>(2 * solve.forward.work_values) + 1;  // and the mean
    std::size_t doubles = 0;
    (solve.by_systems() || solve.wide_symbol ? doubles : reals) += eigenvalues;
    if (solve.tiles) {
        const tridiagonal::ColumnTiles& tiles = solve.tiles->tiles;
        reals += static_cast<std::size_t>(2 * tiles.room() + 1 + tiles.parts());
    } else if (solve.systems) {
        doubles += static_cast<std::size_t>(3 * solve.systems->rows) + array_values(solve);
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
          takes_load_{options.load.wanted() && !solve_.forward.steps.empty()},
          ready_{made_ready(problem, solve_, takes_load_ ? options.load : fft::PlaceFunction{})}
    {
    }

    template <typename T>
    void solve(const T* f, T* u, cudaStream_t stream) const
    {
        if (takes_load_) {
            throw std::logic_error{
                "a solve of an array was asked of a solver that takes f from a function: make "
                "another solver for it, without the function"};
        }
        validate_arrays(f, u, points_, alignment);
        of<T>().enqueue(f, u, stream);
    }

    template <typename T>
    void solve_loaded(const void* data, T* u, cudaStream_t stream) const
    {
        if (!takes_load_) {
            throw std::logic_error{
                "a solve with a function was asked of a solver that takes none: ask takes_load() "
                "first"};
        }
        validate_array(u, alignment, "the array of a solve");
        of<T>().enqueue(u, u, stream, data);
    }

    [[nodiscard]] bool takes_load() const { return takes_load_; }

    [[nodiscard]] Solved solved(cudaStream_t stream) const
    {
        const double constant =
            std::visit([&](const auto& ready) { return ready.constant_mode(stream); }, ready_);
        return {.removed_mean = constant / solve_.round_trip};  // the mode is a sum over the box
    }

    [[nodiscard]] const Needs& needs() const { return needs_; }
    [[nodiscard]] const SolveSchedule& schedule() const { return solve_; }

private:
    static constexpr std::size_t alignment = 16;

    template <typename T>
    [[nodiscard]] const WholeSolve<T>& of() const
    {
        const auto* ready = std::get_if<WholeSolve<T>>(&ready_);
        if (ready == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        return *ready;
    }

    SolveSchedule solve_;
    std::int64_t points_;
    Needs needs_;
    bool takes_load_;
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

bool DeviceSolver::takes_load() const
{
    return implementation_->takes_load();
}

void DeviceSolver::solve_loaded(const void* data, double* u, cudaStream_t stream) const
{
    implementation_->solve_loaded(data, u, stream);
}

void DeviceSolver::solve_loaded(const void* data, float* u, cudaStream_t stream) const
{
    implementation_->solve_loaded(data, u, stream);
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
    return choices_in(implementation_->schedule());
}

std::string DeviceSolver::describe() const
{
    return passes_text(passes()) + ": " + poisson::describe(implementation_->schedule());
}

}  // namespace tobiuo::poisson
