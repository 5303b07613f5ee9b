// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/host/host_scalar.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include "kernels/flow/host/cell_rows.hpp"
#include "kernels/flow/host/stage_rows.hpp"
#include "kernels/flow/host/velocity_rows.hpp"

namespace tobiuo::flow {
namespace {

/// Rows of a thread, each with two values more at either end.
template <typename T>
class RowBuffers {
public:
    explicit RowBuffers(long long columns)
        : step_{static_cast<std::size_t>(columns) + 4},
          values_(static_cast<std::size_t>(count) * step_)
    {
    }

    /// Velocities and scalar of the row itself, and of the neighbouring rows what is needed.
    enum Row {
        u,
        v_south,
        v_north,
        w_below,
        w_above,
        here,
        south,
        north,
        below,
        above,
        viscosity,  ///< of the same rows, where it varies
        viscosity_south,
        viscosity_north,
        viscosity_below,
        viscosity_above,
        carried,         ///< as bounded advection reads the row
        carried_beside,  ///< and two on each side along y and z, where these are beyond a face
        values_along = carried_beside + 8,  ///< that it finds on the faces behind the cells along x
        values_south,
        values_north,
        values_below,
        values_above,
        count
    };

    [[nodiscard]] T* at(Row row)
    {
        return values_.data() + static_cast<std::size_t>(row) * step_ + 2;
    }

private:
    std::size_t step_;
    std::vector<T> values_;
};

/// Writes row (j, k) and its neighbours to five buffers, of which `here` is the first.
template <typename T>
void load_around(const CellRows<T>& cells, long long j, long long k,
                 typename RowBuffers<T>::Row here, RowBuffers<T>& rows)
{
    const auto to = [&](int number) {
        return rows.at(static_cast<typename RowBuffers<T>::Row>(here + number));
    };
    cells.write(j, k, to(0));
    cells.write(j - 1, k, to(1));
    cells.write(j + 1, k, to(2));
    cells.write(j, k - 1, to(3));
    cells.write(j, k + 1, to(4));
}

/// Fills the rows of velocities around row (j, k).
template <typename T>
void load(const VelocityRows<T>& velocity, long long j, long long k, RowBuffers<T>& rows)
{
    using Rows = RowBuffers<T>;
    velocity.write(0, j, k, rows.at(Rows::u));
    velocity.write(1, j - 1, k, rows.at(Rows::v_south));
    velocity.write(1, j, k, rows.at(Rows::v_north));
    velocity.write(2, j, k - 1, rows.at(Rows::w_below));
    velocity.write(2, j, k, rows.at(Rows::w_above));
}

/// What flows from one cell to the next one. `value` is carried.
template <typename T>
T flux(T velocity, T value, T conductance, T from, T to)
{
    return velocity * value - conductance * (to - from);
}

/// What is carried through the six faces of cell i of row (j, k): the means of cells, or values of
/// bounded advection.
template <typename T>
class CentralValues {
    using Rows = RowBuffers<T>;

public:
    CentralValues(const Box<T>& /*box*/, long long /*j*/, long long /*k*/, RowBuffers<T>& rows)
        : here_{rows.at(Rows::here)},
          below_{here_ - 1, rows.at(Rows::south), rows.at(Rows::below)},
          above_{here_ + 1, rows.at(Rows::north), rows.at(Rows::above)}
    {
    }
    [[nodiscard]] T below(int axis, long long i) const { return (below_[axis][i] + here_[i]) / 2; }
    [[nodiscard]] T above(int axis, long long i) const { return (here_[i] + above_[axis][i]) / 2; }

private:
    const T* here_;
    const T* below_[3];
    const T* above_[3];
};

template <typename T>
class BoundedValues {
    using Rows = RowBuffers<T>;

public:
    BoundedValues(const Box<T>& /*box*/, long long /*j*/, long long /*k*/, RowBuffers<T>& rows)
        : below_{rows.at(Rows::values_along) - 1, rows.at(Rows::values_south),
                 rows.at(Rows::values_below)},
          above_{rows.at(Rows::values_along), rows.at(Rows::values_north),
                 rows.at(Rows::values_above)}
    {
    }
    [[nodiscard]] T below(int axis, long long i) const { return below_[axis][i]; }
    [[nodiscard]] T above(int axis, long long i) const { return above_[axis][i]; }

private:
    const T* below_[3];
    const T* above_[3];
};

/// Fills the rows of BoundedValues for row (j, k), whose velocities are in the buffers.
template <typename T>
void find_values(const Box<T>& box, const CellRows<T>& cells, long long j, long long k,
                 RowBuffers<T>& rows)
{
    using Rows = RowBuffers<T>;
    const long long n = box.counts[0];
    T* const here = rows.at(Rows::carried);
    cells.write_carried(j, k, here);
    const StageRows<T>& functions = usable_stage_rows<T>().front();
    const auto shares_at = [&](int axis, long long face) {
        const T* const(&share)[2] = box.axes[axis].share;
        return std::array{share[0] + face, share[1] + face};
    };
    const auto [lower, upper] = shares_at(0, -1);
    functions.bounded_along({.velocity = rows.at(Rows::u) - 1,
                             .cells = {nullptr, here - 1, nullptr, nullptr},
                             .shares = {lower, upper}},
                            n + 1, rows.at(Rows::values_along) - 1);
    const auto at = [&](int first, int number) {
        return rows.at(static_cast<typename Rows::Row>(first + number));
    };
    for (const int axis : {1, 2}) {
        const T* all[5] = {};
        for (int row = 0; row < 5; ++row) {
            const int away = row - 2;
            all[row] = away == 0
                           ? here
                           : cells.carried(j + (axis == 1 ? away : 0), k + (axis == 2 ? away : 0),
                                           at(Rows::carried_beside,
                                              4 * (axis - 1) + row - (away > 0 ? 1 : 0)));
        }
        for (const int side : {0, 1}) {
            const auto [before, behind] = shares_at(axis, (axis == 1 ? j : k) - 1 + side);
            functions.bounded_across(
                {.velocity = at(Rows::v_south, 2 * (axis - 1) + side),
                 .cells = {all[side], all[side + 1], all[side + 2], all[side + 3]},
                 .shares = {before, behind}},
                n, at(Rows::values_south, 2 * (axis - 1) + side));
        }
    }
}

/// The diffusivities along the axes on the six faces of cell i of a row: one of the box each, or
/// those that go with the viscosities of the cells on either side.
template <typename T>
class SameDiffusivity {
public:
    SameDiffusivity(const Box<T>& box, RowBuffers<T>& /*rows*/)
        : of_{box.diffusivity_along(0), box.diffusivity_along(1), box.diffusivity_along(2)}
    {
    }
    [[nodiscard]] T below(int axis, long long /*i*/) const { return of_[axis]; }
    [[nodiscard]] T above(int axis, long long /*i*/) const { return of_[axis]; }

private:
    T of_[3];
};

template <typename T>
class VaryingDiffusivity {
    using Rows = RowBuffers<T>;

public:
    VaryingDiffusivity(const Box<T>& box, RowBuffers<T>& rows)
        : box_{box},
          here_{rows.at(Rows::viscosity)},
          below_{here_ - 1, rows.at(Rows::viscosity_south), rows.at(Rows::viscosity_below)},
          above_{here_ + 1, rows.at(Rows::viscosity_north), rows.at(Rows::viscosity_above)}
    {
    }
    [[nodiscard]] T below(int axis, long long i) const
    {
        return box_.diffusivity_between(below_[axis][i], here_[i]);
    }
    [[nodiscard]] T above(int axis, long long i) const
    {
        return box_.diffusivity_between(here_[i], above_[axis][i]);
    }

private:
    const Box<T>& box_;
    const T* here_;
    const T* below_[3];
    const T* above_[3];
};

/// The rates of the cells of row (j, k).
template <template <typename> typename Carried, template <typename> typename Diffusivity,
          typename T>
void find_rates(const Box<T>& box, long long j, long long k, RowBuffers<T>& rows, T* rates)
{
    using Rows = RowBuffers<T>;
    const T* const here = rows.at(Rows::here);
    const T* const u = rows.at(Rows::u);
    const T* const v[2] = {rows.at(Rows::v_south), rows.at(Rows::v_north)};
    const T* const w[2] = {rows.at(Rows::w_below), rows.at(Rows::w_above)};
    const T* const beside[2] = {rows.at(Rows::south), rows.at(Rows::north)};
    const T* const over[2] = {rows.at(Rows::below), rows.at(Rows::above)};
    const Carried<T> carried{box, j, k, rows};
    const Diffusivity<T> diffusivity{box, rows};
    const T gap_y[2] = {box.axes[1].per_gap[j - 1], box.axes[1].per_gap[j]};
    const T gap_z[2] = {box.axes[2].per_gap[k - 1], box.axes[2].per_gap[k]};
    const T* const per_x = box.axes[0].per_width;
    const T* const gap_x = box.axes[0].per_gap;
    const T per_y = box.axes[1].per_width[j];
    const T per_z = box.axes[2].per_width[k];
    for (long long i = 0; i < box.counts[0]; ++i) {
        const T west = flux(u[i - 1], carried.below(0, i), diffusivity.below(0, i) * gap_x[i - 1],
                            here[i - 1], here[i]);
        const T east = flux(u[i], carried.above(0, i), diffusivity.above(0, i) * gap_x[i], here[i],
                            here[i + 1]);
        const T south = flux(v[0][i], carried.below(1, i), diffusivity.below(1, i) * gap_y[0],
                             beside[0][i], here[i]);
        const T north = flux(v[1][i], carried.above(1, i), diffusivity.above(1, i) * gap_y[1],
                             here[i], beside[1][i]);
        const T below = flux(w[0][i], carried.below(2, i), diffusivity.below(2, i) * gap_z[0],
                             over[0][i], here[i]);
        const T above = flux(w[1][i], carried.above(2, i), diffusivity.above(2, i) * gap_z[1],
                             here[i], over[1][i]);
        rates[i] = per_x[i] * (west - east) + per_y * (south - north) + per_z * (below - above);
    }
}

template <template <typename> typename Carried, typename T>
void find_rates(const Box<T>& box, long long j, long long k, bool varies, RowBuffers<T>& rows,
                T* rates)
{
    varies ? find_rates<Carried, VaryingDiffusivity>(box, j, k, rows, rates)
           : find_rates<Carried, SameDiffusivity>(box, j, k, rows, rates);
}

}  // namespace

template <typename T>
void advance_scalar_on_host(const Box<T>& box, const StageArrays<T>& arrays,
                            const Stage& stage_of_flow, double time_step,
                            [[maybe_unused]] int threads)
{
    const Stage& stage = scalar_stage(box, stage_of_flow);
    const long long columns = box.counts[0];
    const VelocityRows<T> velocity{box, arrays.velocity, arrays.impulse, arrays.impulse_part};
    const CellRows<T> scalar{box, arrays.scalar, &FaceRule<T>::scalar};
    const CellRows<T> viscosity{box, arrays.viscosity, &FaceRule<T>::viscosity};
    const auto new_part = static_cast<T>(stage.gamma * time_step);
    const auto old_part = static_cast<T>(stage.zeta * time_step);
    const auto begin = static_cast<T>(stage.begin);
#pragma omp parallel num_threads(threads)
    {
        RowBuffers<T> rows{columns};
        std::vector<T> rates(static_cast<std::size_t>(columns));
#pragma omp for collapse(2) schedule(static)
        for (long long k = 0; k < box.counts[2]; ++k) {
            for (long long j = 0; j < box.counts[1]; ++j) {
                load(velocity, j, k, rows);
                load_around(scalar, j, k, RowBuffers<T>::here, rows);
                const bool varies = arrays.viscosity != nullptr;
                if (varies) {
                    load_around(viscosity, j, k, RowBuffers<T>::viscosity, rows);
                }
                if (box.bounded) {
                    find_values(box, scalar, j, k, rows);
                    find_rates<BoundedValues>(box, j, k, varies, rows, rates.data());
                } else {
                    find_rates<CentralValues>(box, j, k, varies, rows, rates.data());
                }
                const long long first = (k * box.counts[1] + j) * columns;
                const T* const here = arrays.scalar + first;
                T* const next = arrays.next_scalar + first;
                T* const kept = arrays.scalar_rates + first;
                if (box.bounded) {
                    for (long long i = 0; i < columns; ++i) {
                        const T back = stage.uses_old ? begin * (kept[i] - here[i]) : T{0};
                        next[i] = here[i] + back + new_part * rates[static_cast<std::size_t>(i)];
                        kept[i] = stage.uses_old ? kept[i] : here[i];
                    }
                    continue;
                }
                for (long long i = 0; i < columns; ++i) {
                    const T now = rates[static_cast<std::size_t>(i)];
                    next[i] =
                        here[i] + new_part * now + (stage.uses_old ? old_part * kept[i] : T{0});
                    if (stage.keeps) {
                        kept[i] = now;
                    }
                }
            }
        }
    }
}

template void advance_scalar_on_host(const Box<float>&, const StageArrays<float>&, const Stage&,
                                     double, int);
template void advance_scalar_on_host(const Box<double>&, const StageArrays<double>&, const Stage&,
                                     double, int);

}  // namespace tobiuo::flow
