// The systems along z of one rank's planes on the CPU.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal_twin.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab_twin.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/rounding.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/joined_arrays.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// What the systems of both kinds have: a column for each mode of x and y, and threads that divide
/// them.
template <typename T>
class HostRankColumns {
public:
    HostRankColumns(const Problem& problem, const RankRows& rows,
                    const OuterTransforms<T>& transforms, int threads)
        : rows_{rows},
          threads_{threads},
          inner_{transforms.eigenvalues(0)},
          outer_{transforms.eigenvalues(1)},
          scale_{1.0 / transforms.round_trip()},
          has_null_space_{has_null_space(problem)},
          tiles_{static_cast<std::size_t>(threads * rows.planes.count * tile_columns)}
    {
        std::ranges::for_each(outer_, [&](double& value) { value += problem.lambda; });
    }

    [[nodiscard]] long long count() const { return std::ssize(inner_) * std::ssize(outer_); }

protected:
    [[nodiscard]] std::size_t tile_bytes() const { return tiles_.size() * sizeof(T); }

    /// Calls work(range) on each thread for its part of the columns.
    template <typename Work>
    void for_columns(const Work& work) const
    {
        for_parts([&](long long /*part*/, const tridiagonal::ColumnRange& range) { work(range); });
    }

    /// Calls work(range, rows) on each thread for its part of the columns, some neighbours at a
    /// time, whose rows it changes. They lie close together there, because rows of the slab are so
    /// far apart that columns would take turns in few lines of a cache.
    template <typename Work>
    void for_tiles(const tridiagonal::Slab<T>& slab, const Work& work) const
    {
        for_parts([&](long long part, const tridiagonal::ColumnRange& mine) {
            T* const tile = tiles_.data() + part * slab.rows * tile_columns;
            for (long long first = mine.first; first < mine.end; first += tile_columns) {
                const tridiagonal::ColumnRange range{
                    .first = first, .end = std::min(first + tile_columns, mine.end)};
                const long long columns = range.end - first;
                for (long long k = 0; k < slab.rows; ++k) {
                    std::copy_n(slab.data + first + k * slab.step, columns,
                                tile + k * tile_columns);
                }
                work(range, tridiagonal::Slab<T>{.data = tile - first,  // column `first` is at tile
                                                 .step = tile_columns,
                                                 .rows = slab.rows,
                                                 .first_row = slab.first_row});
                for (long long k = 0; k < slab.rows; ++k) {
                    std::copy_n(tile + k * tile_columns, columns,
                                slab.data + first + k * slab.step);
                }
            }
        });
    }

    const RankRows& rows_;
    int threads_;
    std::vector<double> inner_;
    std::vector<double> outer_;  ///< eigenvalues of y, with lambda
    double scale_;
    bool has_null_space_;

private:
    static constexpr long long tile_columns = 16;

    /// Calls work(part, range) on each thread.
    template <typename Work>
    void for_parts(const Work& work) const
    {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (long long part = 0; part < threads_; ++part) {
            const long long parts = threads_;
            work(part, tridiagonal::ColumnRange{.first = begin_of_part(part, parts, count()),
                                                .end = begin_of_part(part + 1, parts, count())});
        }
    }

    mutable memory::HostArray<T> tiles_;  ///< one for each thread
};

/// A slab of a z of equal cells: tridiagonal::SlabColumn.
template <typename T>
class EqualHostSlab : public HostRankColumns<T> {
public:
    EqualHostSlab(const Problem& problem, const RankRows& rows,
                  const OuterTransforms<T>& transforms, int threads)
        : HostRankColumns<T>{problem, rows, transforms, threads},
          edges_{row_order_of(problem, 2).edges},
          diffusion_{1.0 / (problem.grid.axes[2].spacing() * problem.grid.axes[2].spacing())},
          zero_mode_{zero_mode_of(this->inner_, this->outer_)},
          arrays_{rows, this->count(), edges_, zero_mode_ >= 0},
          doubles_{arrays_.doubles()},
          messages_{arrays_.messages(doubles_.data())}
    {
        std::ranges::fill(doubles_.span(), 0.0);
    }

    static constexpr std::string_view name = "recurrences along z";

    void rise(T* u) const
    {
        this->for_tiles(slab(u), [&](const auto& range, const tridiagonal::Slab<T>& rows) {
            tridiagonal::rise_on_host(edges_.first, edges_.last, systems(), own(), rows, range);
        });
    }

    [[nodiscard]] const Messages& messages() const { return messages_; }

    /// After the exchange of messages.
    void join_and_fall(T* u) const
    {
        if (zero_mode_ >= 0) {
            tridiagonal::SlabSystems whole = systems();
            whole.rows = this->rows_.all_rows();
            tridiagonal::integrate_line_on_host(tridiagonal::zero_line(
                edges_.first, edges_.last, whole,
                arrays_.whole_equal_sums(doubles_.data(), this->has_null_space_)));
        }
        const tridiagonal::JoinedSlabs joined =
            arrays_.joined(doubles_.data(), this->rows_.rows.data());
        this->for_tiles(slab(u), [&](const auto& range, const tridiagonal::Slab<T>& rows) {
            tridiagonal::join_on_host(edges_.first, edges_.last, systems(), own(), joined, range);
            tridiagonal::fall_on_host(edges_.first, edges_.last, systems(), own(), rows, range);
        });
    }

    /// What the last solve has removed from the zero mode, times the round trip of transforms.
    [[nodiscard]] double removed() const
    {
        return this->has_null_space_ ? *arrays_.constant(doubles_.data()) : 0.0;
    }

    [[nodiscard]] std::size_t bytes() const
    {
        return doubles_.size() * sizeof(double) + this->tile_bytes();
    }

private:
    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = this->inner_.data(),
                .inner_count = std::ssize(this->inner_),
                .outer = this->outer_.data(),
                .diffusion = diffusion_,
                .scale = this->scale_,
                .columns = this->count(),
                .rows = this->rows_.planes.count,
                .zero_mode = zero_mode_};
    }
    [[nodiscard]] tridiagonal::SlabSums own() const { return arrays_.own(doubles_.data()); }
    [[nodiscard]] tridiagonal::Slab<T> slab(T* u) const
    {
        return tridiagonal::slab_of(u, this->count(), this->rows_.planes.count, 0LL,
                                    this->rows_.reversed);
    }

    Edges edges_;
    double diffusion_;
    long long zero_mode_;
    JoinedArrays<double> arrays_;
    mutable memory::HostArray<double> doubles_;
    Messages messages_;
};

/// A slab of a stretched z: tridiagonal::JoinedUnequalColumn.
template <typename T>
class UnequalHostSlab : public HostRankColumns<T> {
public:
    UnequalHostSlab(const Problem& problem, const RankRows& rows,
                    const OuterTransforms<T>& transforms, int threads)
        : HostRankColumns<T>{problem, rows, transforms, threads},
          points_{three_point(problem, 2)},
          zero_mode_{this->has_null_space_ ? zero_mode_of(this->inner_, this->outer_) : -1},
          layout_{rows.passage_layout(this->count())},
          passages_{static_cast<std::size_t>(layout_.doubles())},
          arrays_{rows, this->count(), zero_mode_ >= 0},
          doubles_{arrays_.doubles()},
          heights_(this->has_null_space_ ? points_.width.size() : 0),
          messages_{arrays_.messages(doubles_.data())}
    {
        std::ranges::fill(doubles_.span(), 0.0);
        this->for_columns([&](const tridiagonal::ColumnRange& range) {
            tridiagonal::prepare_on_host(systems(), passages(), joined(), range);
        });
    }

    static constexpr std::string_view name = "elimination along z";

    void rise(T* u) const
    {
        this->for_tiles(slab(u), [&](const auto& range, const tridiagonal::Slab<T>& rows) {
            tridiagonal::rise_on_host<T>(systems(), passages(), own(), {.rows = rows}, range);
        });
    }

    [[nodiscard]] const Messages& messages() const { return messages_; }

    /// After the exchange of messages.
    void join_and_fall(T* u) const
    {
        tridiagonal::turn_on_host(systems(),
                                  arrays_.whole_unequal_sums(doubles_.data(), heights_.data()));
        this->for_tiles(slab(u), [&](const auto& range, const tridiagonal::Slab<T>& rows) {
            tridiagonal::join_on_host(systems(), passages(), own(), joined(), range);
            tridiagonal::fall_on_host<T>(systems(), passages(), own(), {.rows = rows}, range);
        });
    }

    /// What the last solve has removed from the zero mode, times the round trip of transforms.
    [[nodiscard]] double removed() const { return *arrays_.constant(doubles_.data()); }

    [[nodiscard]] std::size_t bytes() const
    {
        return (doubles_.size() + passages_.size() + heights_.size()) * sizeof(double) +
               this->tile_bytes();
    }

private:
    [[nodiscard]] tridiagonal::UnequalSlabSystems systems() const
    {
        return {.rows = rows_of(points_),
                .inner = this->inner_.data(),
                .inner_count = std::ssize(this->inner_),
                .outer = this->outer_.data(),
                .scale = this->scale_,
                .columns = this->count(),
                .zero_mode = zero_mode_,
                .kept_step = tridiagonal::joined_kept_step};
    }
    [[nodiscard]] tridiagonal::UnequalPassages passages() const
    {
        return layout_.passages(passages_.data());
    }
    [[nodiscard]] tridiagonal::JoinedSlabs joined() const
    {
        return arrays_.joined(doubles_.data(), this->rows_.rows.data());
    }
    [[nodiscard]] tridiagonal::SlabSums own() const { return arrays_.own(doubles_.data()); }
    [[nodiscard]] tridiagonal::Slab<T> slab(T* u) const
    {
        const RankRows& rows = this->rows_;
        return tridiagonal::slab_of(u, this->count(), rows.planes.count, rows.planes.first, false);
    }

    ThreePoint points_;
    long long zero_mode_;
    tridiagonal::PassageLayout layout_;
    mutable memory::HostArray<double> passages_;
    JoinedArrays<double> arrays_;
    mutable memory::HostArray<double> doubles_;
    mutable std::vector<double> heights_;
    Messages messages_;
};

}  // namespace tobiuo::poisson
