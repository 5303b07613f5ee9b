// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/host/host_stage.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/flow/host/cell_rows.hpp"
#include "kernels/flow/host/stage_rows.hpp"
#include "kernels/flow/host/velocity_rows.hpp"
#include "runtime/memory/caches.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/stagger.hpp"
#include "runtime/memory/streaming_store.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::flow {
namespace {

/// Words of a cell that a stage reads and writes at least.
constexpr std::int64_t words_of_stage = 10;

/// Rows first_row ... first_row + rows - 1 of planes first_plane ... first_plane + planes - 1.
struct Tile {
    long long first_row{};
    long long rows{};
    long long first_plane{};
    long long planes{};
};

/// How a box is divided among threads: into rows whose planes stay in the cache, and, where these
/// are too few for the threads, into planes. The division into rows does not depend on the threads.
struct Tiling {
    long long rows{};
    long long planes{};
    long long tiles_of_rows{};
    long long tiles{};

    [[nodiscard]] long long place_of_rows(long long number) const { return number % tiles_of_rows; }
    [[nodiscard]] Tile tile(long long number, const long long (&counts)[3]) const
    {
        const long long row = place_of_rows(number) * rows;
        const long long plane = number / tiles_of_rows * planes;
        return {.first_row = row,
                .rows = std::min(rows, counts[1] - row),
                .first_plane = plane,
                .planes = std::min(planes, counts[2] - plane)};
    }
};

/// Padded values of a row of a tile: the row, one more at either end, and whole pieces.
constexpr long long row_step(long long columns)
{
    return (columns + host_piece - 1) / host_piece * host_piece + 2 * host_piece;
}

template <typename T>
Tiling tiling_of(const Box<T>& box, int threads)
{
    constexpr long long cache_bytes = 384 * 1024;  // of the second-level cache of one core
    constexpr long long fewest_rows = 4;
    constexpr long long fewest_planes = 8;
    constexpr long long arrays = 6;  // three components of two planes; a viscosity is left out
    const long long row_bytes =
        arrays * row_step(box.counts[0]) * static_cast<long long>(sizeof(T));
    const long long most_rows = std::max(cache_bytes / row_bytes - 2, fewest_rows);
    const long long tiles_of_rows = parts_of(box.counts[1], most_rows);
    const long long rows = parts_of(box.counts[1], tiles_of_rows);
    // Two tiles for each thread, if they do not become so thin that it shows how much neighbours
    // both compute; then one.
    const long long parts = std::clamp<long long>(
        std::min(
            parts_of<long long>(2 * threads, tiles_of_rows),
            std::max(box.counts[2] / fewest_planes, parts_of<long long>(threads, tiles_of_rows))),
        1, box.counts[2]);
    const long long planes = parts_of(box.counts[2], parts);
    const long long tiles_of_planes = parts_of(box.counts[2], planes);
    return {.rows = rows,
            .planes = planes,
            .tiles_of_rows = tiles_of_rows,
            .tiles = tiles_of_rows * tiles_of_planes};
}

/// What the arrays of a tile are for.
enum class TileMemory { velocity, fluxes };

/// Memory of this thread for the tile that it computes, with any values, kept for the next one: new
/// pages in each stage would cost a small one more than its work.
template <typename T, TileMemory use>
std::span<T> tile_memory(long long count)
{
    static thread_local memory::HostArray<T> kept;
    const auto values = static_cast<std::size_t>(count);
    if (kept.size() < values) {
        kept = memory::HostArray<T>{values};
    }
    return kept.span().first(values);
}

/// The velocity around a tile, and the viscosity where it varies: two neighbouring planes with a row
/// and a value more on each side.
template <typename T>
class TileVelocity {
public:
    /// `viscosity`: null where it is the same everywhere.
    TileVelocity(const VelocityRows<T>& rows, const CellRows<T>* viscosity, const Tile& tile,
                 long long columns)
        : rows_{rows},
          viscosity_{viscosity},
          tile_{tile},
          arrays_{viscosity != nullptr ? 4 : 3},
          step_{row_step(columns)},
          array_step_{(tile.rows + 2) * step_ + memory::stagger_values},
          values_{tile_memory<T, TileMemory::velocity>(2 * arrays_ * array_step_)}
    {
        // By this thread alone, which computes the tile.
        std::ranges::fill(values_, T{});
    }

    /// Makes the upper plane the lower one.
    void rise() { upper_ = 1 - upper_; }
    /// Makes a row of the upper plane that of plane k.
    void load(long long row, long long k)
    {
        for (int component = 0; component < 3; ++component) {
            rows_.write(component, tile_.first_row + row, k,
                        values_.data() + offset(upper_, component, row));
        }
        if (viscosity_ != nullptr) {
            viscosity_->write(tile_.first_row + row, k, values_.data() + offset(upper_, 3, row));
        }
    }

    /// Around row `row` of the tile, from index i on.
    [[nodiscard]] Surroundings<T> around(long long row, long long i) const
    {
        const auto pointer = [&](int plane, int component) {
            return values_.data() + offset(plane, component, row) + i;
        };
        const int lower = 1 - upper_;
        Surroundings<T> around{.u = {pointer(lower, 0), pointer(upper_, 0)},
                               .v = {pointer(lower, 1), pointer(upper_, 1)},
                               .w = {pointer(lower, 2), pointer(upper_, 2)},
                               .row = step_};
        if (viscosity_ != nullptr) {
            around.viscosity[0] = pointer(lower, 3);
            around.viscosity[1] = pointer(upper_, 3);
        }
        return around;
    }

private:
    [[nodiscard]] long long offset(int plane, int component, long long row) const
    {
        return (arrays_ * plane + component) * array_step_ + (row + 1) * step_ + host_piece;
    }

    const VelocityRows<T>& rows_;
    const CellRows<T>* viscosity_;
    Tile tile_;
    long long arrays_;
    long long step_;
    long long array_step_;
    std::span<T> values_;  ///< [plane][u, v, w and perhaps viscosity][row]
    int upper_ = 1;
};

/// A stage in one tile.
template <typename T>
class TileStage {
public:
    TileStage(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage, double time_step,
              const Tile& tile, const StageRows<T>& functions, memory::Stores stores)
        : box_{box},
          arrays_{arrays},
          stage_{stage},
          tile_{tile},
          new_part_{static_cast<T>(stage.gamma * time_step)},
          old_part_{static_cast<T>(stage.zeta * time_step)},
          lower_step_{row_step(box.counts[0])},
          functions_{functions},
          stores_{stores},
          rows_{box, arrays.velocity, arrays.impulse, arrays.impulse_part, functions},
          viscosity_{box, arrays.viscosity, &FaceRule<T>::viscosity},
          velocity_{rows_, arrays.viscosity != nullptr ? &viscosity_ : nullptr, tile,
                    box.counts[0]},
          lower_{tile_memory<T, TileMemory::fluxes>(tile.rows * 3 * lower_step_)}
    {
    }

    /// `measures` are null, or those of the planes of the box; what is found is added.
    void run(Measures* measures)
    {
        const long long end = tile_.first_plane + tile_.planes;
        for (long long row = -1; row <= tile_.rows; ++row) {
            velocity_.load(row, tile_.first_plane - 1);
        }
        for (long long k = tile_.first_plane - 1; k < end; ++k) {
            velocity_.rise();
            velocity_.load(-1, k + 1);
            velocity_.load(0, k + 1);
            for (long long row = 0; row < tile_.rows; ++row) {
                velocity_.load(row + 1, k + 1);
                advance(row, k);
                if (measures != nullptr && k + 1 < end) {
                    measure(row, k, measures[k + 1]);
                }
            }
        }
    }

private:
    /// Around row `row` of the tile, in plane k, from point i on.
    [[nodiscard]] RowPlace<T> place(long long row, long long k, long long i, long long used) const
    {
        return {.box = box_,
                .at = velocity_.around(row, i),
                .i = i,
                .j = tile_.first_row + row,
                .k = k,
                .used = used};
    }

    void advance(long long row, long long k)
    {
        const RowPlace<T> at = place(row, k, 0, box_.counts[0]);
        T* const fluxes = lower_.data() + 3 * row * lower_step_;
        const LowerRow<T> lower{
            .u = fluxes, .v = fluxes + lower_step_, .w = fluxes + 2 * lower_step_};
        if (k < tile_.first_plane) {
            functions_.start(at, lower);
            return;
        }
        const long long first = (k * box_.counts[1] + at.j) * box_.counts[0];
        RowUpdate<T> update{.new_part = new_part_,
                            .old_part = old_part_,
                            .uses_old = stage_.uses_old,
                            .keeps = stage_.keeps,
                            .scalar = scalar_at(at),
                            .stores = stores_};
        for (int component = 0; component < 3; ++component) {
            update.next[component] = arrays_.next[component] + first;
            update.rates[component] = arrays_.rates[component] + first;
        }
        functions_.advance(at, update, lower);
    }

    /// Beyond a face, where no velocity changes, it is some value of the box.
    [[nodiscard]] RowScalar<T> scalar_at(const RowPlace<T>& at) const
    {
        if (arrays_.scalar == nullptr) {
            return {};
        }
        const auto row = [&](long long j, long long k) {
            return arrays_.scalar +
                   (box_.inside(2, k) * box_.counts[1] + box_.inside(1, j)) * box_.counts[0];
        };
        return {.here = row(at.j, at.k),
                .north = row(at.j + 1, at.k),
                .above = row(at.j, at.k + 1),
                .behind = row(at.j, at.k)[box_.inside(0, at.used)]};
    }

    /// The cells of plane k + 1 above a row.
    void measure(long long row, long long k, Measures& sums) const
    {
        const double half_area =
            0.5 / (static_cast<double>(box_.axes[1].per_width[tile_.first_row + row]) *
                   static_cast<double>(box_.axes[2].per_width[k + 1]));
        for (long long i = 0; i < box_.counts[0]; i += host_piece) {
            const RowMeasures<T> found = functions_.measure(
                place(row, k, i, std::min<long long>(host_piece, box_.counts[0] - i)));
            for (int axis = 0; axis < 3; ++axis) {
                sums.velocity[axis] += half_area * static_cast<double>(found.velocity[axis]);
            }
            sums.square += half_area * static_cast<double>(found.square);
            Measures::raise(sums.divergence, static_cast<double>(found.divergence));
            Measures::raise(sums.rate, static_cast<double>(found.rate));
            Measures::raise(sums.friction, static_cast<double>(found.friction));
        }
    }

    const Box<T>& box_;
    const StageArrays<T>& arrays_;
    const Stage& stage_;
    Tile tile_;
    T new_part_;
    T old_part_;
    long long lower_step_;
    const StageRows<T>& functions_;
    memory::Stores stores_;
    VelocityRows<T> rows_;
    CellRows<T> viscosity_;
    TileVelocity<T> velocity_;
    std::span<T> lower_;
};

}  // namespace

template <typename T>
Measures advance_on_host(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                         double time_step, bool measures, int threads, const StageRows<T>& rows)
{
    const Tiling tiling = tiling_of(box, threads);
    // The sums of each plane of a tile do not depend on how planes are divided among threads.
    std::vector<Measures> parts(
        static_cast<std::size_t>(measures ? tiling.tiles_of_rows * box.counts[2] : 0));
    const memory::Stores stores =
        memory::stores_for(words_of_stage * box.points() * static_cast<std::int64_t>(sizeof(T)));
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (long long number = 0; number < tiling.tiles; ++number) {
        TileStage<T>{box, arrays, stage, time_step, tiling.tile(number, box.counts), rows, stores}
            .run(measures ? parts.data() + tiling.place_of_rows(number) * box.counts[2] : nullptr);
        memory::finish_streaming_stores();
    }
    Measures sums;
    for (const Measures& part : parts) {
        sums.add(part);
    }
    return sums;
}

template <typename T>
void find_divergence_on_host(const Box<T>& box, const T* const (&velocity)[3], T* out,
                             [[maybe_unused]] int threads)
{
    const long long columns = box.counts[0];
    const VelocityRows<T> rows{box, velocity, nullptr};
#pragma omp parallel num_threads(threads)
    {
        const auto step = static_cast<std::size_t>(row_step(columns));
        std::vector<T> buffer(5 * step);
        T* of[5];
        for (std::size_t row = 0; row < 5; ++row) {
            of[row] = buffer.data() + row * step + host_piece;
        }
#pragma omp for collapse(2) schedule(static)
        for (long long k = 0; k < box.counts[2]; ++k) {
            for (long long j = 0; j < box.counts[1]; ++j) {
                rows.write(0, j, k, of[0]);
                rows.write(1, j - 1, k, of[1]);
                rows.write(1, j, k, of[2]);
                rows.write(2, j, k - 1, of[3]);
                rows.write(2, j, k, of[4]);
                T* to = out + (k * box.counts[1] + j) * columns;
                const T per_y = box.axes[1].per_width[j];
                const T per_z = box.axes[2].per_width[k];
                const T* per_x = box.axes[0].per_width;
                for (long long i = 0; i < columns; ++i) {
                    to[i] = per_x[i] * (of[0][i] - of[0][i - 1]) + per_y * (of[2][i] - of[1][i]) +
                            per_z * (of[4][i] - of[3][i]);
                }
            }
        }
    }
}

template <typename T>
void project_on_host(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                     T* const (&out)[3], [[maybe_unused]] int threads)
{
    const VelocityRows<T> rows{box, velocity, impulse};
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (long long k = 0; k < box.counts[2]; ++k) {
        for (long long j = 0; j < box.counts[1]; ++j) {
            for (int component = 0; component < 3; ++component) {
                rows.write_inside(component, j, k,
                                  out[component] + (k * box.counts[1] + j) * box.counts[0]);
            }
        }
    }
}

template Measures advance_on_host(const Box<float>&, const StageArrays<float>&, const Stage&,
                                  double, bool, int, const StageRows<float>&);
template Measures advance_on_host(const Box<double>&, const StageArrays<double>&, const Stage&,
                                  double, bool, int, const StageRows<double>&);
template void find_divergence_on_host(const Box<float>&, const float* const (&)[3], float*, int);
template void find_divergence_on_host(const Box<double>&, const double* const (&)[3], double*, int);
template void project_on_host(const Box<float>&, const float* const (&)[3], const float*,
                              float* const (&)[3], int);
template void project_on_host(const Box<double>&, const double* const (&)[3], const double*,
                              double* const (&)[3], int);

}  // namespace tobiuo::flow
