// SPDX-License-Identifier: BSD-3-Clause
// What solves the systems along z of a rank's planes on the host: its threads divide the columns.
#pragma once

#include <algorithm>
#include <cstddef>

#include <tobiuo/stream.hpp>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal_twin.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/rounding.hpp"
#include "solvers/poisson/ranks/rank_slab.hpp"

namespace tobiuo::poisson {

/// Columns of a slab in the hands of threads, some neighbours at a time, which lie close together
/// there: rows of the slab are so far apart that columns would take turns in few lines of a cache.
template <typename T>
class ColumnTiles {
public:
    explicit ColumnTiles(const SlabRequest& wanted)
        : threads_{wanted.threads},
          columns_{wanted.columns()},
          tiles_{static_cast<std::size_t>(threads_ * wanted.rows.planes.count * tile_columns)}
    {
    }

    /// Calls work(part, range) on each thread for its part of the columns.
    template <typename Work>
    void for_parts(const Work& work) const
    {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (long long part = 0; part < threads_; ++part) {
            const long long parts = threads_;
            work(part, tridiagonal::ColumnRange{.first = begin_of_part(part, parts, columns_),
                                                .end = begin_of_part(part + 1, parts, columns_)});
        }
    }

    /// Calls work(range, rows) on each thread for some neighbouring columns, whose rows it changes.
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

    [[nodiscard]] std::size_t bytes() const
    {
        return tiles_.size() * sizeof(T);
    }

private:
    static constexpr long long tile_columns = 16;

    int threads_;
    long long columns_;
    mutable memory::HostArray<T> tiles_;  ///< one for each thread
};

/// Tells sums as they are, or in an order.
template <typename T>
class EqualOnHost {
public:
    using Told = double;

    EqualOnHost(const SlabRequest& wanted, const Edges& edges)
        : edges_{edges}, reversed_{wanted.rows.reversed}, tiles_{wanted}
    {
    }

    void begin(const tridiagonal::SlabSystems& systems, const tridiagonal::SlabSums& sums,
               const tridiagonal::ToldSums<double>& told, T* modes, Stream /*stream*/) const
    {
        tiles_.for_tiles(slab(systems, modes), [&](const auto& range, const auto& rows) {
            tridiagonal::rise_on_host(edges_.first, edges_.last, systems, sums, rows, range);
            if (told.order.place != nullptr) {
                tridiagonal::tell_on_host(edges_.first, edges_.last, systems, sums, told, range);
            }
        });
    }
    void integrate(const tridiagonal::UniformLine<double>& line, Stream /*stream*/) const
    {
        tridiagonal::integrate_line_on_host(line);
    }
    void finish(const tridiagonal::SlabSystems& systems, const tridiagonal::SlabSums& sums,
                const tridiagonal::AllTold<double>& joined, T* modes, Stream /*stream*/) const
    {
        tiles_.for_tiles(slab(systems, modes), [&](const auto& range, const auto& rows) {
            tridiagonal::join_on_host(edges_.first, edges_.last, systems, sums, joined, range);
            tridiagonal::fall_on_host(edges_.first, edges_.last, systems, sums, rows, range);
        });
    }

    [[nodiscard]] std::size_t bytes() const { return tiles_.bytes(); }

private:
    [[nodiscard]] tridiagonal::Slab<T> slab(const tridiagonal::SlabSystems& systems, T* modes) const
    {
        return tridiagonal::slab_of(modes, systems.columns, systems.rows, 0LL, reversed_);
    }

    Edges edges_;
    bool reversed_;
    ColumnTiles<T> tiles_;
};

template <typename T>
class UnequalOnHost {
public:
    explicit UnequalOnHost(const SlabRequest& wanted) : tiles_{wanted} {}

    void prepare(const tridiagonal::UnequalSlabSystems& systems,
                 const tridiagonal::UnequalPassages& passages,
                 const tridiagonal::JoinedSlabs& joined, Stream /*stream*/) const
    {
        tiles_.for_parts([&](long long /*part*/, const tridiagonal::ColumnRange& range) {
            tridiagonal::prepare_on_host(systems, passages, joined, range);
        });
    }
    void rise(const tridiagonal::UnequalSlabSystems& systems,
              const tridiagonal::UnequalPassages& passages, const tridiagonal::SlabSums& sums,
              const tridiagonal::SlabPart<T>& part, Stream /*stream*/) const
    {
        tiles_.for_tiles(part.rows, [&](const auto& range, const auto& rows) {
            tridiagonal::rise_on_host<T>(systems, passages, sums, {.rows = rows}, range);
        });
    }
    void integrate(const tridiagonal::Systems<double>& line, Stream /*stream*/) const
    {
        tridiagonal::LineSolve<double>{line, 0}.run();
    }
    void finish(const tridiagonal::UnequalSlabSystems& systems,
                const tridiagonal::UnequalPassages& passages, const tridiagonal::SlabSums& sums,
                const tridiagonal::JoinedSlabs& joined, const tridiagonal::SlabPart<T>& part,
                Stream /*stream*/) const
    {
        tiles_.for_tiles(part.rows, [&](const auto& range, const auto& rows) {
            tridiagonal::join_on_host(systems, passages, sums, joined, range);
            tridiagonal::fall_on_host<T>(systems, passages, sums, {.rows = rows}, range);
        });
    }

    [[nodiscard]] std::size_t bytes() const { return tiles_.bytes(); }

private:
    ColumnTiles<T> tiles_;
};

}  // namespace tobiuo::poisson
