// A stage of the flow as a kernel. struct Config gives Real and `form`, a StageForm.
//
// Launch    ceil(nx / form.width) x ceil(ny / form.rows) x ceil(nz / planes) blocks of
//           form.threads() threads, each of which marches through `planes` planes; shared memory of
//           form.shared_values() values.
// Traffic   reads the velocity, the impulse and, where they are used, the old rates and the scalar
//           once, and writes u* and the kept rates: 10, 13 and 10 words a cell, and one each for a
//           scalar, if the rows around tiles are found in the L2 cache.
// Method    the next plane is loaded into registers while the one before it is computed with. On its
//           way into a ring of three planes in shared memory it is projected, so each value is
//           projected once for a tile, and a barrier separates planes.
// Accuracy  that of advance_on_host(), up to rounding: products are added in one operation here.
// Twin      plain_stage.hpp, plain loops over points.
#pragma once

#include "kernels/device/block/dependent_launch.cuh"
#include "kernels/flow/add_measures.cuh"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/measure_row.hpp"
#include "kernels/flow/momentum_row.hpp"
#include "kernels/flow/piece.cuh"
#include "kernels/flow/stage_arguments.hpp"
#include "kernels/flow/stage_form.hpp"

namespace tobiuo::flow {

/// The spacings of an axis of equal cells, all at hand.
template <typename T>
struct EqualSpacing {
    T per_cell;

    explicit EqualSpacing(const Spacings<T>& of) : per_cell{of.per_width[0]} {}
    T per_width(long long) const { return per_cell; }
    T per_gap(long long) const { return per_cell; }
    T share(int, long long) const { return 1; }
};

template <typename T>
struct UnequalSpacing {
    Spacings<T> of;

    explicit UnequalSpacing(const Spacings<T>& spacings) : of{spacings} {}
    T per_width(long long i) const { return __ldg(of.per_width + i); }
    T per_gap(long long i) const { return __ldg(of.per_gap + i); }
    T share(int end, long long i) const { return __ldg(of.share[end] + i); }
};

template <typename T, bool unequal>
struct SpacingOf {
    using type = EqualSpacing<T>;
};
template <typename T>
struct SpacingOf<T, true> {
    using type = UnequalSpacing<T>;
};

struct SharedAccess {
    template <int before, int count, int after, typename T>
    static void load(T* to, const T* from)
    {
        if constexpr (before > 0) {
            to[0] = from[-1];
        }
        const auto piece = *reinterpret_cast<const Piece<T, count>*>(from);
#pragma unroll
        for (int c = 0; c < count; ++c) {
            to[before + c] = piece.of[c];
        }
        if constexpr (after > 0) {
            to[before + count] = from[count];
        }
    }
};

/// The work of a block.
template <typename Config>
class StageBlock {
    using T = typename Config::Real;
    static constexpr StageForm form = Config::form;
    static constexpr int piece = form.piece;
    static constexpr int step = form.row_step();
    static constexpr int velocity_size = form.velocity_values();
    static constexpr int impulse_size = form.impulse_values();
    using Values = Piece<T, piece>;
    using SpacingX = typename SpacingOf<T, form.stretched == 0>::type;
    using SpacingY = typename SpacingOf<T, form.stretched == 1>::type;
    using SpacingZ = typename SpacingOf<T, form.stretched == 2>::type;
    using FrictionOfAxes = Friction<T, form.implicit_axis>;
    using Momentum =
        MomentumRow<T, piece, SpacingX, SpacingY, SpacingZ, SharedAccess, FrictionOfAxes>;

public:
    StageBlock(const StageArguments<T>& arguments, T* shared)
        : arguments_{arguments},
          box_{arguments.box},
          shared_{shared},
          x_{box_.axes[0]},
          y_{box_.axes[1]},
          z_{box_.axes[2]},
          first_column_{static_cast<int>(blockIdx.x) * form.width},
          first_row_{static_cast<int>(blockIdx.y) * form.rows},
          first_plane_{static_cast<int>(blockIdx.z) * arguments.planes},
          columns_{static_cast<int>(box_.counts[0])},
          end_{min(first_plane_ + arguments.planes, static_cast<int>(box_.counts[2]))},
          thread_{static_cast<int>(threadIdx.x)}
    {
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            place_[load] = image(1, row_of(number)) * columns_;
            if constexpr (form.aligned) {
                place_[load] += first_of_image(column_of(number));
            }
        }
    }

    void run(Measures& measures)
    {
        const int column = thread_ % (form.width / piece) * piece;
        const int row = thread_ / (form.width / piece);
        const int i = first_column_ + column;
        const int j = first_row_ + row;
        const bool inside = i < box_.counts[0] && j < box_.counts[1];
        const int center = (row + 1) * step + piece + column;
        load_impulse(first_plane_ - 1);
        store_impulse(first_plane_ - 1);
        load(first_plane_ - 1);
        __syncthreads();
        Momentum momentum{x_, y_, z_, FrictionOfAxes{box_.viscosity}};
        LowerFluxes<T, piece> lower;
        for (int k = first_plane_ - 1; k <= end_; ++k) {
            lower_ = upper_;
            upper_ = upper_ == 2 ? 0 : upper_ + 1;
            project(k);
            if (form.uses_old && k > first_plane_ && inside) {
                load_old_rates(((k - 1) * box_.counts[1] + j) * box_.counts[0] + i, i);
            }
            __syncthreads();
            if (k < end_) {
                load(k + 1);
            }
            if (k >= first_plane_ && inside) {
                compute(momentum, around(center), i, j, k - 1, lower, measures);
            }
        }
    }

private:
    /// Computes with planes k and k + 1.
    void compute(Momentum& momentum, const Surroundings<T>& at, int i, int j, int k,
                 LowerFluxes<T, piece>& lower, Measures& measures)
    {
        if (k < first_plane_) {
            momentum.start(at, i, j, k, lower);
        } else {
            const long long here = (k * box_.counts[1] + j) * box_.counts[0] + i;
            Rates<T, piece> rates;
            momentum.advance(at, i, j, k, lower, rates);
            add_buoyancy<0>(i, j, k, rates.u);
            add_buoyancy<1>(i, j, k, rates.v);
            add_buoyancy<2>(i, j, k, rates.w);
            write(0, i, i, here, at.u[0], rates.u, old_[0]);
            write(1, j, i, here, at.v[0], rates.v, old_[1]);
            write(2, k, i, here, at.w[0], rates.w, old_[2]);
        }
        if (form.observes && k + 1 < end_) {
            const int used = form.aligned ? piece : min(piece, columns_ - i);
            MeasureRow<T, SpacingX, SpacingY, SpacingZ>{x_, y_, z_}.add(at, i, j, k, used,
                                                                        measures);
        }
    }

    /// Adds the buoyancy along an axis of the mean of the scalar in the cells on either side. Beyond
    /// a face, where no velocity changes, the scalar is some value of the box.
    template <int axis>
    void add_buoyancy(int i, int j, int k, T* rates) const
    {
        if constexpr (form.buoyant[axis]) {
            const T half = T{0.5} * box_.buoyancy[axis];
            const T* const row = scalar_row(j, k);
            const Values here = load_piece<form.aligned, piece>(row + i, i, columns_);
            Values after;
            if constexpr (axis == 0) {
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    after.of[c] = c + 1 < piece && i + c + 1 < columns_
                                      ? here.of[c + 1 < piece ? c + 1 : c]
                                      : row[image(0, i + c + 1)];
                }
            } else {
                const T* const next = axis == 1 ? scalar_row(j + 1, k) : scalar_row(j, k + 1);
                after = load_piece<form.aligned, piece>(next + i, i, columns_);
            }
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                rates[c] += half * (here.of[c] + after.of[c]);
            }
        }
    }
    const T* scalar_row(int j, int k) const
    {
        return plane_of(arguments_.arrays.scalar, k) + image(1, j) * columns_;
    }

    /// `index`: of the first point along the axis of the component.
    void write(int component, int index, int i, long long here, const T* velocity, const T* rates,
               const Values& old)
    {
        const long long last = box_.counts[component] - 1;
        const Values before = *reinterpret_cast<const Values*>(velocity);
        Values next;
        Values kept;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            const bool held = !form.periodic[component] && index + (component == 0 ? c : 0) == last;
            kept.of[c] = held ? T{0} : rates[c] + box_.force[component];
            next.of[c] = before.of[c] + arguments_.new_part * kept.of[c];
            if constexpr (form.uses_old) {
                next.of[c] += arguments_.old_part * old.of[c];
            }
        }
        store_piece<form.aligned>(arguments_.arrays.next[component] + here, next, i, columns_);
        if constexpr (form.keeps) {
            keep_rates(arguments_.arrays.rates[component] + here, kept, i);
        }
    }

    void load_old_rates(long long place, int i)
    {
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            old_[component] = old_rates(arguments_.arrays.rates[component] + place, i);
        }
    }

    Values old_rates(const T* from, int i) const
    {
        if constexpr (form.aligned) {
            return load_once<piece>(from);
        } else {
            return load_piece<false, piece>(from, i, columns_);
        }
    }
    void keep_rates(T* to, const Values& values, int i) const
    {
        if constexpr (form.aligned) {
            store_once(to, values);
        } else {
            store_piece<false>(to, values, i, columns_);
        }
    }

    /// Piece `load` of those that this thread loads, counted over the rows of the tile.
    int piece_number(int load) const
    {
        return thread_ + load * form.threads();
    }
    int row_of(int number) const
    {
        return first_row_ - 1 + number / form.pieces_of_row();
    }
    int column_of(int number) const
    {
        return first_column_ + (number % form.pieces_of_row() - 1) * piece;
    }
    bool has_velocity(int load) const
    {
        return is_among(form.pieces_of_row() * (form.rows + 2), load);
    }
    bool has_impulse(int load) const
    {
        return is_among(form.pieces_of_row() * (form.rows + 3), load);
    }

    /// Whether piece `load` is one of the first `count`. No branch leads around the pieces that all
    /// threads have, so the next plane is loaded without a wait for registers that may be in use.
    bool is_among(int count, int load) const
    {
        return (load + 1) * form.threads() <= count || piece_number(load) < count;
    }

    /// As Box::inside(), with the constants of the kernel, up to two places beyond either end.
    /// Farther on it is some place in the box, whose values nothing is computed with.
    int image(int axis, int index) const
    {
        const int n = static_cast<int>(box_.counts[axis]);
        int image = index;
        if (form.periodic[axis]) {
            image += index < 0 ? n : index >= n ? -n : 0;
        } else {
            image = index < 0 ? -1 - index : index >= n ? 2 * n - 1 - index : index;
        }
        return min(max(image, 0), n - 1);
    }

    bool is_beyond(int i) const
    {
        return i < 0 || i >= columns_;
    }

    /// Where the piece begins whose values piece i has in some order.
    int first_of_image(int i) const
    {
        const int first = image(0, form.periodic[0] || !is_beyond(i) ? i : i + piece - 1);
        return min(first, columns_ - piece);
    }

    /// Piece `load` of a plane as the box is continued beyond its faces, but for in_order().
    Values continued(const T* plane, int load) const
    {
        const T* from = plane + place_[load];
        Values values;
        if constexpr (form.aligned) {
            values = *reinterpret_cast<const Values*>(from);
        } else {
            const int i = column_of(piece_number(load));
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                values.of[c] = from[image(0, i + c)];
            }
        }
        return values;
    }

    /// Turns round a piece from column i on that was loaded whole from its mirror image. This waits
    /// for the piece, so it comes after the plane before has been computed with.
    Values in_order(const Values& loaded, int i) const
    {
        Values values = loaded;
        if (form.aligned && !form.periodic[0] && is_beyond(i)) {
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                values.of[c] = loaded.of[piece - 1 - c];
            }
        }
        return values;
    }

    const T* plane_of(const T* array, int k) const
    {
        return array + image(2, k) * (box_.counts[0] * box_.counts[1]);
    }

    void load_impulse(int k)
    {
        const T* const plane = plane_of(arguments_.arrays.impulse, k);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            if (has_impulse(load)) {
                impulse_[load] = continued(plane, load);
            }
        }
    }

    /// Loads the velocity of plane k, and the impulse of the plane above it.
    void load(int k)
    {
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            const T* const plane = plane_of(arguments_.arrays.velocity[component], k);
#pragma unroll
            for (int load = 0; load < form.loads(); ++load) {
                if (has_velocity(load)) {
                    velocity_[component][load] = continued(plane, load);
                }
            }
        }
        load_impulse(k + 1);
    }

    /// -1 where the impulse beyond a face is the negative one of its mirror image, else 1.
    T sign(int axis, int index) const
    {
        if (!form.has_outflow || form.periodic[axis] ||
            (index >= 0 && index < static_cast<int>(box_.counts[axis]))) {
            return 1;
        }
        return box_.faces[2 * axis + (index < 0 ? 0 : 1)].pressure_factor;
    }

    void store_impulse(int k)
    {
        T* const plane = impulse_plane(k);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            if (has_impulse(load)) {
                impulse_[load] = in_order(impulse_[load], column_of(number));
                Values values = impulse_[load];
                const T outer = sign(2, k) * sign(1, row_of(number));
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    values.of[c] *= outer * sign(0, column_of(number) + c);
                }
                *reinterpret_cast<Values*>(plane + number * piece) = values;
            }
        }
    }

    /// Writes the velocity of plane k to shared memory, projected and continued beyond the faces,
    /// and the impulse of the plane above it.
    void project(int k)
    {
        store_impulse(k + 1);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            if (has_velocity(load)) {
                project_piece(load, number, k);
            }
        }
    }

    void project_piece(int load, int number, int k)
    {
        const int i = column_of(number);
        const int j = row_of(number);
        const T* here = impulse_plane(k) + number * piece;
        T along[piece + 1];
        SharedAccess::load<0, piece, 1>(along, here);
        const Values north = *reinterpret_cast<const Values*>(here + step);
        const T above = sign(2, k + 1) * sign(1, j);
        const T outer = sign(2, k) * sign(1, j);
        const T gap_y = y_.per_gap(j);
        const T gap_z = z_.per_gap(k);
        T* const to = velocity_plane(upper_) + number * piece;
        const Values loaded[3] = {in_order(velocity_[0][load], i), in_order(velocity_[1][load], i),
                                  in_order(velocity_[2][load], i)};
        Values values[3];
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            const T side = sign(0, i + c);
            const T factor = outer * side;
            const T up = above * side * impulse_[load].of[c];
            const T gap_x = x_.per_gap(max(i + c, -1));
            values[0].of[c] =
                projected(loaded[0].of[c], factor * gap_x, along[c + 1] - along[c]);
            values[1].of[c] =
                projected(loaded[1].of[c], factor * gap_y, north.of[c] - along[c]);
            values[2].of[c] = projected(loaded[2].of[c], factor * gap_z, up - along[c]);
        }
        if (reaches_beyond(i, j, k)) {
            continue_beyond(i, j, k, values);
        }
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            *reinterpret_cast<Values*>(to + component * velocity_size) = values[component];
        }
    }

    /// Whether a piece has points beyond faces.
    bool reaches_beyond(int i, int j, int k) const
    {
        return (!form.periodic[0] && (i < 0 || i + piece > columns_)) ||
               (!form.periodic[1] && is_outside(1, j)) || (!form.periodic[2] && is_outside(2, k));
    }
    bool is_outside(int axis, int index) const
    {
        return index < 0 || index >= static_cast<int>(box_.counts[axis]);
    }

    /// Makes mirror images beyond faces what they are there.
    void continue_beyond(int i, int j, int k, Values (&values)[3]) const
    {
        if (!form.periodic[2] && is_outside(2, k)) {
            continue_across<2>(k < 0, i, j, k, values);
        }
        if (!form.periodic[1] && is_outside(1, j)) {
            continue_across<1>(j < 0, i, j, k, values);
        }
        if (!form.periodic[0] && (i < 0 || i + piece > columns_)) {
            continue_across<0>(i < 0, i, j, k, values);
        }
    }

    template <int axis>
    void continue_across(bool lower, int i, int j, int k, Values (&values)[3]) const
    {
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            const Beyond<T>& below = box_.faces[2 * axis].velocity[component];
            const Beyond<T>& above = box_.faces[2 * axis + 1].velocity[component];
            const T factor = lower ? below.factor : above.factor;
            const T value = lower ? below.value : above.value;
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                if (axis != 0 || form.aligned || is_beyond(i + c)) {
                    const T added =
                        form.has_profiles
                            ? (lower ? below : above).added(point_of_face(axis, i + c, j, k))
                            : value;
                    values[component].of[c] = factor * values[component].of[c] + added;
                }
            }
        }
    }

    long long point_of_face(int axis, int i, int j, int k) const
    {
        const int at[3] = {image(0, i), image(1, j), image(2, k)};
        return at[slower_axis(axis)] * box_.counts[faster_axis(axis)] + at[faster_axis(axis)];
    }

    T* velocity_plane(int k) const
    {
        return shared_ + (k + 3) % 3 * (3 * velocity_size);
    }
    T* impulse_plane(int k) const
    {
        return shared_ + 9 * velocity_size + (k & 1) * impulse_size;
    }

    /// The planes that were written last and before that.
    Surroundings<T> around(int center) const
    {
        const T* lower = velocity_plane(lower_) + center;
        const T* upper = velocity_plane(upper_) + center;
        return {.u = {lower, upper},
                .v = {lower + velocity_size, upper + velocity_size},
                .w = {lower + 2 * velocity_size, upper + 2 * velocity_size},
                .row = step};
    }

    const StageArguments<T>& arguments_;
    const Box<T>& box_;
    T* shared_;
    SpacingX x_;
    SpacingY y_;
    SpacingZ z_;
    int first_column_;
    int first_row_;
    int first_plane_;
    int columns_;
    int end_;
    int thread_;
    int lower_ = 0;  ///< places in the ring of planes
    int upper_ = 0;
    int place_[form.loads()];  ///< where a piece is loaded from in a plane; its row if not aligned
    Values velocity_[3][form.loads()];
    Values impulse_[form.loads()];
    Values old_[3];  ///< rates of the stage before, loaded early, as they take long to arrive
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(Config::form.threads(), Config::blocks)
    flow_stage(const __grid_constant__ tobiuo::flow::StageArguments<Config::Real> arguments)
{
    using namespace tobiuo::flow;
    extern __shared__ __align__(16) unsigned char shared[];
    tobiuo::device::begin_after_previous();
    Measures measures;
    StageBlock<Config>{arguments, reinterpret_cast<Config::Real*>(shared)}.run(measures);
    if constexpr (Config::form.observes) {
        add_up<Config::form.threads()>(arguments, measures);
    }
}
