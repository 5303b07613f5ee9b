#include "solvers/poisson/opencl/opencl_solver.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/known_table.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "kernels/passes_text.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/opencl/opencl_systems.hpp"

namespace tobiuo::poisson {
namespace {

using opencl::Buffer;
using opencl::Context;

const Problem& checked(const Problem& problem)
{
    validate(problem);
    validate_modes(problem);
    return problem;
}

/// Throws std::invalid_argument for what the passes of transforms cannot do.
void validate_transforms(const Problem& problem)
{
    int present = 0;
    int last = 0;
    for (int axis = 0; axis < 3; ++axis) {
        present += is_absent(problem, axis) ? 0 : 1;
        last = is_absent(problem, axis) ? last : axis;
    }
    if (present == 1 && !stretched_axis(problem) &&
        solved_axis(problem, last).pairs.is_type_one()) {
        throw std::invalid_argument{
            "a single line of nodes between two equal walls is not solved by OpenCL (its DCT-I or "
            "DST-I adds up differences, and errors of rounding with them): use the CPU"};
    }
}

SolveSchedule schedule_of(const Problem& problem, const opencl::DeviceInfo& device,
                          const OpenclSolverOptions& options = {})
{
    require_precision(device, problem.precision);
    validate_transforms(problem);
    SolveSchedule solve =
        make_solve_schedule(problem, options.limits.value_or(opencl::limits_of(device)),
                            opencl::choices_for(device, options.table), LastAxis::transforms);
    require_buffer(device, std::max(points(problem) * bytes_per_value(problem.precision),
                                    solve.forward.work_values * complex_bytes(problem.precision)));
    if (!device.has_fp64 && (solve.systems || solve.wide_symbol)) {
        throw std::invalid_argument{
            "the OpenCL device " + device.name +
            " does not compute in double precision (a stretched axis or a positive lambda needs "
            "it): choose another device by " +
            opencl::device_variable + ", or the CPU"};
    }
    return solve;
}

/// Zeros, so that no value in the padding between rows of a work array is read before it is
/// written.
Buffer cleared(std::int64_t bytes, const Context& where)
{
    if (bytes == 0) {
        return {};
    }
    Buffer buffer{bytes, where};
    clear(buffer, where.queue());
    return buffer;
}

/// Eigenvalues in double if `wide`, else in the precision of the data.
Buffer uploaded(const std::vector<double>& values, bool wide, const Context& where)
{
    if (wide) {
        return opencl::uploaded<double>(values, where);
    }
    return opencl::uploaded<float>(std::vector<float>(values.begin(), values.end()), where);
}

/// Whether eigenvalues are in double precision.
bool is_wide(const SolveSchedule& solve, Precision precision)
{
    return precision == Precision::fp64 || solve.by_systems() || solve.wide_symbol;
}

OpenclSolver::Needs needs_of(const Problem& problem, const SolveSchedule& solve)
{
    const auto real = static_cast<std::size_t>(bytes_per_value(problem.precision));
    const std::size_t eigenvalues = solve.inner.size() + solve.outer.size() + solve.along.size();
    std::size_t bytes = eigenvalues * (is_wide(solve, problem.precision) ? sizeof(double) : real) +
                        static_cast<std::size_t>(2 * solve.forward.work_values + 1) * real;
    if (solve.systems) {
        bytes += (static_cast<std::size_t>(3 * solve.systems->rows) + array_values(solve)) *
                 sizeof(double);
    }
    return {.workspace_bytes = bytes, .passes = memory_passes(solve, problem.precision)};
}

}  // namespace

class OpenclSolver::Implementation {
public:
    Implementation(const Problem& problem, const OpenclSolverOptions& options, const Context& where)
        : where_{where},
          precision_{checked(problem).precision},
          has_null_space_{has_null_space(problem)},
          array_bytes_{points(problem) * bytes_per_value(precision_)},
          solve_{schedule_of(problem, where.device(), options)},
          needs_{needs_of(problem, solve_)},
          inner_{uploaded(solve_.inner, is_wide(solve_, precision_), where)},
          outer_{uploaded(solve_.outer, is_wide(solve_, precision_), where)},
          along_{uploaded(solve_.along, is_wide(solve_, precision_), where)},
          constant_{cleared(bytes_per_value(precision_), where)},
          work_{cleared(solve_.forward.work_values * complex_bytes(precision_), where)},
          forward_{solve_.forward, precision_, symbol(), where},
          inverse_{solve_.inverse, precision_, {}, where}
    {
        if (solve_.systems) {
            systems_.emplace(problem, solve_, where);
        }
        opencl::finish(where.queue());  // solves may be on other queues
    }

    void solve(cl_mem f, cl_mem u, cl_command_queue queue) const
    {
        if (f == nullptr || u == nullptr) {
            throw std::invalid_argument{
                "a buffer of a solve is null: give memory for all unknowns"};
        }
        cl_command_queue used = of(queue);
        const opencl::PassArrays arrays{.in = f, .out = u, .work = work_.get()};
        forward_.enqueue(arrays, used);
        if (systems_) {
            if (solve_.forward.steps.empty() && f != u) {
                opencl::copy(u, 0, f, 0, array_bytes_, used);
            }
            systems_->enqueue(work_.get() != nullptr ? work_.get() : u, inner_.get(), outer_.get(),
                              symbol().constant, used);
        }
        inverse_.enqueue(arrays, used);
    }

    [[nodiscard]] Solved solved(cl_command_queue queue) const
    {
        const double constant = precision_ == Precision::fp32 ? constant_mode<float>(queue)
                                                              : constant_mode<double>(queue);
        return {.removed_mean = constant / solve_.round_trip};  // the mode is a sum over the box
    }

    [[nodiscard]] const Needs& needs() const { return needs_; }
    [[nodiscard]] const SolveSchedule& schedule() const { return solve_; }

private:
    [[nodiscard]] opencl::SymbolArrays symbol() const
    {
        return {.inner = inner_.get(),
                .outer = outer_.get(),
                .along = along_.get(),
                .constant = has_null_space_ ? constant_.get() : nullptr};
    }
    [[nodiscard]] cl_command_queue of(cl_command_queue queue) const
    {
        return queue != nullptr ? queue : where_.queue();
    }
    template <typename T>
    [[nodiscard]] double constant_mode(cl_command_queue queue) const
    {
        T value{};
        opencl::read_and_wait<T>(std::span{&value, 1}, constant_, of(queue));
        return static_cast<double>(value);
    }

    const Context& where_;
    Precision precision_;
    bool has_null_space_;
    std::int64_t array_bytes_;
    SolveSchedule solve_;
    Needs needs_;
    Buffer inner_;
    Buffer outer_;
    Buffer along_;
    Buffer constant_;
    Buffer work_;
    opencl::Passes forward_;
    opencl::Passes inverse_;
    std::optional<OpenclSystems> systems_;
};

OpenclSolver::Needs OpenclSolver::needs(const Problem& problem, const Context& where)
{
    return needs_of(problem, schedule_of(problem, where.device()));
}

std::optional<std::string> OpenclSolver::unsupported_reason(const Problem& problem,
                                                            const Context& where)
{
    try {
        static_cast<void>(schedule_of(problem, where.device()));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

OpenclSolver::OpenclSolver(const Problem& problem, const OpenclSolverOptions& options,
                           const Context& where)
    : implementation_{std::make_unique<const Implementation>(problem, options, where)}
{
}
OpenclSolver::OpenclSolver(OpenclSolver&&) noexcept = default;
OpenclSolver& OpenclSolver::operator=(OpenclSolver&&) noexcept = default;
OpenclSolver::~OpenclSolver() = default;

void OpenclSolver::solve(cl_mem f, cl_mem u, cl_command_queue queue) const
{
    implementation_->solve(f, u, queue);
}

Solved OpenclSolver::solved(cl_command_queue queue) const
{
    return implementation_->solved(queue);
}

std::size_t OpenclSolver::workspace_bytes() const
{
    return implementation_->needs().workspace_bytes;
}

int OpenclSolver::passes() const
{
    return implementation_->needs().passes;
}

std::vector<fft::Chosen> OpenclSolver::choices() const
{
    return choices_in(implementation_->schedule());
}

std::string OpenclSolver::describe() const
{
    return passes_text(passes()) + ": " + poisson::describe(implementation_->schedule());
}

}  // namespace tobiuo::poisson
