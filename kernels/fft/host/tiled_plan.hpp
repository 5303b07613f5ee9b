// Cosine and sine transforms of whole arrays on the CPU, axis after axis, by tiles of lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
#include "kernels/fft/host/real_plan.hpp"

namespace tobiuo::fft {

/// One axis of arrays without gaps: its kind, which is none of the DFT's, and its points.
struct TiledAxis {
    RealKind kind{};
    std::int64_t length{};
};

/// The transforms of HostRealPlan with a scale. FFTW vectorises complex transforms only; tiles make
/// two real lines one complex line, and many pairs of lines one vector.
///
/// Traffic   each axis reads and writes the array once.
/// Sharing   any number of executions at a time.
template <typename T>
class HostTiledPlan {
public:
    /// Whether tiles are faster than a HostRealPlan: all axes have lines enough to fill one, which
    /// stays in a cache, and lengths and kinds that suit them.
    [[nodiscard]] static bool suits(const std::vector<TiledAxis>& axes, std::int64_t batch);

    /// Plans `axes`, the fastest one first, of `batch` arrays that follow each other. Throws
    /// std::runtime_error if FFTW makes no plan.
    HostTiledPlan(const std::vector<TiledAxis>& axes, std::int64_t batch, double scale,
                  Effort effort);

    /// Transforms arrays that are equal or disjoint on `threads` threads, whose number changes no
    /// bit.
    void execute(const T* in, T* out, int threads) const;

private:
    static constexpr std::int64_t width = HostLineTransform<T>::width;

    struct Step {
        HostLineTransform<T> transform;
        std::int64_t length{};
        std::int64_t stride{};   ///< the distance of a line's values; lines beside it follow at 1
        std::vector<T> factors;  ///< of the coefficient in each row of a tile
    };

    /// The lines of a tile, or fewer of the last one: where each begins.
    struct Place {
        std::array<std::int64_t, static_cast<std::size_t>(width)> begins{};
        std::int64_t lines{};
        bool contiguous{};  ///< whether all are neighbours
    };

    [[nodiscard]] Place place_of(const Step& step, std::int64_t tile) const;
    void gather(const Step& step, const Place& place, const T* in, T* tile) const;
    void scatter(const Step& step, const Place& place, const T* tile, T* out) const;
    void run(const Step& step, const T* in, T* out, T* tiles, int threads) const;

    std::vector<Step> steps_;
    std::int64_t values_;
};

extern template class HostTiledPlan<float>;
extern template class HostTiledPlan<double>;

}  // namespace tobiuo::fft
