// The friction of walls by the logarithmic law and the similarity of Monin and Obukhov. For host and
// device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/source_items.hpp"
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
    int face = 0;
    int quantity = 0;  ///< a component along the face, or scalar_quantity
    T roughness = 0;
    T wall_velocity[3] = {};
    bool has_buoyancy = false;  ///< of the scalar, across the wall
    bool gives_value = false;   ///< the scalar has a value on the wall
    T flux = 0;                 ///< of the scalar into the box, where it is given
    T new_part = 0;             ///< gamma times the time step
    bool keeps = false;

    void operator()(long long n) const
    {
        const int across = face / 2;
        const int faster = faster_axis(across);
        const long long layer = face % 2 == 0 ? 0 : box.counts[across] - 1;
        long long at[3] = {};
        at[across] = layer;
        at[faster] = n % box.counts[faster];
        at[slower_axis(across)] = n / box.counts[faster];
        const bool is_scalar = quantity == scalar_quantity;
        if (!is_scalar && box.has_face(quantity, 1) && at[quantity] == box.counts[quantity] - 1) {
            return;
        }
        const T per_width = box.axes[across].per_width[layer];
        const T change = per_width * (is_scalar ? given(at, per_width) : -friction(at, per_width));
        const long long here = (at[2] * box.counts[1] + at[1]) * box.counts[0] + at[0];
        if (keeps) {
            (is_scalar ? arrays.scalar_rates : component_of(arrays.rates, quantity))[here] +=
                change;
        }
        (is_scalar ? arrays.next_scalar : component_of(arrays.next, quantity))[here] +=
            new_part * change;
    }

private:
    [[nodiscard]] T towards_fluid() const { return face % 2 == 0 ? T{1} : T{-1}; }

    [[nodiscard]] WallFluxes<T> fluxes(T speed, T difference, T per_width) const
    {
        const LawOfWall<T> law{WallLayer<T>{
            .distance = 1 / (2 * per_width),
            .roughness = roughness,
            .viscosity = box.viscosity,
            .buoyancy =
                has_buoyancy ? towards_fluid() * component_of(box.buoyancy, face / 2) : T{0}}};
        if (roughness > 0 && gives_value) {
            return law.of_value(speed, difference);
        }
        return roughness > 0 && has_buoyancy ? law.of_flux(speed, flux) : law.neutral(speed);
    }

    static T root(T square)
    {
#ifdef __CUDACC__
        return sqrt(square);
#else
        return std::sqrt(square);
#endif
    }

    /// What the velocity loses through a unit of area: u_tau^2 along it.
    [[nodiscard]] T friction(const long long (&at)[3], T per_width) const
    {
        const ProjectedVelocity<T> velocity{box, arrays};
        const int other = 3 - face / 2 - quantity;
        long long next[3] = {at[0], at[1], at[2]};
        ++next[quantity];
        const T own = velocity.at(quantity, at) - component_of(wall_velocity, quantity);
        const T beside = (velocity.at_centre(other, at) + velocity.at_centre(other, next)) / 2 -
                         component_of(wall_velocity, other);
        const T speed = root(own * own + beside * beside);
        if (speed <= 0) {
            return 0;
        }
        T difference = 0;
        if (gives_value) {
            const long long inside[3] = {box.inside(0, next[0]), box.inside(1, next[1]),
                                         box.inside(2, next[2])};
            difference = (above_wall(at) + above_wall(inside)) / 2;
        }
        return fluxes(speed, difference, per_width).friction_squared * own / speed;
    }

    /// What the scalar gains through a unit of area beside what its kernel finds for a value.
    [[nodiscard]] T given(const long long (&at)[3], T per_width) const
    {
        const ProjectedVelocity<T> velocity{box, arrays};
        const int first = faster_axis(face / 2);
        const int second = slower_axis(face / 2);
        const T one = velocity.at_centre(first, at) - component_of(wall_velocity, first);
        const T other = velocity.at_centre(second, at) - component_of(wall_velocity, second);
        const T difference = above_wall(at);
        const long long here = (at[2] * box.counts[1] + at[1]) * box.counts[0] + at[0];
        T diffusivity = box.diffusivity;
        if (arrays.viscosity != nullptr) {
            const T inner = arrays.viscosity[here];
            const Beyond<T>& beyond = box.faces[face].viscosity;
            diffusivity = box.diffusivity_between(inner, beyond.factor * inner + beyond.value);
        }
        return fluxes(root(one * one + other * other), difference, per_width).scalar +
               diffusivity * per_width * difference;
    }

    /// The point of the face beside a cell.
    [[nodiscard]] long long point_of(const long long (&cell)[3]) const
    {
        const int across = face / 2;
        return cell[slower_axis(across)] * box.counts[faster_axis(across)] +
               cell[faster_axis(across)];
    }
    /// The scalar of a cell without its value on the wall.
    [[nodiscard]] T above_wall(const long long (&cell)[3]) const
    {
        const long long here = (cell[2] * box.counts[1] + cell[1]) * box.counts[0] + cell[0];
        return gives_value ? arrays.scalar[here] - box.faces[face].scalar.added(point_of(cell))
                           : T{0};
    }
};

}  // namespace tobiuo::flow
