// A rank that solves slab by slab: the work of its steps, and one exchange between them.
#include <cstdint>

#include "runtime/precision.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class SlabRankSolver final : public RankSolver<T> {
public:
    /// `steps` are null on a rank without planes.
    SlabRankSolver(const RankRows& rows, std::unique_ptr<const RankSteps<T>> steps)
        : rows_{rows}, steps_{std::move(steps)}
    {
    }

    void solve(const T* f, const std::optional<walls::GivenFaces<T>>& given, T* u,
               ranks::Exchange& exchange, Stream stream) const override
    {
        if (!steps_) {
            return;
        }
        const walls::GivenFaces<T> walls = own_walls(given.value_or(walls::GivenFaces<T>{}));
        steps_->begin(steps_->without_walls(f, walls, u, stream), u, stream);
        exchange_alone(u, exchange, stream);
        steps_->end(u, stream);
    }

    void exchange_alone(T* /*u*/, ranks::Exchange& exchange, Stream stream) const override
    {
        if (steps_) {
            const Messages& messages = steps_->messages();
            exchange.exchange(messages.sends, messages.receives, stream);
        }
    }

    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        return steps_ ? steps_->removed_mean(stream) : 0.0;
    }
    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return steps_ ? steps_->workspace_bytes() : 0;
    }
    [[nodiscard]] std::int64_t copied_bytes() const override
    {
        return steps_ ? steps_->copied_bytes() : 0;
    }
    [[nodiscard]] std::string describe() const override
    {
        return steps_ ? steps_->describe() : "no planes";
    }

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
    std::unique_ptr<const RankSteps<T>> steps_;
};

template <typename T>
std::unique_ptr<const RankSteps<T>> steps_of(const Problem& problem, const RankRows& rows,
                                             const runtime::Machine& machine,
                                             const DistributedOptions& options)
{
    if (rows.mine < 0) {
        return nullptr;
    }
    if (options.host_arrays) {
        return make_trip_steps<T>(problem, rows, options.device_bytes);
    }
    if (!machine.is_host()) {
        return make_device_steps<T>(problem, rows);
    }
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    const std::int64_t plane = points(problem) / rows.all_rows();
    const int threads =
        options.threads > 0 ? options.threads : threads_for(plane * rows.planes.count, nanoseconds);
    return make_host_steps<T>(problem, rows, threads);
}

}  // namespace

bool solves_by_slabs(const Problem& problem)
{
    return allows_recurrences(problem) && stretched_axis(problem).value_or(2) == 2;
}

std::int64_t told_bytes(const Problem& problem, Backend backend)
{
    const bool in_precision_of_solve =
        backend == Backend::cuda && !problem.grid.axes[2].stretched();
    return in_precision_of_solve ? bytes_per_value(problem.precision) : sizeof(double);
}

template <typename T>
std::unique_ptr<const RankSolver<T>> make_slab_solver(const Problem& problem, const RankRows& rows,
                                                      const runtime::Machine& machine,
                                                      const DistributedOptions& options)
{
    return std::make_unique<SlabRankSolver<T>>(rows, steps_of<T>(problem, rows, machine, options));
}

template std::unique_ptr<const RankSolver<float>> make_slab_solver(const Problem&, const RankRows&,
                                                                   const runtime::Machine&,
                                                                   const DistributedOptions&);
template std::unique_ptr<const RankSolver<double>> make_slab_solver(const Problem&, const RankRows&,
                                                                    const runtime::Machine&,
                                                                    const DistributedOptions&);

}  // namespace tobiuo::poisson
