// SPDX-License-Identifier: BSD-3-Clause
// The colours that stand for values in a picture.
#pragma once

#include <cstdint>

namespace tobiuo {

struct Rgb {
    std::uint8_t red{};
    std::uint8_t green{};
    std::uint8_t blue{};

    [[nodiscard]] constexpr bool operator==(const Rgb&) const = default;
};

/// The colours between two limits.
enum class ColourMap {
    sequential,  ///< viridis
    diverging,   ///< blue, white, red
};

/// Viridis at `t` in [0, 1] (other values are clamped): it is perceptually uniform, and readable in
/// grey and by the colour-blind. It differs from the original's 256 colours, which are CC0, by at
/// most 5 of 255 steps. Source: S. van der Walt and N. Smith, bids.github.io/colormap (2015).
[[nodiscard]] Rgb viridis(double t);

/// The map from dark blue at 0 over white at 0.5 to dark red at 1 (other values are clamped).
[[nodiscard]] Rgb blue_white_red(double t);

/// The colour in `map` of a value at the fraction `t` between the limits.
[[nodiscard]] Rgb colour_of(ColourMap map, double t);

/// The colour of values that are not finite; it is unlike any colour of the maps.
inline constexpr Rgb not_finite_colour{.red = 230, .green = 0, .blue = 126};

/// The colour of bodies in a flow.
inline constexpr Rgb body_colour{.red = 150, .green = 150, .blue = 150};

}  // namespace tobiuo
