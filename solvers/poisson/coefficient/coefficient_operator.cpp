// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/coefficient/coefficient_operator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::poisson {
namespace {

/// The axis along which lanes march, and the points of a lane: enough lanes for a device, and no more
/// than are added up fast.
template <typename T>
void divide(CoefficientBox<T>& box, bool on_host)
{
    constexpr long long wanted_lanes = 1LL << 18;
    constexpr long long least_points = 8;
    box.march = 0;
    if (!on_host) {
        box.march = box.counts[2] > 1 ? 2 : box.counts[1] > 1 ? 1 : 0;
    }
    const long long length = box.counts[box.march];
    const long long columns = box.counts[0] * box.counts[1] * box.counts[2] / length;
    const long long chunks =
        std::clamp(wanted_lanes / columns, 1LL, std::max(length / least_points, 1LL));
    box.chunk = on_host ? length : (length + chunks - 1) / chunks;
}

long long fewer_of(long long lanes)
{
    constexpr long long fewer = FoldLaneSums<double>::fewer;
    return (lanes + fewer - 1) / fewer;
}

/// The sum that no fold is worth.
constexpr long long read_lanes = 64;

template <typename T>
CoefficientBox<T> divided(const Problem& problem, bool on_host)
{
    CoefficientBox<T> box;
    for (int axis = 0; axis < 3; ++axis) {
        box.counts[axis] = unknowns(problem, axis).count;
    }
    divide(box, on_host);
    return box;
}

std::string place_of(const Problem& problem, std::int64_t at)
{
    std::string place;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t count = unknowns(problem, axis).count;
        if (!is_absent(problem, axis)) {
            place += (place.empty() ? "" : ", ") + axis_name(axis) + " = " +
                     six_digits(position(problem, axis, at % count));
        }
        at /= count;
    }
    return place;
}

}  // namespace

double attained_tolerance(const CoefficientOptions& options, Precision precision)
{
    constexpr double least_in_single = 1.0e-6;
    return precision == Precision::fp32 ? std::max(options.tolerance, least_in_single)
                                        : options.tolerance;
}

template <typename T>
CoefficientOperator<T>::CoefficientOperator(const Problem& problem, FaceMean mean, const T* a,
                                            const runtime::Machine& machine, Stream stream)
    : problem_{problem},
      machine_{machine},
      box_{divided<T>(problem, machine.is_host())},
      fold_{machine},
      root_{machine},
      measure_{machine},
      wall_values_{machine},
      sum_{machine},
      residual_{machine},
      products_{machine},
      move_{machine}
{
    const auto table = [&]<typename Value>(const std::vector<double>& values, Value /*type*/) {
        const std::vector<Value> rounded(values.begin(), values.end());
        arrays_.push_back(machine.copied_and_wait(std::as_bytes(std::span{rounded}), stream));
        return arrays_.back().as<Value>();
    };
    for (int axis = 0; axis < 3; ++axis) {
        const ThreePoint rows = three_point(problem, axis);
        box_.below[axis] = table(rows.below, T{});
        box_.above[axis] = table(rows.above, T{});
        box_.width[axis] = table(rows.width, double{});
        box_.wall[axis][0] = static_cast<T>(rows.lower_wall());
        box_.wall[axis][1] = static_cast<T>(rows.upper_wall());
        wall_[axis][0] = rows.wall[0];
        wall_[axis][1] = rows.wall[1];
        double length = 0.0;
        for (const double width : rows.width) {
            length += width;
        }
        volume_ *= length;
    }
    box_.lambda = static_cast<T>(problem.lambda);
    box_.mean = mean == FaceMean::harmonic     ? CoefficientMean::harmonic
                : mean == FaceMean::arithmetic ? CoefficientMean::arithmetic
                                               : CoefficientMean::geometric;
    const auto points_of_all = static_cast<std::size_t>(points(problem));
    arrays_.push_back(machine.allocate(points_of_all * sizeof(T)));
    auto* const root = arrays_.back().template as<T>();
    box_.root = root;
    const auto lanes = static_cast<std::size_t>(box_.lanes());
    arrays_.push_back(machine.allocate(lanes * sizeof(LaneSums)));
    sums_ = arrays_.back().template as<LaneSums>();
    arrays_.push_back(
        machine.allocate(static_cast<std::size_t>(fewer_of(box_.lanes())) * sizeof(LaneSums)));
    folded_ = arrays_.back().template as<LaneSums>();
    machine.copy(root, a, points_of_all * sizeof(T), stream);
    root_({.a = root}, static_cast<long long>(points_of_all), stream);
    find_facts_and_wait(a, stream);
}

template <typename T>
void CoefficientOperator<T>::find_facts_and_wait(const T* a, Stream stream)
{
    const LaneSums sums = summed_and_wait(measure_, {.box = box_, .finds_ratio = false}, stream);
    if (!(sums.least > 0.0)) {
        std::vector<T> values(static_cast<std::size_t>(points(problem_)));
        const std::span<std::byte> bytes = std::as_writable_bytes(std::span{values});
        const runtime::Array copy = machine_.allocate(bytes.size());
        machine_.copy(copy.data(), a, bytes.size(), stream);
        machine_.read_and_wait(bytes, copy.data(), stream);
        const auto bad = std::ranges::find_if(
            values, [](T value) { return !(value > T{0}) || !std::isfinite(value); });
        throw std::invalid_argument{
            "the coefficient is " + six_digits(static_cast<double>(*bad)) + " at " +
            place_of(problem_, bad - values.begin()) +
            " (each value must be finite and above 0, or the equation is not elliptic there): give "
            "others"};
    }
    facts_ = {.mean = sums.of[0] / volume_,
              .mean_inverse = sums.of[1] / volume_,
              .contrast = std::pow(sums.most / sums.least, 2),
              .curvature = std::max(0.0, sums.of[2] / volume_)};
    const LaneSums ratios = summed_and_wait(measure_, {.box = box_, .finds_ratio = true}, stream);
    facts_.steepest = ratios.most * ratios.most;
}

template <typename T>
LaneSums CoefficientOperator<T>::folded_and_wait(Stream stream) const
{
    long long lanes = box_.lanes();
    LaneSums* from = sums_;
    LaneSums* to = folded_;
    while (lanes > read_lanes) {
        const long long count = fewer_of(lanes);
        fold_({.from = from, .lanes = lanes, .to = to, .count = count}, count, stream);
        std::swap(from, to);
        lanes = count;
    }
    std::array<LaneSums, read_lanes> last;
    const std::span<LaneSums> rest = std::span{last}.first(static_cast<std::size_t>(lanes));
    machine_.read_and_wait(std::as_writable_bytes(rest), from, stream);
    LaneSums sum;
    FoldLaneSums<T>{.from = rest.data(), .lanes = lanes, .to = &sum, .count = 1}(0);
    return sum;
}

template <typename T>
template <typename Item>
LaneSums CoefficientOperator<T>::summed_and_wait(const runtime::ForEach<Item>& run, Item item,
                                                 Stream stream) const
{
    item.sums = sums_;
    run(item, box_.lanes(), stream);
    return folded_and_wait(stream);
}

template <typename T>
CoefficientWall<T> CoefficientOperator<T>::wall_item(int axis, int end) const
{
    CoefficientWall<T> item;
    item.root = box_.root;
    item.axis = axis;
    item.end = end;
    item.c = wall_[axis][end];
    std::copy_n(box_.counts, 3, item.counts);
    item.at_unknown = problem_.grid.location == Location::node &&
                      condition_of(problem_, axis, end) == Condition::neumann;
    return item;
}

template <typename T>
void CoefficientOperator<T>::subtract_walls(const walls::GivenFaces<T>& given, T* f,
                                            Stream stream) const
{
    for (int face = 0; face < walls::face_count; ++face) {
        if (given.of[face].is_zero()) {
            continue;
        }
        CoefficientWall<T> item = wall_item(face / 2, face % 2);
        item.given = given.of[face];
        item.f = f;
        wall_values_(item, points(problem_) / box_.counts[face / 2], stream);
    }
}

template <typename T>
void CoefficientOperator<T>::multiply_wall(int axis, int end, std::vector<double>& values) const
{
    const CoefficientWall<T> item = wall_item(axis, end);
    for (std::size_t n = 0; n < values.size(); ++n) {
        values[n] *= item.coefficient(item.beside(static_cast<long long>(n)));
    }
}

template <typename T>
auto CoefficientOperator<T>::mean_and_wait(T* values, bool unscales, Stream stream) const -> Sum
{
    const LaneSums sums =
        summed_and_wait(sum_, {.box = box_, .values = values, .unscales = unscales}, stream);
    return {.values = sums.of[0] / volume_, .squares = sums.of[1] / volume_};
}

template <typename T>
double CoefficientOperator<T>::residual_and_wait(const T* x, double mean, T* r, Stream stream) const
{
    return summed_and_wait(residual_, {.box = box_, .x = x, .mean = mean, .r = r}, stream).of[0] /
           volume_;
}

template <typename T>
auto CoefficientOperator<T>::products_and_wait(const T* r, const T* z, Stream stream) const
    -> Products
{
    const LaneSums sums = summed_and_wait(products_, {.box = box_, .r = r, .z = z}, stream);
    return {.with_residual = sums.of[0] / volume_, .with_image = sums.of[1] / volume_};
}

template <typename T>
double CoefficientOperator<T>::step_and_wait(const Step& step, Stream stream) const
{
    return summed_and_wait(move_,
                           {.box = box_,
                            .z = step.z,
                            .before = step.before,
                            .beta = static_cast<T>(step.beta),
                            .alpha = static_cast<T>(step.alpha),
                            .direction = step.direction,
                            .x = step.x,
                            .r = step.r},
                           stream)
               .of[0] /
           volume_;
}

template <typename T>
std::size_t CoefficientOperator<T>::bytes() const
{
    std::size_t bytes = 0;
    for (const runtime::Array& array : arrays_) {
        bytes += array.bytes();
    }
    return bytes;
}

template <typename T>
std::int64_t CoefficientOperator<T>::sum_bytes(const Problem& problem, bool on_host)
{
    const long long lanes = divided<T>(problem, on_host).lanes();
    return (lanes + fewer_of(lanes)) * static_cast<std::int64_t>(sizeof(LaneSums));
}

template class CoefficientOperator<float>;
template class CoefficientOperator<double>;

}  // namespace tobiuo::poisson
