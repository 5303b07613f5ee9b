// The steps of a rank on the CPU.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/ranks/host_rank_slab.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"

namespace tobiuo::poisson {
namespace {

/// SlabOf<T>: EqualHostSlab or UnequalHostSlab.
template <typename T, template <typename> typename SlabOf>
class HostRankSteps final : public RankSteps<T> {
public:
    HostRankSteps(const Problem& problem, const RankRows& rows, int threads)
        : threads_{threads},
          values_{points(slice_problem(problem, rows.planes))},
          machine_{runtime::make_host_machine(threads)},
          walls_{wall_box_of(slice_problem(problem, rows.planes)), *machine_},
          transforms_{slice_problem(problem, rows.planes), 2, fft::Effort::estimate, threads},
          slab_{problem, rows, transforms_, threads}
    {
    }

    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                         Stream /*stream*/) const override
    {
        return walls_.without_walls(f, given, u, values_, nullptr);
    }

    void begin(const T* f, T* u, Stream /*stream*/) const override
    {
        transforms_.forward(f, u);
        slab_.rise(u);
    }

    [[nodiscard]] const Messages& messages() const override { return slab_.messages(); }

    void end(T* u, Stream /*stream*/) const override
    {
        slab_.join_and_fall(u);
        transforms_.inverse(u);
    }

    [[nodiscard]] double removed_mean(Stream /*stream*/) const override
    {
        return slab_.removed() / transforms_.round_trip();
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return slab_.bytes() + static_cast<std::size_t>(transforms_.workspace_bytes());
    }

    [[nodiscard]] std::string describe() const override
    {
        return "transforms along x and y, " + std::string{SlabOf<T>::name} + ", " +
               threads_text(threads_);
    }

private:
    int threads_;
    std::int64_t values_;  ///< of the own planes
    std::unique_ptr<const runtime::Machine> machine_;
    WallCorrections<T> walls_;
    OuterTransforms<T> transforms_;
    SlabOf<T> slab_;
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSteps<T>> make_host_steps(const Problem& problem, const RankRows& rows,
                                                    int threads)
{
    if (problem.grid.axes[2].stretched()) {
        return std::make_unique<HostRankSteps<T, UnequalHostSlab>>(problem, rows, threads);
    }
    return std::make_unique<HostRankSteps<T, EqualHostSlab>>(problem, rows, threads);
}

template std::unique_ptr<const RankSteps<float>> make_host_steps(const Problem&, const RankRows&,
                                                                 int);
template std::unique_ptr<const RankSteps<double>> make_host_steps(const Problem&, const RankRows&,
                                                                  int);

}  // namespace tobiuo::poisson
