// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/host_side.hpp"
#include "solvers/poisson/out_of_card/ready_columns.hpp"
#include "solvers/poisson/out_of_card/ready_rounds.hpp"
#include "solvers/poisson/out_of_card/ready_trips.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"

namespace tobiuo::poisson {
namespace {

/// The problem with its last axis as z: nothing changes along an absent y, wherever it stands.
Problem with_planes(Problem problem)
{
    if (is_absent(problem, 2)) {
        std::swap(problem.grid.axes[1], problem.grid.axes[2]);
        std::swap(problem.sides[1], problem.sides[2]);
    }
    return problem;
}

/// The valid problem that is solved in place of `problem`, with the same unknowns. Throws
/// std::invalid_argument if it has too few axes.
Problem cut_problem(const Problem& problem)
{
    validate(problem);
    Problem cut = with_planes(problem);
    const bool fills_planes = !is_absent(cut, 0) || !is_absent(cut, 1);
    if (is_absent(cut, 2) || !fills_planes) {
        throw std::invalid_argument{
            "a line is not solved with its arrays in host memory (it is not cut into planes): use "
            "the CPU"};
    }
    if (!allows_trips(cut) && (is_absent(cut, 0) || is_absent(cut, 1))) {
        throw std::invalid_argument{
            "a problem of two axes is solved with its arrays in host memory only with a lambda "
            "that "
            "is not positive, and the second-order operator or a stretched last axis: choose "
            "these, or use the CPU"};
    }
    return cut;
}

Division trips_division(const Problem& problem, const OutOfCardOptions& options)
{
    return divided(problem, device::device_bytes_within(options.device_bytes),
                   fft::limits_of_current_device(), fft::with_known_table({}));
}

RoundsDivision rounds_division(const Problem& problem, const OutOfCardOptions& options)
{
    RoundsDivision division = divided_in_rounds(
        problem, whole_array(problem), device::device_bytes_within(options.device_bytes),
        fft::limits_of_current_device(), fft::with_known_table({}));
    validate_modes(problem);
    return division;
}

OutOfCardSolver::Needs needs_of_trips(const Problem& problem, const OutOfCardOptions& options)
{
    const Division division = trips_division(problem, options);
    const Trips trips{unknowns(problem, 2).count, division.planes, division.slots};
    const fft::Choices choices = fft::with_known_table({});
    const SolveSchedule longest = schedule_of(problem, trips.chunks().back(), choices);
    return {.device_bytes = poisson::device_bytes(problem, longest,
                                                  {.planes = trips.chunks().back().planes,
                                                   .slots = trips.slots(),
                                                   .kept_step = division.kept_step}),
            .copied_bytes =
                trips.copied_planes() * plane_points(problem) * bytes_per_value(problem.precision),
            .passes = trips_passes(schedule_of(problem, trips.chunks().front(), choices))};
}

OutOfCardSolver::Needs needs_of_rounds(const Problem& problem, const OutOfCardOptions& options)
{
    const RoundsDivision division = rounds_division(problem, options);
    return {.device_bytes = division.device_bytes(),
            .copied_bytes = 3 * points(problem) * bytes_per_value(problem.precision),
            .passes = rounds_passes(problem, division.rounds, fft::limits_of_current_device(),
                                    fft::with_known_table({}))};
}

template <typename T>
using Ready =
    std::variant<ReadyTrips<T, EqualColumns<T>>, ReadyTrips<T, UnequalColumns<T>>, ReadyRounds<T>>;

/// Both trips of a problem whose systems along z are `Columns`.
template <typename T, typename Columns>
std::unique_ptr<Ready<T>> ready_trips(const Problem& problem, const OutOfCardOptions& options)
{
    const Division division = trips_division(problem, options);
    return std::make_unique<Ready<T>>(std::in_place_type<ReadyTrips<T, Columns>>, problem,
                                      Trips{unknowns(problem, 2).count, division.planes,
                                            division.slots, Columns::reversed(problem)},
                                      fft::with_known_table({}), options.watch,
                                      [&](const SolveSchedule& chunk, cudaStream_t stream) {
                                          return Columns{problem, division, chunk, stream};
                                      });
}

/// A solver in the precision T, or nothing if the problem has another one.
template <typename T>
std::unique_ptr<Ready<T>> ready_for(const Problem& problem, const OutOfCardOptions& options)
{
    if (problem.precision != precision_of<T>) {
        return nullptr;
    }
    if (!allows_trips(problem)) {
        return std::make_unique<Ready<T>>(std::in_place_type<ReadyRounds<T>>, problem,
                                          rounds_division(problem, options),
                                          fft::with_known_table({}), options.watch);
    }
    return stretched_axis(problem) ? ready_trips<T, UnequalColumns<T>>(problem, options)
                                   : ready_trips<T, EqualColumns<T>>(problem, options);
}

}  // namespace

class OutOfCardSolver::Implementation {
public:
    /// `problem` is a result of cut_problem().
    Implementation(const Problem& problem, const OutOfCardOptions& options)
        : points_{points(problem)},
          has_null_space_{has_null_space(problem)},
          singles_{ready_for<float>(problem, options)},
          doubles_{ready_for<double>(problem, options)}
    {
    }

    Solved solve_and_wait(const float* f, float* u) const { return solve(singles_, f, u); }
    Solved solve_and_wait(const double* f, double* u) const { return solve(doubles_, f, u); }

    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return singles_ ? std::visit(call, *singles_) : std::visit(call, *doubles_);
    }

private:
    template <typename T>
    Solved solve(const std::unique_ptr<Ready<T>>& ready, const T* f, T* u) const
    {
        if (!ready) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        validate_arrays(f, u, points_, alignof(T));
        return std::visit(
            [&](auto& method) -> Solved {
                method.solve_and_wait(host_side_of(f, points_), host_side_of(u, points_));
                return {.removed_mean = has_null_space_ ? method.removed_mean() : 0.0};
            },
            *ready);
    }

    std::int64_t points_;
    bool has_null_space_;
    std::unique_ptr<Ready<float>> singles_;
    std::unique_ptr<Ready<double>> doubles_;
};

std::optional<std::string> OutOfCardSolver::unsupported_reason(const Problem& problem,
                                                               const OutOfCardOptions& options)
{
    try {
        static_cast<void>(needs(problem, options));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

OutOfCardSolver::Needs OutOfCardSolver::needs(const Problem& problem,
                                              const OutOfCardOptions& options)
{
    refuse_open_ends(problem, "solves in parts with arrays in host memory");
    refuse_own_rows(problem, "solves in parts with arrays in host memory");
    const Problem cut = cut_problem(problem);
    return allows_trips(cut) ? needs_of_trips(cut, options) : needs_of_rounds(cut, options);
}

OutOfCardSolver::OutOfCardSolver(const Problem& problem, const OutOfCardOptions& options)
    : implementation_{std::make_unique<Implementation>(cut_problem(problem), options)}
{
    runtime::wait_for_kernels();
}
OutOfCardSolver::OutOfCardSolver(OutOfCardSolver&&) noexcept = default;
OutOfCardSolver& OutOfCardSolver::operator=(OutOfCardSolver&&) noexcept = default;
OutOfCardSolver::~OutOfCardSolver() = default;

Solved OutOfCardSolver::solve_and_wait(const double* f, double* u) const
{
    return implementation_->solve_and_wait(f, u);
}

Solved OutOfCardSolver::solve_and_wait(const float* f, float* u) const
{
    return implementation_->solve_and_wait(f, u);
}

std::size_t OutOfCardSolver::device_bytes() const
{
    return implementation_->ask([](const auto& ready) { return ready.device_bytes(); });
}

std::int64_t OutOfCardSolver::copied_bytes() const
{
    return implementation_->ask([](const auto& ready) { return ready.copied_bytes(); });
}

int OutOfCardSolver::passes() const
{
    return implementation_->ask([](const auto& ready) { return ready.passes(); });
}

std::vector<fft::Chosen> OutOfCardSolver::choices() const
{
    return implementation_->ask([](const auto& ready) { return ready.choices(); });
}

std::string OutOfCardSolver::describe() const
{
    return implementation_->ask([](const auto& ready) { return ready.describe(); });
}

}  // namespace tobiuo::poisson
