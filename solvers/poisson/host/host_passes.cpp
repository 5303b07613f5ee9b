// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/host/host_passes.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/fft/host/tile_tuning.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/dense/dense_modes.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

/// The axes of a part, besides the middle one, that are not transformed yet.
std::vector<int> axes_left(const Problem& problem, const HostPart& part)
{
    std::vector<int> axes;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis != middle_axis_of(problem) && !is_absent(problem, axis) &&
            !are_given(part.eigenvalues, axis)) {
            axes.push_back(axis);
        }
    }
    return axes;
}

/// The number of neighbouring tiles that a thread copies at once: fewer than tile_tuning says where
/// threads would have nothing to do.
template <typename T>
std::int64_t tiles_together(const LineSet& lines, int threads)
{
    using namespace fft;
    constexpr std::int64_t width = HostLineTransform<T>::width;
    const std::int64_t in_cache = tile_tuning::tiles_together(
        lines.along.count * width * static_cast<std::int64_t>(sizeof(T)),
        tile_tuning::real_bytes_together);
    const std::int64_t shared = lines.tiles(width) * lines.outer.count /
                                (threads > 1 ? tile_tuning::groups_a_thread * threads : 1);
    return std::clamp(shared, std::int64_t{1}, in_cache);
}

}  // namespace

int middle_axis_of(const Problem& problem)
{
    int last = 2;
    while (last > 0 && unknowns(problem, last).count == 1) {
        --last;
    }
    return eliminated_axis(problem).value_or(last);
}

int host_memory_passes(const Problem& problem)
{
    const int middle = middle_axis_of(problem);
    if (works_in_planes(shape_of(problem), middle) && !has_dense_axes(problem)) {
        return 3;
    }
    int memory_passes = 1;
    for (int axis = 0; axis < 3; ++axis) {
        memory_passes += axis == middle || is_absent(problem, axis) ? 0 : 2;
    }
    return memory_passes;
}

template <typename T>
HostPasses<T>::HostPasses(const Problem& problem, fft::Effort effort, int threads)
    : HostPasses{problem, with_dense(problem, threads), effort, threads}
{
}

template <typename T>
HostPasses<T>::HostPasses(const Problem& problem, WithDense dense, fft::Effort effort, int threads)
    : HostPasses{problem, dense.part, effort, threads}
{
    dense_ = std::move(dense.axes);
}

template <typename T>
typename HostPasses<T>::WithDense HostPasses<T>::with_dense(const Problem& problem, int threads)
{
    WithDense made{.part = {.shape = shape_of(problem)}, .axes = {}};
    for (int axis = 0; axis < 3; ++axis) {
        if (is_dense(problem, axis)) {
            DenseModes modes = dense_modes(three_point(problem, axis));
            made.axes.push_back({.to_modes = {modes.modes, made.part.shape, axis, threads},
                                 .to_values = {modes.values, made.part.shape, axis, threads}});
            made.part.eigenvalues.at(static_cast<std::size_t>(axis)) = std::move(modes.eigenvalues);
        }
    }
    return made;
}

template <typename T>
HostPasses<T>::HostPasses(const Problem& problem, const HostPart& part, fft::Effort effort,
                          int threads)
    : threads_{threads}, outer_{problem,
                                part.shape,
                                middle_axis_of(problem),
                                axes_left(problem, part),
                                effort,
                                threads}
{
    const int middle = middle_axis_of(problem);
    const int inner = neighbour_axis(part.shape, middle);
    const int outer = 3 - middle - inner;
    lines_ = {.along = extent_of(part.shape, middle),
              .inner = extent_of(part.shape, inner),
              .outer = extent_of(part.shape, outer)};
    tiles_together_ = tiles_together<T>(lines_, threads);
    const auto eigenvalues_of = [&](int axis) {
        const auto& given = part.eigenvalues.at(static_cast<std::size_t>(axis));
        return given.empty() ? outer_.eigenvalues(axis) : given;
    };
    inner_eigenvalues_ = eigenvalues_of(inner);
    outer_eigenvalues_ = eigenvalues_of(outer);
    work_ = {threads, tiles_together_ * lines_.along.count * fft::HostLineTransform<T>::width};
    const double scale = 1.0 / (part.round_trip * outer_.round_trip());
    axis_ = eliminated_axis(problem)      ? tridiagonal_axis<T>(problem, middle, scale)
            : allows_recurrences(problem) ? recurrent_axis<T>(problem, middle, scale)
                                          : transformed_axis<T>(problem, middle, scale, effort);
    scratch_ = {threads, axis_->scratch_values()};
    if (problem.lambda > 0.0) {  // no eigenvalue of the Laplacian is positive
        std::vector<double> others(static_cast<std::size_t>(lines_.inner.count));
        for (std::int64_t outer = 0; outer < lines_.outer.count; ++outer) {
            find_others({.outer = outer, .first = 0, .lines = lines_.inner.count}, others);
            axis_->validate_lambda(others);
        }
    }
}

template <typename T>
double HostPasses<T>::solve(const T* f, T* u, int threads) const
{
    to_modes(f, u, threads);
    const double removed =
        for_each_tile(u, threads, [&](const ModeTile<T>& tile) { return axis_->solve(tile); });
    to_values(u, threads);
    return removed;
}

template <typename T>
void HostPasses<T>::apply(const T* u, T* out) const
{
    to_modes(u, out, threads_);
    static_cast<void>(for_each_tile(out, threads_, [&](const ModeTile<T>& tile) {
        axis_->apply(tile);
        return 0.0;
    }));
    to_values(out, threads_);
}

template <typename T>
void HostPasses<T>::to_modes(const T* in, T* out, int threads) const
{
    for (const Dense& axis : dense_) {
        axis.to_modes.multiply(in, out, threads);
        in = out;
    }
    outer_.forward(in, out, threads);
}

template <typename T>
void HostPasses<T>::to_values(T* data, int threads) const
{
    outer_.inverse(data, threads);
    for (const Dense& axis : dense_) {
        axis.to_values.multiply(data, data, threads);
    }
}

template <typename T>
std::int64_t HostPasses<T>::workspace_bytes() const
{
    std::int64_t of_dense = 0;
    for (const Dense& axis : dense_) {
        of_dense += axis.to_modes.workspace_bytes() + axis.to_values.workspace_bytes();
    }
    return outer_.workspace_bytes() + work_.bytes() + scratch_.bytes() + of_dense;
}

template <typename T>
void HostPasses<T>::find_others(const TilePlace& place, std::span<double> others) const
{
    const double outer = outer_eigenvalues_[static_cast<std::size_t>(place.outer)];
    const double* const inner = inner_eigenvalues_.data() + place.first;
    for (std::size_t line = 0; line < others.size(); ++line) {
        // Unused lines of the tile get a regular shift.
        others[line] = static_cast<std::int64_t>(line) < place.lines ? inner[line] + outer : -1.0;
    }
}

template <typename T>
template <typename Work>
double HostPasses<T>::for_each_tile(T* data, [[maybe_unused]] int threads, const Work& work) const
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const std::int64_t values = lines_.along.count * width;
    const auto scratch_values = static_cast<std::size_t>(axis_->scratch_values());
    const std::int64_t together = tiles_together_ * width;
    const std::int64_t groups = lines_.tiles(together);
    auto tiles = work_.borrow();
    auto scratches = scratch_.borrow();
    double sum = 0.0;
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads) reduction(+ : sum)
    for (std::int64_t outer = 0; outer < lines_.outer.count; ++outer) {
        for (std::int64_t at = 0; at < groups; ++at) {
            const int thread = omp_get_thread_num();
            T* tile = tiles.of(thread);
            const TilePlace group = place_of(lines_, together, outer, at);
            gather(data, lines_, group, axis_->rows(), tile);
            for (TilePlace place = group; place.lines > 0;
                 place = after(place, 1, width), tile += values) {
                std::array<double, static_cast<std::size_t>(width)> others{};
                find_others(place, others);
                sum += work(ModeTile<T>{.values = tile,
                                        .lines = std::min(place.lines, width),
                                        .others = others,
                                        .scratch = {scratches.of(thread), scratch_values}});
            }
            scatter(tiles.of(thread), lines_, group, axis_->rows(), data);
        }
    }
    return sum;
}

template class HostPasses<float>;
template class HostPasses<double>;

}  // namespace tobiuo::poisson
