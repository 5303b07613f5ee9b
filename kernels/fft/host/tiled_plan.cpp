// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/tiled_plan.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "kernels/fft/host/tile_tuning.hpp"
#include "runtime/memory/host_array.hpp"

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
        HostLoneLines<T> transform{axis.kind, axis.length, effort};
        std::vector<InTile> results = transform.coefficients();
        steps_.push_back({.transform = std::move(transform),
                          .length = axis.length,
                          .stride = stride,
                          .results = std::move(results)});
        stride *= axis.length;
    }
    for (InTile& result : steps_.back().results) {
        result.factor *= static_cast<T>(scale);
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
        T* const own = tiles + omp_get_thread_num() * step.length * width;
        const Place place = place_of(step, at);
        gather(step, place, in, own);
        step.transform.transform(own);
        if (place.lines > width / 2) {
            step.transform.transform(own + step.transform.tile_values());
        }
        scatter(step, place, own, out);
    }
}

template <typename T>
typename HostTiledPlan<T>::Place HostTiledPlan<T>::place_of(const Step& step,
                                                            std::int64_t group) const
{
    constexpr std::int64_t half = width / 2;
    Place place;
    const std::int64_t first = group * width;
    place.lines = std::min(width, values_ / step.length - first);
    for (std::int64_t line = 0; line < place.lines; ++line) {
        const std::int64_t outer = (first + line) / step.stride;
        const std::int64_t inner = (first + line) % step.stride;
        const auto at = static_cast<std::size_t>(line);
        place.begins.at(at) = outer * step.length * step.stride + inner;
        place.in_tiles.at(at) = line / half * step.transform.tile_values() + line % half;
    }
    const auto last = static_cast<std::size_t>(place.lines - 1);
    place.contiguous = place.begins.at(last) - place.begins.front() == place.lines - 1;
    return place;
}

template <typename T>
void HostTiledPlan<T>::gather(const Step& step, const Place& place, const T* in, T* tiles) const
{
    const InTile* const samples = step.transform.samples().data();
    if (place.lines < width) {
        std::fill_n(tiles, step.length * width, T{0});
    }
    if (place.contiguous) {
        const T* from = in + place.begins.front();
        for (std::int64_t j = 0; j < step.length; ++j, from += step.stride) {
            for (std::int64_t first = 0; first < place.lines; first += width / 2) {
                const std::int64_t count = std::min(width / 2, place.lines - first);
                T* const to =
                    tiles + place.in_tiles[static_cast<std::size_t>(first)] + samples[j].offset;
                for (std::int64_t line = 0; line < count; ++line) {
                    to[line] = samples[j].factor * from[first + line];
                }
            }
        }
        return;
    }
    for (std::int64_t begin = 0; begin < step.length; begin += block<T>) {
        const std::int64_t end = std::min(begin + block<T>, step.length);
        for (std::int64_t line = 0; line < place.lines; ++line) {
            const T* const from = in + place.begins[static_cast<std::size_t>(line)];
            T* const to = tiles + place.in_tiles[static_cast<std::size_t>(line)];
            for (std::int64_t j = begin; j < end; ++j) {
                to[samples[j].offset] = samples[j].factor * from[j * step.stride];
            }
        }
    }
}

template <typename T>
void HostTiledPlan<T>::scatter(const Step& step, const Place& place, const T* tiles, T* out) const
{
    const InTile* const results = step.results.data();
    if (place.contiguous) {
        T* to = out + place.begins.front();
        for (std::int64_t k = 0; k < step.length; ++k, to += step.stride) {
            for (std::int64_t first = 0; first < place.lines; first += width / 2) {
                const std::int64_t count = std::min(width / 2, place.lines - first);
                const T* const from =
                    tiles + place.in_tiles[static_cast<std::size_t>(first)] + results[k].offset;
                for (std::int64_t line = 0; line < count; ++line) {
                    to[first + line] = results[k].factor * from[line];
                }
            }
        }
        return;
    }
    for (std::int64_t begin = 0; begin < step.length; begin += block<T>) {
        const std::int64_t end = std::min(begin + block<T>, step.length);
        for (std::int64_t line = 0; line < place.lines; ++line) {
            T* const to = out + place.begins[static_cast<std::size_t>(line)];
            const T* const from = tiles + place.in_tiles[static_cast<std::size_t>(line)];
            for (std::int64_t k = begin; k < end; ++k) {
                to[k * step.stride] = results[k].factor * from[results[k].offset];
            }
        }
    }
}

template class HostTiledPlan<float>;
template class HostTiledPlan<double>;

}  // namespace tobiuo::fft
