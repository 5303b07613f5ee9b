#include "kernels/fft/host/tiled_plan.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/fft/host/tile_tuning.hpp"
#include "kernels/memory/host_array.hpp"

namespace tobiuo::fft {
namespace {

/// None for DCT-I and DST-I, which FFTW computes as fast.
std::optional<tile_tuning::RealWorth> worth_of(RealKind kind)
{
    switch (kind) {
        case RealKind::cosine_2:
        case RealKind::cosine_3:
        case RealKind::sine_2:
        case RealKind::sine_3:
            return tile_tuning::kinds_2_and_3;
        case RealKind::cosine_4:
        case RealKind::sine_4:
            return tile_tuning::kind_4;
        default:
            return std::nullopt;
    }
}

/// Values of a line that are copied before the next line's, where lines are not neighbours: as many
/// as fill a cache line.
template <typename T>
constexpr std::int64_t block = 64 / static_cast<std::int64_t>(sizeof(T));

/// The factor of the first of n samples in coefficient k, which is never 0.
double share_of_first(RealKind kind, std::int64_t n, std::int64_t k)
{
    const auto half_turns = [](double turns, std::int64_t of) {
        return std::numbers::pi * turns / static_cast<double>(of);
    };
    const auto mode = static_cast<double>(k);
    switch (kind) {
        case RealKind::cosine_1:
        case RealKind::cosine_3:
            return 1.0;
        case RealKind::cosine_2:
            return 2.0 * std::cos(half_turns(0.5 * mode, n));
        case RealKind::cosine_4:
            return 2.0 * std::cos(half_turns(0.5 * (mode + 0.5), n));
        case RealKind::sine_1:
            return 2.0 * std::sin(half_turns(mode + 1.0, n + 1));
        case RealKind::sine_2:
            return 2.0 * std::sin(half_turns(0.5 * (mode + 1.0), n));
        case RealKind::sine_3:
            return 2.0 * std::sin(half_turns(mode + 0.5, n));
        case RealKind::sine_4:
            return 2.0 * std::sin(half_turns(0.5 * (mode + 0.5), n));
        default:
            throw std::invalid_argument{
                "tiles of lines are transformed by cosines and sines only: ask for such a kind"};
    }
}

/// Signs and powers of two by which the rows of a tile differ from the coefficients, as the
/// transform of the first sample alone shows.
template <typename T>
std::vector<T> factors_of(const HostLineTransform<T>& transform, RealKind kind, std::int64_t length)
{
    constexpr std::int64_t width = HostLineTransform<T>::width;
    memory::HostArray<T> tile{static_cast<std::size_t>(length * width)};
    std::fill_n(tile.data(), length * width, T{0});
    const TileRow first = transform.input_rows().front();
    tile.data()[first.row * width] = first.negated ? T{-1} : T{1};
    transform.forward(tile.data());
    std::vector<T> factors;
    for (std::int64_t row = 0; row < length; ++row) {
        const double share =
            share_of_first(kind, length, transform.modes()[static_cast<std::size_t>(row)]);
        const double factor = share / static_cast<double>(tile.data()[row * width]);
        factors.push_back(static_cast<T>(
            std::copysign(std::exp2(std::round(std::log2(std::abs(factor)))), factor)));
    }
    return factors;
}

std::int64_t points_of(const std::vector<TiledAxis>& axes)
{
    std::int64_t points = 1;
    for (const TiledAxis& axis : axes) {
        points *= axis.length;
    }
    return points;
}

}  // namespace

template <typename T>
bool HostTiledPlan<T>::suits(const std::vector<TiledAxis>& axes, std::int64_t batch)
{
    const std::int64_t values = points_of(axes) * batch;
    return std::ranges::all_of(axes, [&](const TiledAxis& axis) {
        const std::optional<tile_tuning::RealWorth> worth = worth_of(axis.kind);
        return worth && values >= worth->values && axis.length % worth->multiple == 0 &&
               axis.length <= tile_tuning::longest_real_line && values / axis.length >= width;
    });
}

template <typename T>
HostTiledPlan<T>::HostTiledPlan(const std::vector<TiledAxis>& axes, std::int64_t batch,
                                double scale, Effort effort)
    : values_{points_of(axes) * batch}
{
    std::int64_t stride = 1;
    for (const TiledAxis& axis : axes) {
        HostLineTransform<T> transform{axis.kind, axis.length, effort};
        std::vector<T> factors = factors_of(transform, axis.kind, axis.length);
        steps_.push_back({.transform = std::move(transform),
                          .length = axis.length,
                          .stride = stride,
                          .factors = std::move(factors)});
        stride *= axis.length;
    }
    for (T& factor : steps_.back().factors) {
        factor *= static_cast<T>(scale);
    }
}

template <typename T>
void HostTiledPlan<T>::execute(const T* in, T* out, int threads) const
{
    std::int64_t longest = 0;
    for (const Step& step : steps_) {
        longest = std::max(longest, step.length);
    }
    memory::HostArray<T> tiles{static_cast<std::size_t>(threads * longest * width)};
    for (const Step& step : steps_) {
        run(step, in, out, tiles.data(), threads);
        in = out;
    }
}

template <typename T>
void HostTiledPlan<T>::run(const Step& step, const T* in, T* out, T* tiles,
                           [[maybe_unused]] int threads) const
{
    const std::int64_t lines = values_ / step.length;
    const std::int64_t count = (lines + width - 1) / width;
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::int64_t at = 0; at < count; ++at) {
        T* const tile = tiles + omp_get_thread_num() * step.length * width;
        const Place place = place_of(step, at);
        gather(step, place, in, tile);
        step.transform.forward(tile);
        scatter(step, place, tile, out);
    }
}

template <typename T>
typename HostTiledPlan<T>::Place HostTiledPlan<T>::place_of(const Step& step,
                                                            std::int64_t tile) const
{
    Place place;
    const std::int64_t first = tile * width;
    place.lines = std::min(width, values_ / step.length - first);
    for (std::int64_t line = 0; line < place.lines; ++line) {
        const std::int64_t outer = (first + line) / step.stride;
        const std::int64_t inner = (first + line) % step.stride;
        place.begins.at(static_cast<std::size_t>(line)) = outer * step.length * step.stride + inner;
    }
    const auto last = static_cast<std::size_t>(place.lines - 1);
    place.contiguous = place.begins.at(last) - place.begins.front() == place.lines - 1;
    return place;
}

template <typename T>
void HostTiledPlan<T>::gather(const Step& step, const Place& place, const T* in, T* tile) const
{
    const TileRow* const rows = step.transform.input_rows().data();
    if (place.lines < width) {
        std::fill_n(tile, step.length * width, T{0});
    }
    if (place.contiguous) {
        for (std::int64_t j = 0; j < step.length; ++j) {
            const T* const from = in + place.begins.front() + j * step.stride;
            T* const to = tile + rows[j].row * width;
            const T sign = rows[j].negated ? T{-1} : T{1};
            for (std::int64_t line = 0; line < place.lines; ++line) {
                to[line] = sign * from[line];
            }
        }
        return;
    }
    for (std::int64_t begin = 0; begin < step.length; begin += block<T>) {
        const std::int64_t end = std::min(begin + block<T>, step.length);
        for (std::int64_t line = 0; line < place.lines; ++line) {
            const T* const from = in + place.begins[static_cast<std::size_t>(line)];
            for (std::int64_t j = begin; j < end; ++j) {
                const T value = from[j * step.stride];
                tile[rows[j].row * width + line] = rows[j].negated ? -value : value;
            }
        }
    }
}

template <typename T>
void HostTiledPlan<T>::scatter(const Step& step, const Place& place, const T* tile, T* out) const
{
    const std::int64_t* const modes = step.transform.modes().data();
    const T* const factors = step.factors.data();
    if (place.contiguous) {
        for (std::int64_t row = 0; row < step.length; ++row) {
            T* const to = out + place.begins.front() + modes[row] * step.stride;
            const T* const from = tile + row * width;
            for (std::int64_t line = 0; line < place.lines; ++line) {
                to[line] = factors[row] * from[line];
            }
        }
        return;
    }
    for (std::int64_t begin = 0; begin < step.length; begin += block<T>) {
        const std::int64_t end = std::min(begin + block<T>, step.length);
        for (std::int64_t line = 0; line < place.lines; ++line) {
            T* const to = out + place.begins[static_cast<std::size_t>(line)];
            for (std::int64_t row = begin; row < end; ++row) {
                to[modes[row] * step.stride] = factors[row] * tile[row * width + line];
            }
        }
    }
}

template class HostTiledPlan<float>;
template class HostTiledPlan<double>;

}  // namespace tobiuo::fft
