// SPDX-License-Identifier: BSD-3-Clause
// The public solver on several ranks: checks its arguments, and exchanges messages between the
// steps of its rank.
#include <tobiuo/poisson/distributed_solver.hpp>

#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/ranks/transposition.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/threads.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/engine/in_unit.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/program/ready_step.hpp"
#include "solvers/poisson/ranks/open_rank_solver.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
using RankSolverInUnit = SolverInUnit<T, RankSolver>;
using AnySolver = std::variant<RankSolverInUnit<float>, RankSolverInUnit<double>>;

/// Throws if ranks cannot transpose the modes of the problem.
void validate_transposition(const Problem& problem, Backend backend)
{
    if (is_absent(problem, 0) && is_absent(problem, 1)) {
        throw std::invalid_argument{
            "several ranks divide a line along z only with the second-order operator and a lambda "
            "that is not positive (others need the whole line on one rank): use one rank, or "
            "method second-order"};
    }
    const bool has_two_axes = is_absent(problem, 0) || is_absent(problem, 1);
    if (has_two_axes && stretched_axis(problem).value_or(2) != 2) {
        throw std::invalid_argument{
            "of two axes another one than z is stretched (several ranks divide it, and the "
            "elimination along it needs whole lines): exchange the axis with z, or use one rank"};
    }
    static_cast<void>(mode_rows(problem, *runtime::make_machine(backend)));
}

/// The problem that is transformed: of one with several open axes that with walls in their places.
Problem transformed(const Problem& problem)
{
    return has_open_axes(problem) ? with_closed_ends(problem) : problem;
}

/// Throws if the problem is not one for ranks, or this machine lacks the back end.
void validate_for_ranks(const Problem& problem, Backend backend)
{
    validate(problem);
    if (!has_open_axes(problem)) {
        refuse_open_ends(problem, "several ranks");
    }
    refuse_own_rows(problem, "several ranks");
    refuse_opencl(backend, "solve on several ranks");
    require(backend, "solve");
    if (is_absent(problem, 2)) {
        throw std::invalid_argument{
            "several ranks divide the planes of z, and nothing changes along z: use one rank, or "
            "make z one of the axes"};
    }
    if (!solves_by_slabs(transformed(problem))) {
        validate_transposition(transformed(problem), backend);
    }
}

/// Throws if ranks that transpose the modes of the problem cannot take its arrays from host memory.
void validate_rounds(const Problem& problem)
{
    if (is_absent(problem, 0) || is_absent(problem, 1) || stretched_axis(problem) == 1) {
        throw std::invalid_argument{
            "several ranks do not solve this problem with its arrays in host memory on GPUs (they "
            "transpose it, and cut planes of three axes along an unstretched y): use the "
            "second-order operator with a lambda that is not positive, stretch another axis, start "
            "as many ranks as hold it on their GPUs, or use the CPU"};
    }
}

/// Whether arrays are in host memory and visit a GPU.
bool visit_device(Backend backend, const DistributedOptions& options)
{
    return options.host_arrays && solve_on(backend).has_own_memory();
}

const Problem& validated(const Problem& problem, Backend backend, const DistributedOptions& options)
{
    validate_for_ranks(problem, backend);
    validate_threads(options.threads, "a solve");
    validate_device_bytes(options.device_bytes, options.host_arrays);
    if (visit_device(backend, options) && !solves_by_slabs(transformed(problem))) {
        validate_rounds(transformed(problem));
    }
    if (options.chunks < 0) {
        throw std::invalid_argument{"a solve in " + std::to_string(options.chunks) +
                                    " chunks was asked for (there is at least one): give 1 or "
                                    "more, or 0 for a number that suits"};
    }
    return problem;
}

/// Makes the solver of `problem`, which is `solved` in its unit of length and wanted.problem where that
/// is transformed().
AnySolver any_solver_of(const Problem& problem, const Problem& solved, const RankRequest& wanted)
{
    const auto make = [&]<typename T>(T /*of the precision*/) {
        auto solver = make_rank_solver<T>(wanted);
        if (has_open_axes(solved)) {
            solver = make_open_rank_solver<T>(solved, wanted, std::move(solver));
        }
        return AnySolver{RankSolverInUnit<T>{.solver = std::move(solver),
                                             .unit = InUnit<T>{problem, wanted.machine}}};
    };
    return problem.precision == Precision::fp32 ? make(float{}) : make(double{});
}

}  // namespace

class DistributedSolver::Implementation {
public:
    Implementation(const Problem& problem, const Communicator& ranks,
                   const DistributedOptions& options)
        : backend_{chosen_backend(options.backend)},
          problem_{validated(problem, backend_, options)},
          walls_in_f_{options.walls_in_f},
          machine_{visit_device(backend_, options)
                       ? runtime::make_host_machine(options.threads)
                       : runtime::make_machine(backend_, options.threads)},
          rows_{transformed(problem), ranks.rank(), ranks.size()}
    {
        // Slabs that visit a GPU leave there what ranks tell each other.
        exchange_ = ranks::make_exchange(
            solves_by_slabs(transformed(problem)) ? backend_ : machine_->backend(), ranks,
            options.through_host_memory ? ranks::Transport::host_memory
                                        : ranks::Transport::automatic);
        const Problem solved = in_unit(problem, unit_of_length(problem));
        DistributedOptions placed = options;
        placed.host_arrays = visit_device(backend_, options);
        const Problem with_ends = transformed(solved);
        solver_ = any_solver_of(problem, solved,
                                {.problem = with_ends,
                                 .ranks = ranks,
                                 .rows = rows_,
                                 .machine = *machine_,
                                 .options = placed,
                                 .takes_rows = exchange_->takes_rows()});
        if (rows_.mine >= 0) {
            slice_ = slice_problem(transformed(problem), rows_.planes);
        }
    }

    /// Solves with `walls`, or on all ranks with walls at zero if that is null.
    template <typename T>
    void solve(const T* f, const Walls<T>* walls, T* u, Stream stream) const
    {
        const auto& mine = in_precision<RankSolverInUnit<T>>(solver_);
        if (walls != nullptr && walls_in_f_) {
            throw std::invalid_argument{walls_in_f_refusal};
        }
        std::optional<walls::GivenFaces<T>> given;
        if (walls != nullptr) {
            given = rows_.mine >= 0 ? given_walls(problem_, *walls) : walls::GivenFaces<T>{};
        }
        if (rows_.mine >= 0) {
            constexpr std::size_t device_alignment = 16;
            validate_arrays(f, u, points(slice_),
                            machine_->is_host() ? alignof(T) : device_alignment);
            validate_walls(slice_, given.value_or(walls::GivenFaces<T>{}), u);
        }
        const InUnit<T>& unit = mine.unit;
        if (given) {
            given = unit.walls(*given);
        }
        const std::int64_t count = rows_.mine >= 0 ? points(slice_) : 0;
        mine.solver->solve(unit.right_hand_side(f, u, count, stream), given, u, *exchange_, stream);
    }

    template <typename T>
    void exchange_alone(T* u, Stream stream) const
    {
        if (const auto* mine = std::get_if<RankSolverInUnit<T>>(&solver_)) {
            mine->solver->exchange_alone(u, *exchange_, stream);
        }
    }

    /// Returns the result of `call` for the solver.
    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit([&](const auto& mine) { return call(*mine.solver); }, solver_);
    }

    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const
    {
        return exchange_->take_use_and_wait();
    }

    [[nodiscard]] Solved solved(Stream stream) const
    {
        const double mean = std::visit(
            [&](const auto& mine) {
                return mine.unit.mean_of_f(mine.solver->removed_mean(stream));
            },
            solver_);
        exchange_->check_arrival();
        return {.removed_mean = mean};
    }

    [[nodiscard]] Planes planes() const
    {
        return {.first = rows_.planes.first, .count = rows_.planes.count};
    }
    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] std::size_t workspace_bytes() const
    {
        return ask([](const auto& solver) { return solver.workspace_bytes(); });
    }
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return ask([](const auto& solver) { return solver.copied_bytes(); });
    }
    [[nodiscard]] std::string describe() const
    {
        return ask([](const auto& solver) { return solver.describe(); }) + "; " +
               std::to_string(rows_.planes.count) + " of " + std::to_string(rows_.all_rows()) +
               " planes, joined by " + exchange_->describe();
    }

private:
    Backend backend_;
    Problem problem_;
    bool walls_in_f_;
    std::unique_ptr<const runtime::Machine> machine_;  ///< that has the arrays
    RankRows rows_;
    AnySolver solver_;
    std::unique_ptr<ranks::Exchange> exchange_;  ///< ends before the arrays of the solver
    Problem slice_;                              ///< of this rank's planes
};

std::optional<std::string> distributed_unsupported_reason(const Problem& problem, Backend backend)
{
    try {
        validate_for_ranks(problem, backend);
    } catch (const std::invalid_argument& error) {
        return error.what();
    } catch (const DeviceError& error) {
        return error.what();
    }
    return std::nullopt;
}

Planes planes_of_rank(const Problem& problem, int rank, int size)
{
    const ranks::Slice slice =
        ranks::slices_of(unknowns(problem, 2).count, size).at(static_cast<std::size_t>(rank));
    return {.first = slice.first, .count = slice.count};
}

RankMethod method_of_ranks(const Problem& problem, Backend backend, int size)
{
    return {.by_slabs = solves_by_slabs(transformed(problem)),
            .told_bytes = told_bytes(transformed(problem), backend, size),
            .chunks = fft::default_chunks(points(problem) * bytes_per_value(problem.precision),
                                          backend, size)};
}

DistributedSolver::DistributedSolver(const Problem& problem, const Communicator& ranks,
                                     const DistributedOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, ranks, options)}
{
    runtime::wait_for_kernels();
}
DistributedSolver::DistributedSolver(DistributedSolver&&) noexcept = default;
DistributedSolver& DistributedSolver::operator=(DistributedSolver&&) noexcept = default;
DistributedSolver::~DistributedSolver() = default;

Planes DistributedSolver::planes() const
{
    return implementation_->planes();
}

void DistributedSolver::solve(const double* f, double* u, Stream stream) const
{
    implementation_->solve<double>(f, nullptr, u, stream);
}

void DistributedSolver::solve(const float* f, float* u, Stream stream) const
{
    implementation_->solve<float>(f, nullptr, u, stream);
}

void DistributedSolver::solve(const double* f, const Walls<double>& walls, double* u,
                              Stream stream) const
{
    implementation_->solve(f, &walls, u, stream);
}

void DistributedSolver::solve(const float* f, const Walls<float>& walls, float* u,
                              Stream stream) const
{
    implementation_->solve(f, &walls, u, stream);
}

Solved DistributedSolver::solved(Stream stream) const
{
    return implementation_->solved(stream);
}

void DistributedSolver::exchange_alone(double* u, Stream stream) const
{
    implementation_->exchange_alone(u, stream);
}

void DistributedSolver::exchange_alone(float* u, Stream stream) const
{
    implementation_->exchange_alone(u, stream);
}

ExchangeUse DistributedSolver::take_exchange_use_and_wait() const
{
    return implementation_->take_exchange_use_and_wait();
}

const Problem& DistributedSolver::problem() const
{
    return implementation_->problem();
}

Backend DistributedSolver::backend() const
{
    return implementation_->backend();
}

std::size_t DistributedSolver::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

std::int64_t DistributedSolver::copied_bytes() const
{
    return implementation_->copied_bytes();
}

std::string DistributedSolver::describe() const
{
    return implementation_->describe();
}

}  // namespace tobiuo::poisson
