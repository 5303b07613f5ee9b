// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/closed_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <type_traits>

#include "runtime/ranks/messages.hpp"

namespace tobiuo::poisson {

ranks::Slice planes_of(const std::vector<walls::SurfaceCell>& cells, std::int64_t plane_values)
{
    if (cells.empty()) {
        return {};
    }
    long long least = cells.front().at;
    long long greatest = least;
    for (const walls::SurfaceCell& cell : cells) {
        least = std::min(least, cell.at);
        greatest = std::max(greatest, cell.at);
        for (int face = 0; face < cell.faces; ++face) {
            least = std::min(least, cell.beside[face]);
            greatest = std::max(greatest, cell.beside[face]);
        }
    }
    return {.first = least / plane_values,
            .count = greatest / plane_values - least / plane_values + 1};
}

template <typename T>
ClosedCells<T>::ClosedCells(const std::vector<walls::SurfaceCell>& cells,
                            const runtime::Machine& machine)
    : machine_{machine},
      count_{std::ssize(cells)},
      load_{machine},
      measure_{machine},
      fold_{machine},
      move_{machine},
      keep_{machine}
{
    arrays_.push_back(machine.copied_and_wait(std::as_bytes(std::span{cells})));
    cells_ = arrays_.back().as<walls::SurfaceCell>();
    for (double** const vector : {&vectors_.charge, &vectors_.residual, &vectors_.image,
                                  &vectors_.direction, &vectors_.product, &vectors_.kept}) {
        arrays_.push_back(machine.zeros_and_wait(cells.size() * sizeof(double)));
        *vector = arrays_.back().template as<double>();
    }
    arrays_.push_back(machine.zeros_and_wait(cells.size() * sizeof(double)));
    charge_before_ = arrays_.back().template as<double>();
    arrays_.push_back(machine.zeros_and_wait(walls::MeasureCells<T>::lanes * sizeof(Sums)));
    sums_ = arrays_.back().template as<double>();
    arrays_.push_back(machine.zeros_and_wait(walls::FoldLanes<T>::parts * sizeof(Sums)));
    folded_ = arrays_.back().template as<double>();
}

template <typename T>
void ClosedCells<T>::load(T* values, bool residual, std::optional<double> time, double spread,
                          Stream stream) const
{
    load_({.values = values,
           .cells = cells_,
           .vectors = vectors_,
           .loads_residual = residual,
           .starts = time.has_value(),
           .time = time.value_or(0.0),
           .spread = spread},
          count_, stream);
}

template <typename T>
typename ClosedCells<T>::Sums ClosedCells<T>::summed_and_wait(const Communicator* ranks,
                                                              Stream stream) const
{
    std::array<Sums, walls::FoldLanes<T>::parts> parts;
    fold_({.of_lanes = sums_, .of_parts = folded_}, walls::FoldLanes<T>::parts, stream);
    machine_.read_and_wait(std::as_writable_bytes(std::span{parts}), folded_, stream);
    const auto sum_of = [](std::span<const Sums> all) {
        Sums sum;
        for (const Sums& one : all) {
            for (std::size_t which = 0; which < std::size(sum.of_lane); ++which) {
                sum.of_lane[which] += one.of_lane[which];
            }
        }
        return sum;
    };
    const Sums sum = sum_of(parts);
    return ranks == nullptr ? sum : sum_of(ranks::gathered(*ranks, sum));
}

template <typename T>
typename ClosedCells<T>::Sums ClosedCells<T>::measured_and_wait(const T* values, bool begins,
                                                                double constant,
                                                                const Communicator* ranks,
                                                                Stream stream) const
{
    measure_({.values = values,
              .cells = cells_,
              .count = count_,
              .vectors = vectors_,
              .begins = begins,
              .constant = constant,
              .sums = sums_},
             walls::MeasureCells<T>::lanes, stream);
    return summed_and_wait(ranks, stream);
}

template <typename T>
void ClosedCells<T>::search_and_wait(const Box& box, T* array, double square, double goal,
                                     ClosedUse& use, Stream stream) const
{
    constexpr int most_steps = 100;
    constexpr double grown = 10.0;  // of a square, from its least: rounding leads the search astray
    double of_residual = 0.0;       // residual times solution, of the step before
    double part = 0.0;
    double rest = square;
    double least = square;
    for (int step = 0; step < most_steps && rest > goal && rest <= grown * least; ++step) {
        box.clear(array);
        load(array, true, std::nullopt, 0.0, stream);
        box.solve_near(array);
        ++use.solves;
        ++use.near;
        const Sums sums = measured_and_wait(array, false, 0.0, box.ranks, stream);
        const double constant = box.add ? sums.of_lane[4] / sums.of_lane[5] : 0.0;
        const double old_part = step == 0 ? 0.0 : sums.of_lane[2] / of_residual;
        // The constant is multiplied by what conductors take of the solution without it, which is minus
        // the sum of the image: nothing leaves the box.
        const double of_image = sums.of_lane[3] + constant * sums.of_lane[4];
        const double curvature = of_image - (step == 0 ? 0.0 : old_part * sums.of_lane[2] / part);
        of_residual = sums.of_lane[2];
        part = of_residual / curvature;
        if (!(part > 0.0) || !std::isfinite(part)) {
            return;
        }
        move_({.cells = cells_,
               .count = count_,
               .vectors = vectors_,
               .part = part,
               .old_part = old_part,
               .constant = constant,
               .sums = sums_},
              walls::MeasureCells<T>::lanes, stream);
        rest = summed_and_wait(box.ranks, stream).of_lane[0];
        least = std::min(least, rest);
    }
}

template <typename T>
auto ClosedCells<T>::solved_and_wait(const Box& box, T* array, std::optional<double> time,
                                     double spread, ClosedUse& use, Stream stream) const -> Whole
{
    constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();
    box.load(array);
    load(array, false, time, spread, stream);
    box.solve(array);
    ++use.solves;
    Whole whole{.sums = measured_and_wait(array, true, 0.0, box.ranks, stream)};
    if (box.add) {
        const double without = whole.sums.of_lane[0];
        whole.constant = -whole.sums.of_lane[4] / whole.sums.of_lane[5];
        whole.sums = measured_and_wait(array, true, whole.constant, box.ranks, stream);
        const double most = std::max(whole.sums.of_lane[0], whole.sums.of_lane[1]);
        if (most <= rounding * rounding * without) {
            whole.sums.of_lane[0] = 0.0;  // the constant is u: no part of what faces keep is a goal
        }
    }
    return whole;
}

template <typename T>
ClosedUse ClosedCells<T>::solve_and_wait(const Box& box, T* array, double time, double tolerance,
                                         Stream stream) const
{
    constexpr int most_searches = 4;
    constexpr double least_in_single = 1.0e-5;
    tolerance = std::is_same_v<T, float> ? std::max(tolerance, least_in_single) : tolerance;
    ClosedUse use;
    const auto solve_all = [&](std::optional<double> starts, double spread = 0.0) {
        return solved_and_wait(box, array, starts, spread, use, stream);
    };
    const std::size_t bytes = static_cast<std::size_t>(count_) * sizeof(double);
    Whole now = solve_all(time);
    if (box.add) {
        if (const double removed = box.removed_and_wait(); removed != 0.0) {
            now = solve_all(std::nullopt, -removed / now.sums.of_lane[5]);
        }
    }
    for (int search = 0; search < most_searches; ++search) {
        const double goal = tolerance * tolerance * now.sums.of_lane[1];
        const double square = now.sums.of_lane[0];
        if (square <= goal) {
            break;
        }
        machine_.copy(charge_before_, vectors_.charge, bytes, stream);
        search_and_wait(box, array, square, goal, use, stream);
        now = solve_all(std::nullopt);
        if (!(now.sums.of_lane[0] <= square)) {
            machine_.copy(vectors_.charge, charge_before_, bytes, stream);
            now = solve_all(std::nullopt);
            break;
        }
        constexpr double enough = 0.25;  // of a square: what rounding leaves does not fall
        if (now.sums.of_lane[0] > enough * square) {
            break;
        }
    }
    if (box.add) {
        box.add(array, now.constant);
    }
    use.residual =
        now.sums.of_lane[1] == 0.0 ? 0.0 : std::sqrt(now.sums.of_lane[0] / now.sums.of_lane[1]);
    return use;
}

template <typename T>
void ClosedCells<T>::keep(const T* values, double per_time, Stream stream) const
{
    keep_({.values = values,
           .per_time = static_cast<T>(per_time),
           .cells = cells_,
           .vectors = vectors_},
          count_, stream);
}

template <typename T>
void ClosedCells<T>::forget(Stream stream) const
{
    machine_.clear(vectors_.kept, static_cast<std::size_t>(count_) * sizeof(double), stream);
}

template <typename T>
std::size_t ClosedCells<T>::bytes() const
{
    std::size_t bytes = 0;
    for (const runtime::Array& array : arrays_) {
        bytes += array.bytes();
    }
    return bytes;
}

template class ClosedCells<float>;
template class ClosedCells<double>;

}  // namespace tobiuo::poisson
