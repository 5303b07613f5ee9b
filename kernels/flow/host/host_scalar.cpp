#include "kernels/flow/host/host_scalar.hpp"

#include <cstddef>
#include <vector>

#include "kernels/flow/host/scalar_rows.hpp"
#include "kernels/flow/host/velocity_rows.hpp"

namespace tobiuo::flow {
namespace {

/// Rows of a thread, each with one value more at either end.
template <typename T>
class RowBuffers {
public:
    explicit RowBuffers(long long columns)
        : step_{static_cast<std::size_t>(columns) + 2},
          values_(static_cast<std::size_t>(count) * step_)
    {
    }

    /// Velocities and scalar of the row itself, and of the neighbouring rows what is needed.
    enum Row { u, v_south, v_north, w_below, w_above, here, south, north, below, above, count };

    [[nodiscard]] T* at(Row row)
    {
        return values_.data() + static_cast<std::size_t>(row) * step_ + 1;
    }

private:
    std::size_t step_;
    std::vector<T> values_;
};

/// Fills the rows around row (j, k).
template <typename T>
void load(const VelocityRows<T>& velocity, const ScalarRows<T>& scalar, long long j, long long k,
          RowBuffers<T>& rows)
{
    using Rows = RowBuffers<T>;
    velocity.write(0, j, k, rows.at(Rows::u));
    velocity.write(1, j - 1, k, rows.at(Rows::v_south));
    velocity.write(1, j, k, rows.at(Rows::v_north));
    velocity.write(2, j, k - 1, rows.at(Rows::w_below));
    velocity.write(2, j, k, rows.at(Rows::w_above));
    scalar.write(j, k, rows.at(Rows::here));
    scalar.write(j - 1, k, rows.at(Rows::south));
    scalar.write(j + 1, k, rows.at(Rows::north));
    scalar.write(j, k - 1, rows.at(Rows::below));
    scalar.write(j, k + 1, rows.at(Rows::above));
}

/// What flows from one cell to the next one.
template <typename T>
T flux(T velocity, T conductance, T from, T to)
{
    return velocity * (from + to) / 2 - conductance * (to - from);
}

/// The rates of the cells of row (j, k).
template <typename T>
void find_rates(const Box<T>& box, long long j, long long k, RowBuffers<T>& rows, T* rates)
{
    using Rows = RowBuffers<T>;
    const T* const here = rows.at(Rows::here);
    const T* const u = rows.at(Rows::u);
    const T* const v[2] = {rows.at(Rows::v_south), rows.at(Rows::v_north)};
    const T* const w[2] = {rows.at(Rows::w_below), rows.at(Rows::w_above)};
    const T* const beside[2] = {rows.at(Rows::south), rows.at(Rows::north)};
    const T* const over[2] = {rows.at(Rows::below), rows.at(Rows::above)};
    const auto conductance = [&](int axis, long long gap) {
        return box.diffusivity_along(axis) * box.axes[axis].per_gap[gap];
    };
    const T y[2] = {conductance(1, j - 1), conductance(1, j)};
    const T z[2] = {conductance(2, k - 1), conductance(2, k)};
    const T* const per_x = box.axes[0].per_width;
    const T* const gap_x = box.axes[0].per_gap;
    const T per_y = box.axes[1].per_width[j];
    const T per_z = box.axes[2].per_width[k];
    const T diffusivity = box.diffusivity_along(0);
    for (long long i = 0; i < box.counts[0]; ++i) {
        const T west = flux(u[i - 1], diffusivity * gap_x[i - 1], here[i - 1], here[i]);
        const T east = flux(u[i], diffusivity * gap_x[i], here[i], here[i + 1]);
        const T south = flux(v[0][i], y[0], beside[0][i], here[i]);
        const T north = flux(v[1][i], y[1], here[i], beside[1][i]);
        const T below = flux(w[0][i], z[0], over[0][i], here[i]);
        const T above = flux(w[1][i], z[1], here[i], over[1][i]);
        rates[i] = per_x[i] * (west - east) + per_y * (south - north) + per_z * (below - above);
    }
}

}  // namespace

template <typename T>
void advance_scalar_on_host(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                            double time_step, [[maybe_unused]] int threads)
{
    const long long columns = box.counts[0];
    const VelocityRows<T> velocity{box, arrays.velocity, arrays.impulse, arrays.impulse_part};
    const ScalarRows<T> scalar{box, arrays.scalar};
    const auto new_part = static_cast<T>(stage.gamma * time_step);
    const auto old_part = static_cast<T>(stage.zeta * time_step);
#pragma omp parallel num_threads(threads)
    {
        RowBuffers<T> rows{columns};
        std::vector<T> rates(static_cast<std::size_t>(columns));
#pragma omp for collapse(2) schedule(static)
        for (long long k = 0; k < box.counts[2]; ++k) {
            for (long long j = 0; j < box.counts[1]; ++j) {
                load(velocity, scalar, j, k, rows);
                find_rates(box, j, k, rows, rates.data());
                const long long first = (k * box.counts[1] + j) * columns;
                const T* const here = arrays.scalar + first;
                T* const next = arrays.next_scalar + first;
                T* const kept = arrays.scalar_rates + first;
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
