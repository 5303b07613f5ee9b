// SPDX-License-Identifier: BSD-3-Clause
// The benchmark's official problem sizes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/stencil/shape.hpp"

namespace tobiuo::himeno {

struct Preset {
    std::string_view name;
    stencil::Shape shape;  ///< active points i x j x k (z, y, x)
};

/// RIKEN himenoBMTxp 3.0.
inline constexpr std::array<Preset, 5> presets{{{"XS", {32, 32, 64}},
                                                {"S", {64, 64, 128}},
                                                {"M", {128, 128, 256}},
                                                {"L", {256, 256, 512}},
                                                {"XL", {512, 512, 1024}}}};

/// The preset of that name; nothing if there is none.
[[nodiscard]] constexpr std::optional<Preset> find_preset(std::string_view name)
{
    for (const Preset& preset : presets) {
        if (preset.name == name) {
            return preset;
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo::himeno
