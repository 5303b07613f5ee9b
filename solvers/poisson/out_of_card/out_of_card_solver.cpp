#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"

#include <stdexcept>
#include <variant>

#include "kernels/device/survey.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/ready_trips.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"

namespace tobiuo::poisson {
namespace {

Division division_of(const Problem& problem, const OutOfCardOptions& options)
{
    return divided(problem, device::device_bytes_within(options.device_bytes),
                   fft::limits_of_current_device(), fft::with_known_table({}));
}

/// Throws std::invalid_argument if the problem has no such solver, whatever the memory.
void validate_method(const Problem& problem)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (is_absent(problem, axis)) {
            throw std::invalid_argument{
                "a problem with an absent axis is solved with its arrays in host memory (only "
                "three axes are cut into planes): use the CPU"};
        }
    }
    if (!allows_recurrences(problem) || stretched_axis(problem)) {
        throw std::invalid_argument{
            "the operator does not allow recurrences along z (a solve with its arrays in host "
            "memory needs the second-order operator, equal cells and a lambda that is not "
            "positive): choose these, or use the CPU"};
    }
}

using Ready = std::variant<ReadyTrips<float>, ReadyTrips<double>>;

Ready ready_for(const Problem& problem, const OutOfCardOptions& options)
{
    validate(problem);
    validate_method(problem);
    const Division division = division_of(problem, options);
    if (problem.precision == Precision::fp32) {
        return Ready{std::in_place_type<ReadyTrips<float>>, problem, division};
    }
    return Ready{std::in_place_type<ReadyTrips<double>>, problem, division};
}

}  // namespace

class OutOfCardSolver::Implementation {
public:
    Implementation(const Problem& problem, const OutOfCardOptions& options)
        : points_{points(problem)}, ready_{ready_for(problem, options)}
    {
    }

    template <typename T>
    Solved solve_and_wait(const T* f, T* u) const
    {
        const auto* ready = std::get_if<ReadyTrips<T>>(&ready_);
        if (ready == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        validate_arrays(f, u, points_, alignof(T));
        return ready->solve_and_wait(f, u);
    }

    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit(call, ready_);
    }

private:
    std::int64_t points_;
    Ready ready_;
};

std::optional<std::string> OutOfCardSolver::unsupported_reason(const Problem& problem,
                                                               const OutOfCardOptions& options)
{
    try {
        validate_method(problem);
        static_cast<void>(division_of(problem, options));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

OutOfCardSolver::Needs OutOfCardSolver::needs(const Problem& problem,
                                              const OutOfCardOptions& options)
{
    validate(problem);
    validate_method(problem);
    const Division division = division_of(problem, options);
    const Trips trips{unknowns(problem, 2).count, division.planes, division.slots};
    const std::int64_t most = trips.chunks().back().planes;
    const SolveSchedule longest = schedule_of(problem, trips.chunks().back());
    return {
        .device_bytes = poisson::device_bytes(problem, longest, most, trips.slots()),
        .copied_bytes =
            trips.copied_planes() * plane_points(problem) * bytes_per_value(problem.precision),
        .passes = memory_passes(schedule_of(problem, trips.chunks().front()), problem.precision)};
}

OutOfCardSolver::OutOfCardSolver(const Problem& problem, const OutOfCardOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, options)}
{
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

std::string OutOfCardSolver::describe() const
{
    return implementation_->ask([](const auto& ready) { return ready.describe(); });
}

}  // namespace tobiuo::poisson
