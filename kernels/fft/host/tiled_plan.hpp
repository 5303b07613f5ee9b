// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms of whole arrays on the CPU, axis after axis, by tiles of lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/fft/host/lone_lines.hpp"
#include "kernels/fft/host/real_plan.hpp"

namespace tobiuo::fft {

/// One axis of arrays without gaps: its kind, of types 2 to 4, and its points, an even number.
struct TiledAxis {
    RealKind kind{};
    std::int64_t length{};
};

/// The transforms of HostRealPlan with a scale. FFTW vectorises complex transforms only; tiles make
/// a real line a complex one of half as many points, and many such lines one vector.
///
/// Traffic   each axis reads and writes the array once.
/// Accuracy  that of TileDft, relative to the norm of each line: lines do not meet, and what is not
///           finite stays in its line.
/// Sharing   any number of executions at a time.
template <typename T>
class HostTiledPlan {
public:
    /// Whether tiles are faster than a HostRealPlan: all axes have lines enough to fill one, which
    /// stays in a cache, and lengths and kinds that suit them.
    [[nodiscard]] static bool suits(const std::vector<TiledAxis>& axes, std::int64_t batch);

    /// Plans `axes`, the fastest one first, of `batch` arrays that follow each other. Throws
    /// std::invalid_argument for other kinds and lengths, std::runtime_error if FFTW makes no plan.
    HostTiledPlan(const std::vector<TiledAxis>& axes, std::int64_t batch, double scale,
                  Effort effort);

    /// Transforms arrays that are equal or disjoint on `threads` threads, whose number changes no
    /// bit.
    void execute(const T* in, T* out, int threads) const;

private:
    /// Lines that are copied at a time, to two tiles.
    static constexpr std::int64_t width = tile_width<T>;
    using InTile = typename HostLoneLines<T>::Place;

    struct Step {
        HostLoneLines<T> transform;
        std::int64_t length{};
        std::int64_t stride{};        ///< the distance of a line's values; its neighbours are at 1
        std::vector<InTile> results;  ///< the places of coefficients, with the scale
    };

    /// `width` lines, or fewer at the end: where each begins in the array and in the two tiles.
    struct Place {
        std::array<std::int64_t, static_cast<std::size_t>(width)> begins{};
        std::array<std::int64_t, static_cast<std::size_t>(width)> in_tiles{};
        std::int64_t lines{};
        bool contiguous{};  ///< whether all are neighbours
    };

    [[nodiscard]] Place place_of(const Step& step, std::int64_t group) const;
    void gather(const Step& step, const Place& place, const T* in, T* tiles) const;
    void scatter(const Step& step, const Place& place, const T* tiles, T* out) const;
    void run(const Step& step, const T* in, T* out, T* tiles, int threads) const;

    std::vector<Step> steps_;
    std::int64_t values_;
};

extern template class HostTiledPlan<float>;
extern template class HostTiledPlan<double>;

}  // namespace tobiuo::fft
