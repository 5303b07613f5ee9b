// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/layer_means.hpp"

#include <cstdint>

#include "runtime/threads.hpp"
#include "solvers/flow/layer_window.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo::flow {
namespace {

using Means = std::array<double, most_means>;

double length_of(const Axis& axis)
{
    return axis.upper - axis.lower;
}

/// The values of a cell from those on its lower and upper faces and at its centre.
Means means_of_cell(const std::array<double, 3>& lower, const std::array<double, 3>& upper,
                    double pressure, double s)
{
    const double u = 0.5 * (lower[0] + upper[0]);
    const double v = 0.5 * (lower[1] + upper[1]);
    const double w = 0.5 * (lower[2] + upper[2]);
    const auto square = [&](std::size_t axis) {
        return 0.5 * (lower[axis] * lower[axis] + upper[axis] * upper[axis]);
    };
    return {u,     v,     w, pressure, square(0), square(1), square(2), u * v,
            u * w, v * w, s, s * s,    u * s,     v * s,     w * s};
}

/// The arrays of a layer of z: `scalar` is null if the flow carries none, `solid` without bodies.
template <typename T>
struct LayerCells {
    const T* pressure;
    const T* scalar;
    const unsigned char* solid;
};

/// Adds the cells of a layer of z, weighted by their lengths along x and y; with bodies also these
/// weights.
template <typename T>
void add_cells(const Problem& problem, int axis, const LayerWindow<T>& window, LayerCells<T> layer,
               std::span<double> sums)
{
    const auto& [x, y, z] = problem.grid.axes;
    const std::size_t count = mean_count(problem);
    const std::size_t sums_of_layer = count + (layer.solid == nullptr ? 0 : 1);
    for (std::int64_t j = 0; j < y.cells; ++j) {
        for (std::int64_t i = 0; i < x.cells; ++i) {
            const T p = *layer.pressure++;
            const T s = layer.scalar == nullptr ? T{0} : *layer.scalar++;
            if (layer.solid != nullptr && *layer.solid++ != 0) {
                continue;
            }
            const long long at = window.place(i, j);
            const Means cell =
                means_of_cell({window.before(0)[at], window.before(1)[at], window.before(2)[at]},
                              {window.here(0)[at], window.here(1)[at], window.here(2)[at]},
                              static_cast<double>(p), static_cast<double>(s));
            const double weight =
                (axis == 0 ? 1.0 : width_of(x, i)) * (axis == 1 ? 1.0 : width_of(y, j));
            const auto number = static_cast<std::size_t>(axis == 0 ? i : axis == 1 ? j : 0);
            double* const of_layer = &sums[number * sums_of_layer];
            for (std::size_t quantity = 0; quantity < count; ++quantity) {
                of_layer[quantity] += weight * cell.at(quantity);
            }
            if (layer.solid != nullptr) {
                of_layer[count] += weight;
            }
        }
    }
}

}  // namespace

template <typename T>
std::vector<double> layer_means(const Problem& problem, int axis, std::span<const T> state,
                                std::span<const T> pressure, std::span<const unsigned char> solid,
                                int number)
{
    const StateLayers<T> layers{problem, state};
    const auto& axes = problem.grid.axes;
    const std::int64_t plane = axes[0].cells * axes[1].cells;
    const Axis& along = axes.at(static_cast<std::size_t>(axis));
    // What layer k of z contributes, [k][layer][quantity]; across z it is one layer.
    const std::size_t sums_of_layer = mean_count(problem) + (solid.empty() ? 0 : 1);
    const std::size_t part = sums_of_layer * static_cast<std::size_t>(axis == 2 ? 1 : along.cells);
    std::vector<double> parts(part * static_cast<std::size_t>(axes[2].cells), 0.0);
    const T* const scalar =
        problem.scalar ? scalar_of_state(problem, state, problem.grid.axes[2].cells, number).data()
                       : nullptr;
    constexpr double nanoseconds = 20.0;  // of one thread for a cell
    [[maybe_unused]] const int threads = threads_for(points(problem), nanoseconds);
#pragma omp parallel num_threads(threads)
    {
        LayerWindow<T> window{layers};
#pragma omp for schedule(static)
        for (std::int64_t k = 0; k < axes[2].cells; ++k) {
            window.move_to(k);
            add_cells(problem, axis, window,
                      LayerCells<T>{.pressure = pressure.data() + k * plane,
                                    .scalar = scalar == nullptr ? nullptr : scalar + k * plane,
                                    .solid = solid.empty() ? nullptr : solid.data() + k * plane},
                      std::span{parts}.subspan(static_cast<std::size_t>(k) * part, part));
        }
    }
    std::vector<double> means(sums_of_layer * static_cast<std::size_t>(along.cells), 0.0);
    const double area = solid.empty() ? length_of(axes[0]) * length_of(axes[1]) *
                                            length_of(axes[2]) / length_of(along)
                                      : 1.0;
    for (std::size_t n = 0; n < parts.size(); ++n) {  // in this order for any number of threads
        const std::size_t k = n / part;
        const double depth = axis == 2 ? 1.0 : width_of(axes[2], static_cast<std::int64_t>(k));
        means[axis == 2 ? n : n % part] += depth / area * parts[n];
    }
    return solid.empty() ? means : means_outside_bodies(means, mean_count(problem));
}

std::vector<double> with_further_scalars(
    const Problem& problem, const std::function<std::vector<double>(int number)>& of_scalar)
{
    const std::vector<double> first = of_scalar(0);
    if (problem.further_scalars.empty()) {
        return first;
    }
    std::vector<std::vector<double>> others;
    for (int number = 1; number < scalar_count(problem); ++number) {
        others.push_back(of_scalar(number));
    }
    std::vector<double> all;
    for (std::size_t layer = 0; layer < first.size(); layer += most_means) {
        const auto append = [&](const std::vector<double>& from, std::size_t begin) {
            all.insert(all.end(), from.begin() + static_cast<std::ptrdiff_t>(layer + begin),
                       from.begin() + static_cast<std::ptrdiff_t>(layer + most_means));
        };
        append(first, 0);
        for (const std::vector<double>& other : others) {
            append(other, static_cast<std::size_t>(Mean::s));
        }
    }
    return all;
}

std::size_t all_mean_count(const Problem& problem)
{
    return mean_count(problem) + means_of_scalar * problem.further_scalars.size();
}

std::vector<double> means_outside_bodies(std::span<const double> sums, std::size_t quantities)
{
    std::vector<double> means;
    for (std::size_t layer = 0; layer < sums.size(); layer += quantities + 1) {
        const double area = sums[layer + quantities];
        for (std::size_t quantity = 0; quantity < quantities; ++quantity) {
            means.push_back(area > 0.0 ? sums[layer + quantity] / area : 0.0);
        }
    }
    return means;
}

template std::vector<double> layer_means(const Problem&, int, std::span<const float>,
                                         std::span<const float>, std::span<const unsigned char>,
                                         int);
template std::vector<double> layer_means(const Problem&, int, std::span<const double>,
                                         std::span<const double>, std::span<const unsigned char>,
                                         int);

}  // namespace tobiuo::flow
