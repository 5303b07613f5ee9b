// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/host/outer_transforms.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "kernels/fft/host/tile_tuning.hpp"
#include "runtime/memory/streaming_store.hpp"
#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {

namespace {

/// The axes besides the middle one that are transformed.
std::vector<int> transformed_axes(const Problem& problem, int middle)
{
    std::vector<int> axes;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis != middle && !is_absent(problem, axis) && eliminated_axis(problem) != axis &&
            !has_own_rows(problem, axis)) {
            axes.push_back(axis);
        }
    }
    return axes;
}

}  // namespace

bool works_in_planes(const Shape& shape, int middle)
{
    return middle != 0 && std::ranges::all_of(shape, [](std::int64_t count) { return count > 1; });
}

template <typename T>
OuterTransforms<T>::OuterTransforms(const Problem& problem, int middle, fft::Effort effort,
                                    int threads)
    : OuterTransforms{problem, shape_of(problem), middle, transformed_axes(problem, middle), effort,
                      threads}
{
}

template <typename T>
OuterTransforms<T>::OuterTransforms(const Problem& problem, const Shape& shape, int middle,
                                    const std::vector<int>& axes, fft::Effort effort, int threads)
    : values_{shape[0] * shape[1] * shape[2]},
      threads_{threads},
      in_planes_{axes.size() == 2 && works_in_planes(shape, middle)},
      stores_{in_planes_ ? memory::stores_for(values_ * static_cast<std::int64_t>(sizeof(T)))
                         : memory::Stores::cached}
{
    for (std::vector<double>& of_axis : eigenvalues_) {
        of_axis.assign(1, 0.0);
    }
    for (const int axis : axes) {
        // Tiles stay in the plane of two axes, across which is the middle one.
        const int inner = in_planes_ ? 3 - axis - middle : neighbour_axis(shape, axis);
        add_step(problem, shape, axis, inner, effort);
    }
    work_ = {threads, work_values()};
}

template <typename T>
void OuterTransforms<T>::add_step(const Problem& problem, const Shape& shape, int axis, int inner,
                                  fft::Effort effort)
{
    const AxisModes modes = modes_of(problem, axis);
    const LineSet lines{.along = extent_of(shape, axis),
                        .inner = extent_of(shape, inner),
                        .outer = extent_of(shape, 3 - axis - inner)};
    const Shape plane{axis == 0 || inner == 0 ? shape[0] : 1,
                      axis == 1 || inner == 1 ? shape[1] : 1,
                      axis == 2 || inner == 2 ? shape[2] : 1};
    steps_.push_back({.transform = {modes.forward, lines.along.count, effort},
                      .coefficient_rows = rows_in_order(lines.along.count),
                      .lines = lines,
                      .lines_of_plane = {.along = extent_of(plane, axis),
                                         .inner = extent_of(plane, inner),
                                         .outer = extent_of(plane, 3 - axis - inner)}});
    round_trip_ *= steps_.back().transform.round_trip();
    auto& eigenvalues = eigenvalues_.at(static_cast<std::size_t>(axis));
    eigenvalues.clear();
    for (const std::int64_t mode : steps_.back().transform.modes()) {
        eigenvalues.push_back(modes.eigenvalues[static_cast<std::size_t>(mode)]);
    }
}

template <typename T>
std::int64_t OuterTransforms<T>::together() const
{
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(T));
    return fft::tile_tuning::tiles_together(tile_values() * bytes,
                                            fft::tile_tuning::real_bytes_together);
}

template <typename T>
std::int64_t OuterTransforms<T>::work_values() const
{
    if (stores_ == memory::Stores::cached) {
        return tile_values();
    }
    const LineSet& plane = steps_.front().lines_of_plane;
    return together() * tile_values() + plane.along.count * plane.inner.count;
}

template <typename T>
std::int64_t OuterTransforms<T>::tile_values() const
{
    std::int64_t longest = 0;
    for (const Step& step : steps_) {
        longest = std::max(longest, step.lines.along.count);
    }
    return longest * fft::HostLineTransform<T>::width;
}

template <typename T>
void OuterTransforms<T>::forward(const T* in, T* out, int threads) const
{
    if (steps_.empty()) {
        if (in != out) {
            std::copy_n(in, values_, out);
        }
    } else if (stores_ == memory::Stores::streaming && in != out) {
        run_planes_past_caches(in, out, threads);
    } else if (in_planes_) {
        run_planes(Direction::forward, in, out, threads);
    } else {
        const T* from = in;
        for (const Step& step : steps_) {
            run_step(step, Direction::forward, from, out, threads);
            from = out;
        }
    }
}

template <typename T>
void OuterTransforms<T>::inverse(T* data, int threads) const
{
    if (in_planes_) {
        run_planes(Direction::inverse, data, data, threads);
        return;
    }
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        run_step(*step, Direction::inverse, data, data, threads);
    }
}

template <typename T>
void OuterTransforms<T>::run_tile(const Step& step, Direction direction, const TilePlace& place,
                                  const T* in, T* out, T* tile) const
{
    const auto& values = step.transform.input_rows();
    if (direction == Direction::forward) {
        gather(in, step.lines, place, values, tile);
        step.transform.forward(tile);
        scatter(tile, step.lines, place, step.coefficient_rows, out);
    } else {
        gather(in, step.lines, place, step.coefficient_rows, tile);
        step.transform.inverse(tile);
        scatter(tile, step.lines, place, values, out);
    }
}

template <typename T>
void OuterTransforms<T>::run_planes(Direction direction, const T* in, T* out,
                                    [[maybe_unused]] int threads) const
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const std::array<const Step*, 2> steps = direction == Direction::forward
                                                 ? std::array{&steps_.front(), &steps_.back()}
                                                 : std::array{&steps_.back(), &steps_.front()};
    Work work = work_.borrow();
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t plane = 0; plane < steps[0]->lines.outer.count; ++plane) {
        T* const tile = work.of(omp_get_thread_num());
        const T* from = in;
        for (const Step* step : steps) {
            for (std::int64_t at = 0; at < step->lines.tiles(width); ++at) {
                run_tile(*step, direction, place_of(step->lines, width, plane, at), from, out,
                         tile);
            }
            from = out;
        }
    }
}

/// What run_planes() does forwards, by way of a plane in a work array.
template <typename T>
void OuterTransforms<T>::run_planes_past_caches(const T* in, T* out,
                                                [[maybe_unused]] int threads) const
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const Step& first = steps_.front();
    const Step& second = steps_.back();
    const std::int64_t group = together() * width;
    Work work = work_.borrow();
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t plane = 0; plane < first.lines.outer.count; ++plane) {
        T* const tiles = work.of(omp_get_thread_num());
        T* const between = tiles + together() * tile_values();
        for (std::int64_t at = 0; at < first.lines.tiles(width); ++at) {
            gather(in, first.lines, place_of(first.lines, width, plane, at),
                   first.transform.input_rows(), tiles);
            first.transform.forward(tiles);
            scatter(tiles, first.lines_of_plane, place_of(first.lines_of_plane, width, 0, at),
                    first.coefficient_rows, between);
        }
        for (std::int64_t at = 0; at < second.lines.tiles(group); ++at) {
            const TilePlace place = place_of(second.lines, group, plane, at);
            gather(between, second.lines_of_plane, place_of(second.lines_of_plane, group, 0, at),
                   second.transform.input_rows(), tiles);
            for (std::int64_t line = 0; line < place.lines; line += width) {
                second.transform.forward(tiles + line * second.lines.along.count);
            }
            scatter(tiles, second.lines, place, second.coefficient_rows, out, stores_);
        }
        memory::finish_streaming_stores();
    }
}

template <typename T>
void OuterTransforms<T>::run_step(const Step& step, Direction direction, const T* in, T* out,
                                  [[maybe_unused]] int threads) const
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    Work work = work_.borrow();
    const std::int64_t tiles = step.lines.tiles(width);
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (std::int64_t outer = 0; outer < step.lines.outer.count; ++outer) {
        for (std::int64_t at = 0; at < tiles; ++at) {
            T* const tile = work.of(omp_get_thread_num());
            run_tile(step, direction, place_of(step.lines, width, outer, at), in, out, tile);
        }
    }
}

template class OuterTransforms<float>;
template class OuterTransforms<double>;

}  // namespace tobiuo::poisson
