// The steps of a rank on the CPU.
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/host_array.hpp"
#include "kernels/precision.hpp"
#include "kernels/rounding.hpp"
#include "kernels/threads.hpp"
#include "kernels/tridiagonal/slab_twin.hpp"
#include "kernels/walls/host_walls.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {
namespace {

/// Slabs of equal rows.
template <typename T>
class HostRankSteps final : public RankSteps<T> {
public:
    HostRankSteps(const Problem& problem, const RankRows& rows, int threads)
        : rows_{rows},
          threads_{threads},
          edges_{row_order_of(problem, 2).edges},
          has_null_space_{has_null_space(problem)},
          walls_{wall_box_of(slice_problem(problem, rows.planes))},
          transforms_{slice_problem(problem, rows.planes), 2, fft::Effort::estimate, threads},
          outer_{transforms_.eigenvalues(1)},
          diffusion_{1.0 / (problem.grid.axes[2].spacing() * problem.grid.axes[2].spacing())},
          arrays_{rows, columns(), edges_.first, edges_.last, true},
          doubles_{arrays_.doubles()}
    {
        std::ranges::for_each(outer_, [&](double& value) { value += problem.lambda; });
        std::ranges::fill(doubles_.span(), 0.0);
        zero_mode_ = zero_mode_of(transforms_.eigenvalues(0), outer_);
        arrays_ = {rows, columns(), edges_.first, edges_.last, zero_mode_ >= 0};
        messages_ = arrays_.messages(doubles_.data());
    }

    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                         Stream /*stream*/) const override
    {
        const walls::Box box = walls::only_changing(walls_.on_host(), given);
        if (box.points == 0) {
            return f;
        }
        if (f != u) {
            std::copy_n(f, columns() * rows_.planes.count, u);
        }
        walls::correct_on_host<T, T>(
            {.box = box, .given = given, .f = u},
            std::min(threads_, threads_for(box.points, walls::nanoseconds)));
        return u;
    }

    void begin(const T* f, T* u, Stream /*stream*/) const override
    {
        transforms_.forward(f, u);
        for_columns([&](const tridiagonal::ColumnRange& range) {
            tridiagonal::rise_on_host(edges_.first, edges_.last, systems(), own(), slab(u), range);
        });
    }

    [[nodiscard]] const Messages& messages() const override { return messages_; }

    void end(T* u, Stream /*stream*/) const override
    {
        const tridiagonal::JoinedSlabs joined = arrays_.joined(doubles_.data(), rows_.rows.data());
        if (zero_mode_ >= 0) {
            tridiagonal::SlabSystems whole = systems();
            whole.rows = rows_.all_rows();
            tridiagonal::integrate_line_on_host(
                tridiagonal::zero_line(edges_.first, edges_.last, whole,
                                       arrays_.whole_line(doubles_.data(), has_null_space_)));
        }
        for_columns([&](const tridiagonal::ColumnRange& range) {
            tridiagonal::join_on_host(edges_.first, edges_.last, systems(), own(), joined, range);
            tridiagonal::fall_on_host(edges_.first, edges_.last, systems(), own(), slab(u), range);
        });
        transforms_.inverse(u);
    }

    [[nodiscard]] double removed_mean(Stream /*stream*/) const override
    {
        return has_null_space_ ? *arrays_.constant(doubles_.data()) / transforms_.round_trip()
                               : 0.0;
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return doubles_.size() * sizeof(double) +
               static_cast<std::size_t>(transforms_.workspace_values()) * sizeof(T);
    }

    [[nodiscard]] std::string describe() const override
    {
        return "transforms along x and y, recurrences along z, " + threads_text(threads_);
    }

private:
    [[nodiscard]] long long columns() const
    {
        return std::ssize(transforms_.eigenvalues(0)) * std::ssize(outer_);
    }

    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = transforms_.eigenvalues(0).data(),
                .inner_count = std::ssize(transforms_.eigenvalues(0)),
                .outer = outer_.data(),
                .diffusion = diffusion_,
                .scale = 1.0 / transforms_.round_trip(),
                .columns = columns(),
                .rows = rows_.planes.count,
                .zero_mode = zero_mode_};
    }
    [[nodiscard]] tridiagonal::SlabSums own() const { return arrays_.own(doubles_.data()); }
    [[nodiscard]] tridiagonal::Slab<T> slab(T* u) const
    {
        return tridiagonal::slab_of(u, columns(), rows_.planes.count, 0LL, rows_.reversed);
    }

    /// Calls work(range) on each thread for its part of the columns.
    template <typename Work>
    void for_columns(const Work& work) const
    {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (long long part = 0; part < threads_; ++part) {
            const long long parts = threads_;
            work(tridiagonal::ColumnRange{.first = begin_of_part(part, parts, columns()),
                                          .end = begin_of_part(part + 1, parts, columns())});
        }
    }

    const RankRows& rows_;
    int threads_;
    Edges edges_;
    bool has_null_space_;
    WallBox walls_;
    OuterTransforms<T> transforms_;
    std::vector<double> outer_;  ///< eigenvalues of y, with lambda
    double diffusion_;
    long long zero_mode_ = -1;
    JoinedArrays arrays_;
    mutable memory::HostArray<double> doubles_;
    Messages messages_;
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSteps<T>> make_host_steps(const Problem& problem, const RankRows& rows,
                                                    int threads)
{
    return std::make_unique<HostRankSteps<T>>(problem, rows, threads);
}

template std::unique_ptr<const RankSteps<float>> make_host_steps(const Problem&, const RankRows&,
                                                                 int);
template std::unique_ptr<const RankSteps<double>> make_host_steps(const Problem&, const RankRows&,
                                                                  int);

}  // namespace tobiuo::poisson
