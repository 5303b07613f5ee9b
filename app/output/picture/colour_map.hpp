// The colours of a picture's values.
#pragma once

#include <cstdint>

namespace tobiuo {

struct Rgb {
    std::uint8_t red{};
    std::uint8_t green{};
    std::uint8_t blue{};

    [[nodiscard]] constexpr bool operator==(const Rgb&) const = default;
};

/// Which colours stand for the values between two limits.
enum class ColourMap {
    sequential,  ///< viridis
    diverging,   ///< blue, white, red
};

/// Viridis at `t` in [0, 1] (values outside are clamped): perceptually uniform, readable in grey
/// and by the colour-blind. Within 5 of 255 steps of the original's 256 colours, which are CC0.
/// Source: S. van der Walt and N. Smith, bids.github.io/colormap (2015).
[[nodiscard]] Rgb viridis(double t);

/// From dark blue at 0 by white at 0.5 to dark red at 1 (values outside are clamped).
[[nodiscard]] Rgb blue_white_red(double t);

/// The colour of a value that is `t` of the way between the limits of `map`.
[[nodiscard]] Rgb colour_of(ColourMap map, double t);

/// For values that are not finite: no colour of the maps comes near it.
inline constexpr Rgb not_finite_colour{.red = 230, .green = 0, .blue = 126};

}  // namespace tobiuo
