// SPDX-License-Identifier: BSD-3-Clause
// The functions of StageRows, for a file that is compiled for one instruction set.
//
// All of it has internal linkage and calls no function of another header that has not, so that no
// code for one instruction set is taken for another.
#pragma once

#include <cstdint>

#include "kernels/flow/host/bounded_rows_body.hpp"
#include "kernels/flow/host/measure_rows_body.hpp"
#include "kernels/flow/host/projection_rows_body.hpp"
#include "kernels/flow/host/stage_rows.hpp"
#include "kernels/lanes.hpp"

namespace tobiuo::flow {
namespace {

/// The spacings along the row.
template <typename V>
struct SpacingAlong {
    using T = typename V::Value;

    explicit SpacingAlong(const Spacings<T>& spacings) : of{spacings} {}
    [[nodiscard]] V per_width(long long i) const { return V::load_anywhere(of.per_width + i); }
    [[nodiscard]] V per_gap(long long i) const { return V::load_anywhere(of.per_gap + i); }
    [[nodiscard]] V share(int end, long long i) const
    {
        return V::load_anywhere(of.share[end] + i);
    }

    Spacings<T> of;
};

/// The spacings across the row, around index `at`, which stay in registers.
template <typename V>
class SpacingAcross {
public:
    using T = typename V::Value;

    SpacingAcross(const Spacings<T>& of, long long at)
        : at_{at},
          width_{V{of.per_width[at]}},
          next_width_{V{of.per_width[at + 1]}},
          gap_before_{V{of.per_gap[at < 0 ? at : at - 1]}},  // not asked for beyond a face
          gap_{V{of.per_gap[at]}},
          share_{V{of.share[0][at]}, V{of.share[1][at]}}
    {
    }
    /// Only cells `at` and at + 1 and gaps at - 1 and `at` are asked for.
    [[nodiscard]] V per_width(long long i) const { return i == at_ ? width_ : next_width_; }
    [[nodiscard]] V per_gap(long long i) const { return i == at_ ? gap_ : gap_before_; }
    [[nodiscard]] V share(int end, long long /*at*/) const { return share_[end]; }

private:
    long long at_;
    V width_;
    V next_width_;
    V gap_before_;
    V gap_;
    V share_[2];
};

/// Makes a register of neighbouring points what MomentumRow takes for one point: its values before
/// and after are registers that begin a point earlier and later. So no flux of a row is stored.
struct RegisterAccess {
    template <int before, int count, int after, typename V>
    static void load(V* to, const typename V::Value* from)
    {
        for (int c = 0; c < before + count + after; ++c) {
            to[c] = V::load_anywhere(from + c - before);
        }
    }
};

/// Four times the viscosity of the rates along each axis, see Friction.
template <typename V>
struct RegisterFriction {
    using T = typename V::Value;
    static constexpr bool varies = false;

    explicit RegisterFriction(const Box<T>& box)
        : of{V{4 * box.viscosity_along(0)}, V{4 * box.viscosity_along(1)},
             V{4 * box.viscosity_along(2)}}
    {
    }
    [[nodiscard]] V along(int axis) const { return of[axis]; }

    V of[3];
};

/// Stands for RegisterFriction where the viscosity varies.
template <typename V>
using RegisterVarying = VaryingFriction;

template <typename V, template <typename> typename FrictionOf>
using RegisterMomentum = MomentumRow<V, 1, SpacingAlong<V>, SpacingAcross<V>, SpacingAcross<V>,
                                     RegisterAccess, FrictionOf<V>>;

template <typename T>
Surroundings<T> moved(const Surroundings<T>& at, long long by)
{
    Surroundings<T> to{.u = {at.u[0] + by, at.u[1] + by},
                       .v = {at.v[0] + by, at.v[1] + by},
                       .w = {at.w[0] + by, at.w[1] + by},
                       .row = at.row};
    if (at.viscosity[0] != nullptr) {
        to.viscosity[0] = at.viscosity[0] + by;
        to.viscosity[1] = at.viscosity[1] + by;
    }
    return to;
}

template <typename V>
void store_fluxes(const LowerFluxes<V, 1>& fluxes, const LowerRow<typename V::Value>& to,
                  long long c)
{
    fluxes.u[0].store_anywhere(to.u + c);
    fluxes.v[0].store_anywhere(to.v + c);
    fluxes.w[0].store_anywhere(to.w + c);
}

template <typename V, template <typename> typename FrictionOf>
[[gnu::flatten]] void start_row_with(const RowPlace<typename V::Value>& place,
                                     const LowerRow<typename V::Value>& lower)
{
    using T = typename V::Value;
    const SpacingAlong<V> x{place.box.axes[0]};
    const SpacingAcross<V> y{place.box.axes[1], place.j};
    const SpacingAcross<V> z{place.box.axes[2], place.k};
    RegisterMomentum<V, FrictionOf> momentum{x, y, z, FrictionOf<V>{place.box}};
    const Surroundings<T> at = place.at;
    const LowerRow<T> to = lower;
    for (long long c = 0; c < place.used; c += V::count) {
        LowerFluxes<V, 1> fluxes;
        momentum.start(moved(at, c), place.i + c, place.j, place.k, fluxes);
        store_fluxes(fluxes, to, c);
    }
}

template <typename V>
void start_row(const RowPlace<typename V::Value>& place, const LowerRow<typename V::Value>& lower)
{
    if (place.at.viscosity[0] != nullptr) {
        start_row_with<V, RegisterVarying>(place, lower);
    } else {
        start_row_with<V, RegisterFriction>(place, lower);
    }
}

/// The first `count` values of a register, the others are zero.
template <typename V>
[[gnu::noinline]] V load_first(const typename V::Value* from, long long count)
{
    typename V::Value values[V::count] = {};
    for (long long c = 0; c < count; ++c) {
        values[c] = from[c];
    }
    return V::load_anywhere(values);
}

/// Stores the first `count` values of a register.
template <typename V>
[[gnu::noinline]] void store_first(V all, typename V::Value* to, long long count)
{
    typename V::Value values[V::count];
    all.store_anywhere(values);
    for (long long c = 0; c < count; ++c) {
        to[c] = values[c];
    }
}

/// A register with one other value.
template <typename V>
[[gnu::noinline]] V with_value(V all, long long at, typename V::Value value)
{
    typename V::Value values[V::count];
    all.store_anywhere(values);
    values[at] = value;
    return V::load_anywhere(values);
}

template <typename V>
bool begins_register(const typename V::Value* at)
{
    return reinterpret_cast<std::uintptr_t>(at) % sizeof(V) == 0;
}

/// The work of advance_row(), register by register. Only the last one of a row looks where it ends.
template <typename InstructionSet, typename V, template <typename> typename FrictionOf>
class RowAdvance {
    using T = typename V::Value;

public:
    RowAdvance(const RowPlace<T>& place, const RowUpdate<T>& update, const LowerRow<T>& lower)
        : i_{place.i},
          j_{place.j},
          k_{place.k},
          used_{place.used},
          around_{place.at},
          update_{update},
          lower_{lower},
          x_{place.box.axes[0]},
          y_{place.box.axes[1], place.j},
          z_{place.box.axes[2], place.k},
          friction_{place.box},
          new_part_{V{update.new_part}},
          old_part_{V{update.old_part}},
          streams_{update.stores == memory::Stores::streaming}
    {
        const Box<T>& box = place.box;
        for (int component = 0; component < 3; ++component) {
            const long long last[3] = {i_ + used_, j_ + 1, k_ + 1};
            held_[component] =
                box.has_face(component, 1) && last[component] == box.counts[component];
            force_[component] = V{box.force[component]};
            half_buoyancy_[component] =
                update.scalar.here == nullptr ? T{0} : box.buoyancy[component] / 2;
            streams_ = streams_ && begins_register<V>(update.next[component]) &&
                       begins_register<V>(update.rates[component]);
        }
    }

    [[gnu::always_inline]] void run()
    {
        long long c = 0;
        for (; c + V::count < used_; c += V::count) {
            advance<false>(c);
        }
        advance<true>(c);
    }

private:
    /// Advances the register from point c on. `last`: no other one follows it, and part of it may
    /// be beyond the end of the row.
    template <bool last>
    [[gnu::always_inline]] void advance(long long c)
    {
        LowerFluxes<V, 1> fluxes{{V::load_anywhere(lower_.u + c)},
                                 {V::load_anywhere(lower_.v + c)},
                                 {V::load_anywhere(lower_.w + c)}};
        Rates<V, 1> rates;
        const Surroundings<T> at = moved(around_, c);
        RegisterMomentum<V, FrictionOf> momentum{x_, y_, z_, friction_};
        momentum.advance(at, i_ + c, j_, k_, fluxes, rates);
        store_fluxes(fluxes, lower_, c);
        write<last>(0, c, at.u[0], rates.u[0]);
        write<last>(1, c, at.v[0], rates.v[0]);
        write<last>(2, c, at.w[0], rates.w[0]);
    }

    template <bool last>
    [[gnu::always_inline]] void write(int component, long long c, const T* here, V rate)
    {
        rate += force_[component];
        if (half_buoyancy_[component] != 0) {
            rate += buoyancy<last>(component, c);
        }
        if (held_[component]) {  // the velocity through an upper face is given: it keeps its value
            if (component > 0) {
                rate = V{0.0};
            } else if (last) {
                rate = with_value(rate, used_ - c - 1, T{0});
            }
        }
        T* const kept = update_.rates[component] + c;
        V next = V::load_anywhere(here) + new_part_ * rate;
        if (update_.uses_old) {
            __builtin_prefetch(kept + used_);  // the next row, see project_across_row()
            next += old_part_ * load<last>(kept, c);
        }
        store<last>(next, update_.next[component] + c, c, streams_);
        if (update_.keeps) {
            store<last>(rate, kept, c, streams_ && !update_.uses_old);
        }
    }

    /// The value of the scalar on a face is the plain mean: so the work of buoyancy is what the
    /// scheme of the scalar moves through the faces.
    template <bool last>
    V buoyancy(int component, long long c) const
    {
        const RowScalar<T>& scalar = update_.scalar;
        const T* const here = scalar.here + c;
        V next;
        if (component > 0) {
            next = load<last>((component == 1 ? scalar.north : scalar.above) + c, c);
        } else if constexpr (last) {
            const long long behind = used_ - c - 1;
            next = with_value(load_first<V>(here + 1, behind), behind, scalar.behind);
        } else {
            next = V::load_anywhere(here + 1);
        }
        return V{half_buoyancy_[component]} * (load<last>(here, c) + next);
    }

    template <bool last>
    [[gnu::always_inline]] V load(const T* from, long long c) const
    {
        return last && used_ - c < V::count ? load_first<V>(from, used_ - c)
                                            : V::load_anywhere(from);
    }
    /// `streams`: past the caches, where this is a whole register.
    template <bool last>
    [[gnu::always_inline]] void store(V all, T* to, long long c, bool streams) const
    {
        if (last && used_ - c < V::count) {
            store_first(all, to, used_ - c);
        } else if (streams) {
            InstructionSet::stream(to, all.all);
        } else {
            all.store_anywhere(to);
        }
    }

    long long i_;
    long long j_;
    long long k_;
    long long used_;
    Surroundings<T> around_;
    RowUpdate<T> update_;
    LowerRow<T> lower_;
    SpacingAlong<V> x_;
    SpacingAcross<V> y_;
    SpacingAcross<V> z_;
    FrictionOf<V> friction_;
    V new_part_;
    V old_part_;
    V force_[3];
    T half_buoyancy_[3];
    bool held_[3];
    bool streams_;
};

template <typename InstructionSet, typename V, template <typename> typename FrictionOf>
[[gnu::flatten]] void advance_row_with(const RowPlace<typename V::Value>& place,
                                       const RowUpdate<typename V::Value>& update,
                                       const LowerRow<typename V::Value>& lower)
{
    RowAdvance<InstructionSet, V, FrictionOf>{place, update, lower}.run();
}

template <typename InstructionSet, typename V>
void advance_row(const RowPlace<typename V::Value>& place,
                 const RowUpdate<typename V::Value>& update,
                 const LowerRow<typename V::Value>& lower)
{
    if (place.at.viscosity[0] != nullptr) {
        advance_row_with<InstructionSet, V, RegisterVarying>(place, update, lower);
    } else {
        advance_row_with<InstructionSet, V, RegisterFriction>(place, update, lower);
    }
}

/// `InstructionSet` is a type of the file that includes this header: it gives the bytes of a
/// register and a store of one that bypasses the caches.
template <typename T, typename InstructionSet>
StageRows<T> stage_rows(const char* instruction_set)
{
    using V = Lanes<T, InstructionSet::register_bytes>;
    return {.instruction_set = instruction_set,
            .start = start_row<V>,
            .advance = advance_row<InstructionSet, V>,
            .measure = measure_row<T>,
            .project_along = project_along_row<V>,
            .project_across = project_across_row<V>,
            .bounded_along = find_bounded_along<T>,
            .bounded_across = find_bounded_across<T>};
}

}  // namespace
}  // namespace tobiuo::flow
