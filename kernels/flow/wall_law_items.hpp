// SPDX-License-Identifier: BSD-3-Clause
// The friction of walls by the logarithmic law and the similarity of Monin and Obukhov. For host and
// device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/source_items.hpp"
#include "kernels/flow/state_view.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// What a wall is like, and the middle of the cell beside it.
template <typename T>
struct WallLayer {
    T distance = 0;   ///< d, from the wall
    T roughness = 0;  ///< z0; 0 of a smooth wall
    T viscosity = 0;
    /// The buoyancy, towards the fluid, of a unit of the scalar.
    T buoyancy = 0;
};

/// The friction velocity, squared, and the flux of the scalar into the fluid.
template <typename T>
struct WallFluxes {
    T friction_squared = 0;
    T scalar = 0;
};

/// The laws of WallLaw, see problem.hpp.
///
/// Smooth    Newton's method from above, where the law is convex: the error falls below rounding.
/// Rough     d / L is iterated. Where the scalar has a value on the wall, d / L = Ri m^2 / h of the
///           bulk Richardson number Ri and the profiles m and h of velocity and scalar; where its
///           flux is given, d / L = -0.4 d (buoyancy flux) / u_tau^3. It is kept in -10 ... 2,
///           beyond which no profile was measured.
template <typename T>
class LawOfWall {
public:
    explicit constexpr LawOfWall(const WallLayer<T>& layer) : layer_{layer} {}

    /// For a velocity of this size, where no scalar matters.
    [[nodiscard]] WallFluxes<T> neutral(T speed) const
    {
        if (layer_.roughness > 0) {
            const T friction = karman * speed / log_of_roughness();
            return {.friction_squared = friction * friction};
        }
        return {.friction_squared = smooth(speed)};
    }
    /// For a scalar that is `difference` larger than on the wall.
    [[nodiscard]] WallFluxes<T> of_value(T speed, T difference) const
    {
        if (speed <= 0) {
            return {};
        }
        const T richardson = layer_.distance * layer_.buoyancy * difference / (speed * speed);
        T stability = 0;
        for (int turn = 0; turn < turns; ++turn) {
            const T m = momentum(stability);
            stability = (stability + kept(richardson * m * m / heat(stability))) / 2;
        }
        const T friction = karman * speed / momentum(stability);
        return {.friction_squared = friction * friction,
                .scalar = -friction * karman * difference / heat(stability)};
    }
    /// For a flux of the scalar into the fluid.
    [[nodiscard]] WallFluxes<T> of_flux(T speed, T flux) const
    {
        if (speed <= 0) {
            return {};
        }
        const T least = static_cast<T>(1e-3) * speed;
        T stability = 0;
        T friction = 0;
        for (int turn = 0; turn < turns; ++turn) {
            friction = karman * speed / momentum(stability);
            friction = friction > least ? friction : least;
            const T next = -karman * layer_.distance * layer_.buoyancy * flux /
                           (friction * friction * friction);
            stability = (stability + kept(next)) / 2;
        }
        return {.friction_squared = friction * friction};
    }

private:
#ifndef __CUDACC__
    static T log(T value)
    {
        return std::log(value);
    }
    static T sqrt(T value)
    {
        return std::sqrt(value);
    }
    static T atan(T value)
    {
        return std::atan(value);
    }
#endif
    static constexpr int turns = 30;
    static constexpr T karman = static_cast<T>(0.4);

    static constexpr T kept(T stability)
    {
        constexpr T most = 2;
        constexpr T least = -10;
        return stability > most ? most : stability < least ? least : stability;
    }

    [[nodiscard]] T log_of_roughness() const
    {
        return log(layer_.distance / layer_.roughness);
    }

    /// 0.4 U / u_tau and 0.4 u_tau (difference) / flux.
    [[nodiscard]] T momentum(T stability) const
    {
        constexpr auto stable = static_cast<T>(4.8);
        if (stability >= 0) {
            return log_of_roughness() + stable * stability;
        }
        const T x = sqrt(sqrt(1 - 16 * stability));
        constexpr auto half_pi = static_cast<T>(1.5707963267948966);
        const T psi = 2 * log((1 + x) / 2) + log((1 + x * x) / 2) - 2 * atan(x) + half_pi;
        return limited(psi);
    }
    [[nodiscard]] T heat(T stability) const
    {
        constexpr auto stable = static_cast<T>(7.8);
        if (stability >= 0) {
            return log_of_roughness() + stable * stability;
        }
        return limited(2 * log((1 + sqrt(1 - 16 * stability)) / 2));
    }
    /// A profile is not below a tenth of the neutral one.
    [[nodiscard]] T limited(T psi) const
    {
        const T neutral_profile = log_of_roughness();
        const T least = neutral_profile / 10;
        return neutral_profile - psi > least ? neutral_profile - psi : least;
    }

    /// u_tau^2 of U / u_tau = ln(d u_tau / nu) / 0.41 + 5.2, or of the viscous layer where that is
    /// thicker than d: where both meet, d u_tau / nu is about 11.
    [[nodiscard]] T smooth(T speed) const
    {
        constexpr auto smooth_karman = static_cast<T>(0.41);
        constexpr auto constant = static_cast<T>(5.2);
        constexpr T edge = static_cast<T>(11.06);
        if (layer_.viscosity <= 0) {
            return 0;
        }
        const T viscous = layer_.viscosity * speed / layer_.distance;
        if (speed * layer_.distance <= edge * edge * layer_.viscosity) {
            return viscous;
        }
        T friction =
            sqrt(viscous);  // below the root where the layer is thin: U / u_tau is above the law
        for (int turn = 0; turn < turns; ++turn) {
            const T law =
                log(layer_.distance * friction / layer_.viscosity) / smooth_karman + constant;
            const T value = friction * law - speed;
            friction -= value / (law + 1 / smooth_karman);
        }
        return friction * friction;
    }

    WallLayer<T> layer_;
};

/// A wall with a law, and what it takes and gives. A View has velocity(component, index), at indices
/// -1 ... n, and above_wall(cell): the scalar of a cell without its value on the wall, or 0.
template <typename T>
struct LawWall {
    int face = 0;
    T roughness = 0;
    T wall_velocity[3] = {};
    bool has_buoyancy = false;  ///< of the scalar, across the wall
    bool gives_value = false;   ///< the scalar has a value on the wall
    T flux = 0;                 ///< of the scalar into the box, where it is given

    [[nodiscard]] constexpr int across() const { return face / 2; }
    /// The index of the cells beside it.
    [[nodiscard]] constexpr long long layer(const Box<T>& box) const
    {
        return face % 2 == 0 ? 0 : box.counts[across()] - 1;
    }

    /// What a component of the velocity loses through a unit of area: u_tau^2 along it.
    template <typename View>
    [[nodiscard]] T friction(const Box<T>& box, const View& view, int component,
                             const long long (&at)[3]) const
    {
        const int other = 3 - across() - component;
        long long next[3] = {at[0], at[1], at[2]};
        ++next[component];
        const T own = view.velocity(component, at) - component_of(wall_velocity, component);
        const T beside = (centre(view, other, at) + centre(view, other, next)) / 2 -
                         component_of(wall_velocity, other);
        const T speed = root(own * own + beside * beside);
        if (speed <= 0) {
            return 0;
        }
        T difference = 0;
        if (gives_value) {
            const long long inside[3] = {box.inside(0, next[0]), box.inside(1, next[1]),
                                         box.inside(2, next[2])};
            difference = (view.above_wall(at) + view.above_wall(inside)) / 2;
        }
        return fluxes(box, speed, difference).friction_squared * own / speed;
    }

    /// What a scalar with a value on the wall gains through a unit of area.
    template <typename View>
    [[nodiscard]] T scalar_gain(const Box<T>& box, const View& view,
                                const long long (&cell)[3]) const
    {
        const int first = faster_axis(across());
        const int second = slower_axis(across());
        const T one = centre(view, first, cell) - component_of(wall_velocity, first);
        const T other = centre(view, second, cell) - component_of(wall_velocity, second);
        return fluxes(box, root(one * one + other * other), view.above_wall(cell)).scalar;
    }

private:
    static T root(T square)
    {
#ifdef __CUDACC__
        return sqrt(square);
#else
        return std::sqrt(square);
#endif
    }

    template <typename View>
    [[nodiscard]] static T centre(const View& view, int component, const long long (&cell)[3])
    {
        const long long before[3] = {cell[0] - (component == 0 ? 1 : 0),
                                     cell[1] - (component == 1 ? 1 : 0),
                                     cell[2] - (component == 2 ? 1 : 0)};
        return (view.velocity(component, cell) + view.velocity(component, before)) / 2;
    }

    [[nodiscard]] WallFluxes<T> fluxes(const Box<T>& box, T speed, T difference) const
    {
        const T towards_fluid = face % 2 == 0 ? T{1} : T{-1};
        const LawOfWall<T> law{WallLayer<T>{
            .distance = 1 / (2 * box.axes[across()].per_width[layer(box)]),
            .roughness = roughness,
            .viscosity = box.viscosity,
            .buoyancy =
                has_buoyancy ? towards_fluid * component_of(box.buoyancy, across()) : T{0}}};
        if (roughness > 0 && gives_value) {
            return law.of_value(speed, difference);
        }
        return roughness > 0 && has_buoyancy ? law.of_flux(speed, flux) : law.neutral(speed);
    }
};

/// The scalar of a cell beside a face without what the face gives it.
template <typename T>
[[nodiscard]] constexpr T above_face(const Box<T>& box, int face, const long long (&cell)[3],
                                     T inside)
{
    const int across = face / 2;
    return inside - box.faces[face].scalar.added(cell[slower_axis(across)] *
                                                     box.counts[faster_axis(across)] +
                                                 cell[faster_axis(across)]);
}

/// Item n takes from a stage what the friction of a wall takes of a velocity along it at point n of its
/// face, [slower][faster], and gives it the scalar that the wall gives.
template <typename T>
struct WallFriction {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/wall_law_items.hpp",
                                            .type = "tobiuo::flow::WallFriction",
                                            .name = "flow-wall-friction",
                                            .threads = 128,
                                            .nanoseconds = 500.0};

    Box<T> box = {};
    StageArrays<T> arrays = {};
    LawWall<T> wall = {};
    int quantity = 0;  ///< a component along the face, or scalar_quantity
    T new_part = 0;    ///< gamma times the time step
    bool keeps = false;

    void operator()(long long n) const
    {
        const int across = wall.across();
        const int faster = faster_axis(across);
        const long long layer = wall.layer(box);
        long long at[3] = {};
        at[across] = layer;
        at[faster] = n % box.counts[faster];
        at[slower_axis(across)] = n / box.counts[faster];
        const bool is_scalar = quantity == scalar_quantity;
        if (!is_scalar && box.has_face(quantity, 1) && at[quantity] == box.counts[quantity] - 1) {
            return;
        }
        const T per_width = box.axes[across].per_width[layer];
        const View view{*this, {box, arrays}};
        const T change = per_width * (is_scalar ? given(view, at, per_width)
                                                : -wall.friction(box, view, quantity, at));
        const long long here = place(at);
        if (keeps) {
            (is_scalar ? arrays.scalar_rates : component_of(arrays.rates, quantity))[here] +=
                change;
        }
        (is_scalar ? arrays.next_scalar : component_of(arrays.next, quantity))[here] +=
            new_part * change;
    }

private:
    struct View {
        const WallFriction& item;
        ProjectedVelocity<T> projected;

        [[nodiscard]] T velocity(int component, const long long (&index)[3]) const
        {
            return projected.at(component, index);
        }
        [[nodiscard]] T above_wall(const long long (&cell)[3]) const
        {
            return item.above_wall(cell);
        }
    };

    [[nodiscard]] long long place(const long long (&cell)[3]) const
    {
        return (cell[2] * box.counts[1] + cell[1]) * box.counts[0] + cell[0];
    }
    [[nodiscard]] T above_wall(const long long (&cell)[3]) const
    {
        return wall.gives_value ? above_face(box, wall.face, cell, arrays.scalar[place(cell)])
                                : T{0};
    }

    /// What the scalar gains through a unit of area beside what its kernel finds for a value.
    [[nodiscard]] T given(const View& view, const long long (&at)[3], T per_width) const
    {
        T diffusivity = box.diffusivity;
        if (arrays.viscosity != nullptr) {
            const T inner = arrays.viscosity[place(at)];
            const Beyond<T>& beyond = box.faces[wall.face].viscosity;
            diffusivity = box.diffusivity_between(inner, beyond.factor * inner + beyond.value);
        }
        return wall.scalar_gain(box, view, at) + diffusivity * per_width * above_wall(at);
    }
};

/// Item n finds, for point n of the face of a wall with a law, what the wall takes of the velocity along
/// its faster and its slower axis and what it gives the scalar, [quantity][point] of `table`, times the
/// areas of the points. Twin: WallFriction, for a state in doubles.
template <typename T>
struct LawOfPoint {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/wall_law_items.hpp",
                                            .type = "tobiuo::flow::LawOfPoint",
                                            .name = "flow-law-of-point",
                                            .threads = 128,
                                            .nanoseconds = 500.0};
    static constexpr int quantities = 3;

    StateView<T> state;
    LawWall<double> wall = {};
    double* table = nullptr;

    [[nodiscard]] long long count() const
    {
        return state.box.counts[faster_axis(wall.across())] *
               state.box.counts[slower_axis(wall.across())];
    }

    void operator()(long long n) const
    {
        const int across = wall.across();
        const int faster = faster_axis(across);
        const int slower = slower_axis(across);
        long long at[3] = {};
        at[across] = wall.layer(state.box);
        at[faster] = n % state.box.counts[faster];
        at[slower] = n / state.box.counts[faster];
        const View view{*this};
        table[n] = area_of(faster, slower, at) * wall.friction(state.box, view, faster, at);
        table[count() + n] =
            area_of(slower, faster, at) * wall.friction(state.box, view, slower, at);
        table[2 * count() + n] = wall.gives_value ? state.width(faster, at[faster]) *
                                                        state.width(slower, at[slower]) *
                                                        wall.scalar_gain(state.box, view, at)
                                                  : 0.0;
    }

private:
    struct View {
        const LawOfPoint& item;

        [[nodiscard]] double velocity(int component, const long long (&index)[3]) const
        {
            return item.state.at(component, index[0], index[1], index[2]);
        }
        [[nodiscard]] double above_wall(const long long (&cell)[3]) const
        {
            return item.wall.gives_value
                       ? above_face(item.state.box, item.wall.face, cell,
                                    item.state.value(item.state.scalar, cell[0], cell[1], cell[2]))
                       : 0.0;
        }
    };

    /// The area of a point of a component; 0 on a face across it, which holds the velocity.
    [[nodiscard]] double area_of(int component, int other, const long long (&at)[3]) const
    {
        return state.is_on_face(component, at[component])
                   ? 0.0
                   : state.edge(component, at[component]) * state.width(other, at[other]);
    }
};

}  // namespace tobiuo::flow
