// The public solver on several ranks: checks its arguments, and exchanges messages between the
// steps of its rank.
#include <tobiuo/poisson/distributed_solver.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/device/backend.hpp"
#include "kernels/ranks/exchange.hpp"
#include "kernels/ranks/slice.hpp"
#include "kernels/threads.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
using StepsPointer = std::unique_ptr<const RankSteps<T>>;
using AnySteps = std::variant<StepsPointer<float>, StepsPointer<double>>;

/// Throws if the problem is not one for slabs of z, or this machine lacks the back end.
void validate_for_ranks(const Problem& problem, Backend backend)
{
    validate(problem);
    require(backend, "solve");
    if (is_absent(problem, 2)) {
        throw std::invalid_argument{
            "several ranks divide the planes of z, and nothing changes along z: use one rank, or "
            "make z one of the axes"};
    }
    if (!allows_recurrences(problem)) {
        throw std::invalid_argument{
            "several ranks solve with the second-order operator and a lambda that is not positive "
            "(others need whole lines of z on each rank): use one rank, or method second-order"};
    }
    if (stretched_axis(problem).value_or(2) != 2) {
        throw std::invalid_argument{
            "another axis than z is stretched (several ranks transform x and y, and transforms "
            "need equal cells): exchange the axis with z, or use one rank"};
    }
}

const Problem& validated(const Problem& problem, Backend backend, const DistributedOptions& options)
{
    validate_for_ranks(problem, backend);
    validate_threads(options.threads, "a solve");
    validate_modes(problem);
    return problem;
}

template <typename T>
AnySteps steps_of(const Problem& problem, Backend backend, const RankRows& rows,
                  const DistributedOptions& options)
{
    if (rows.mine < 0) {
        return AnySteps{StepsPointer<T>{}};
    }
    if (backend == Backend::cuda) {
        return AnySteps{make_device_steps<T>(problem, rows)};
    }
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    const std::int64_t plane = points(problem) / rows.all_rows();
    const int threads =
        options.threads > 0 ? options.threads : threads_for(plane * rows.planes.count, nanoseconds);
    return AnySteps{make_host_steps<T>(problem, rows, threads)};
}

AnySteps any_steps_of(const Problem& problem, Backend backend, const RankRows& rows,
                      const DistributedOptions& options)
{
    return problem.precision == Precision::fp32 ? steps_of<float>(problem, backend, rows, options)
                                                : steps_of<double>(problem, backend, rows, options);
}

}  // namespace

class DistributedSolver::Implementation {
public:
    Implementation(const Problem& problem, const Communicator& ranks,
                   const DistributedOptions& options)
        : backend_{options.backend ? *options.backend : default_backend()},
          problem_{validated(problem, backend_, options)},
          rows_{problem, ranks.rank(), ranks.size()},
          steps_{any_steps_of(problem, backend_, rows_, options)},
          exchange_{ranks::make_exchange(backend_, ranks,
                                         options.through_host_memory ? ranks::Transport::host_memory
                                                                     : ranks::Transport::automatic)}
    {
        if (rows_.mine >= 0) {
            slice_ = slice_problem(problem, rows_.planes);
        }
    }

    template <typename T>
    void solve(const T* f, const Walls<T>& walls, T* u, Stream stream) const
    {
        const auto* steps = std::get_if<StepsPointer<T>>(&steps_);
        if (steps == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        if (*steps == nullptr) {
            return;
        }
        constexpr std::size_t device_alignment = 16;
        validate_arrays(f, u, points(slice_),
                        backend_ == Backend::cuda ? device_alignment : alignof(T));
        const walls::GivenFaces<T> given = own_walls(given_walls(problem_, walls));
        validate_walls(slice_, given, u);
        (*steps)->begin((*steps)->without_walls(f, given, u, stream), u, stream);
        const Messages& messages = (*steps)->messages();
        exchange_->exchange(messages.sends, messages.receives, stream);
        (*steps)->end(u, stream);
    }

    [[nodiscard]] Solved solved(Stream stream) const
    {
        return std::visit(
            [&](const auto& steps) {
                return steps ? Solved{.removed_mean = steps->removed_mean(stream)} : Solved{};
            },
            steps_);
    }

    [[nodiscard]] Planes planes() const
    {
        return {.first = rows_.planes.first, .count = rows_.planes.count};
    }
    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] std::size_t workspace_bytes() const
    {
        return std::visit(
            [](const auto& steps) { return steps ? steps->workspace_bytes() : std::size_t{0}; },
            steps_);
    }
    [[nodiscard]] std::string describe() const
    {
        const std::string steps = std::visit(
            [](const auto& any) { return any ? any->describe() : std::string{"no planes"}; },
            steps_);
        return steps + "; " + std::to_string(rows_.planes.count) + " of " +
               std::to_string(rows_.all_rows()) + " planes, joined by " + exchange_->describe();
    }

private:
    /// The walls of this rank.
    template <typename T>
    [[nodiscard]] walls::GivenFaces<T> own_walls(walls::GivenFaces<T> given) const
    {
        constexpr int lower_z = 4;
        if (rows_.planes.first > 0) {
            given.of[lower_z] = {};
        }
        if (rows_.planes.end() < rows_.all_rows()) {
            given.of[lower_z + 1] = {};
        }
        return given;
    }

    Backend backend_;
    Problem problem_;
    RankRows rows_;
    AnySteps steps_;
    std::unique_ptr<ranks::Exchange> exchange_;
    Problem slice_;  ///< of this rank's planes
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

DistributedSolver::DistributedSolver(const Problem& problem, const Communicator& ranks,
                                     const DistributedOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, ranks, options)}
{
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
    implementation_->solve(f, Walls<double>{}, u, stream);
}

void DistributedSolver::solve(const float* f, float* u, Stream stream) const
{
    implementation_->solve(f, Walls<float>{}, u, stream);
}

void DistributedSolver::solve(const double* f, const Walls<double>& walls, double* u,
                              Stream stream) const
{
    implementation_->solve(f, walls, u, stream);
}

void DistributedSolver::solve(const float* f, const Walls<float>& walls, float* u,
                              Stream stream) const
{
    implementation_->solve(f, walls, u, stream);
}

Solved DistributedSolver::solved(Stream stream) const
{
    return implementation_->solved(stream);
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

std::string DistributedSolver::describe() const
{
    return implementation_->describe();
}

}  // namespace tobiuo::poisson
