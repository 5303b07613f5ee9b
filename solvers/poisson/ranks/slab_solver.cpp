// SPDX-License-Identifier: BSD-3-Clause
// A rank that solves slab by slab: the work of its steps, and one exchange between them.
#include <cstdint>

#include "runtime/precision.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/ranks/device_ranks.hpp"
#include "solvers/poisson/ranks/made_together.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"

namespace tobiuo::poisson {
namespace {

/// The steps of a rank with planes.
template <typename T>
RankSteps<T> steps_of(const RankRequest& wanted)
{
    const auto& [problem, ranks, rows, machine, options, takes_rows, load] = wanted;
    if (options.host_arrays) {
        return device_ranks<T>().steps_in_trips(problem, rows, options.device_bytes);
    }
    return steps_in_place<T>(problem, rows, machine, options.threads, load);
}

template <typename T>
class SlabRankSolver final : public RankSolver<T> {
public:
    explicit SlabRankSolver(const RankRequest& wanted) : rows_{wanted.rows}
    {
        if (rows_.mine >= 0) {
            const Problem mine = slice_problem(wanted.problem, rows_.planes);
            values_ = points(mine);
            walls_.emplace(wall_box_of(mine), wanted.machine);
            steps_ = steps_of<T>(wanted);
        }
    }

    void solve(const T* f, const std::optional<walls::GivenFaces<T>>& given, T* u,
               ranks::Exchange& exchange, Stream stream) const override
    {
        if (!walls_) {
            return;
        }
        const walls::GivenFaces<T> walls = own_walls(given.value_or(walls::GivenFaces<T>{}));
        steps_.begin(walls_->without_walls(f, walls, u, values_, stream), u, stream);
        exchange_alone(u, exchange, stream);
        steps_.end(u, stream);
    }

    [[nodiscard]] bool takes_load() const override { return steps_.begin_loaded != nullptr; }
    void solve_loaded(const void* data, T* u, ranks::Exchange& exchange,
                      Stream stream) const override
    {
        steps_.begin_loaded(data, u, stream);
        exchange_alone(u, exchange, stream);
        steps_.end(u, stream);
    }

    void exchange_alone(T* /*u*/, ranks::Exchange& exchange, Stream stream) const override
    {
        if (walls_) {
            exchange.exchange(steps_.messages.sends, steps_.messages.receives, stream);
        }
    }

    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        return walls_ ? steps_.removed_mean(stream) : 0.0;
    }
    [[nodiscard]] std::size_t workspace_bytes() const override { return steps_.bytes; }
    [[nodiscard]] std::int64_t copied_bytes() const override { return steps_.copied_bytes; }
    [[nodiscard]] std::string describe() const override { return steps_.description; }

private:
    /// The walls of this rank.
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

    const RankRows& rows_;
    std::int64_t values_ = 0;                  ///< of the own planes
    std::optional<WallCorrections<T>> walls_;  ///< nothing on a rank without planes
    RankSteps<T> steps_{.description = "no planes"};
};

}  // namespace

bool solves_by_slabs(const Problem& problem)
{
    return allows_recurrences(problem) && stretched_axis(problem).value_or(2) == 2;
}

std::int64_t told_bytes(const Problem& problem, Backend backend, int size)
{
    const bool in_precision_of_solve =
        solve_on(backend).has_own_memory() &&
        (!problem.grid.axes[2].stretched() || RankRows{problem, 0, size}.fit_tiles());
    return in_precision_of_solve ? bytes_per_value(problem.precision) : sizeof(double);
}

template <typename T>
std::unique_ptr<const RankSolver<T>> make_slab_solver(const RankRequest& wanted)
{
    return std::make_unique<SlabRankSolver<T>>(wanted);
}

template <typename T>
std::unique_ptr<const RankSolver<T>> make_rank_solver(const RankRequest& wanted)
{
    if (!solves_by_slabs(wanted.problem)) {
        return make_transposed_solver<T>(wanted.problem, wanted.ranks, wanted.machine,
                                         wanted.options, wanted.takes_rows);
    }
    const auto make = [&] { return make_slab_solver<T>(wanted); };
    // The GPU of one rank may have too little memory for parts.
    return wanted.options.host_arrays ? made_together(wanted.ranks, make) : make();
}

template std::unique_ptr<const RankSolver<float>> make_slab_solver(const RankRequest&);
template std::unique_ptr<const RankSolver<double>> make_slab_solver(const RankRequest&);
template std::unique_ptr<const RankSolver<float>> make_rank_solver(const RankRequest&);
template std::unique_ptr<const RankSolver<double>> make_rank_solver(const RankRequest&);

}  // namespace tobiuo::poisson
