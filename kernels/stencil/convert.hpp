// SPDX-License-Identifier: BSD-3-Clause
// Reads values out in the type that the caller wants.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace tobiuo::stencil {

/// Fills `out` from a store of Real: `fetch(part, at)` writes the values [at, at + part.size()) of
/// the store. It writes directly into `out` if the types agree, else piece by piece through a
/// buffer; each piece holds whole multiples of `grain` values if `out` does.
template <typename Real, typename Out, typename Fetch>
void read_converted(std::span<Out> out, const Fetch& fetch, std::size_t grain = 1)
{
    if constexpr (std::is_same_v<Real, Out>) {
        fetch(out, 0);
    } else {
        constexpr std::size_t usual = 1 << 20;
        const std::size_t piece = std::max<std::size_t>(usual / grain, 1) * grain;
        std::vector<Real> buffer(std::min(piece, out.size()));
        for (std::size_t at = 0; at < out.size(); at += piece) {
            const std::size_t count = std::min(piece, out.size() - at);
            const std::span<Real> part = std::span{buffer}.first(count);
            fetch(part, at);
            std::ranges::transform(part, out.subspan(at).begin(),
                                   [](Real value) { return static_cast<Out>(value); });
        }
    }
}

}  // namespace tobiuo::stencil
