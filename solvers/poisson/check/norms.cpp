#include "solvers/poisson/check/norms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/compensated_sum.hpp"
#include "kernels/threads.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

struct Sums {
    double values{};
    double squares{};
    double max{};

    void add(double value, double weight)
    {
        values += weight * value;
        squares += weight * value * value;
        max = std::max(max, std::isfinite(value) ? std::abs(value) : HUGE_VAL);
    }
};

/// The total of many Sums, which is rounded about once.
class TotalSums {
public:
    void add(const Sums& part, double weight)
    {
        values_ += weight * part.values;
        squares_ += weight * part.squares;
        max_ = std::max(max_, part.max);
    }
    [[nodiscard]] Sums sums() const { return {values_.value(), squares_.value(), max_}; }

private:
    CompensatedSum values_;
    CompensatedSum squares_;
    double max_{};
};

/// A power of two that scales `max` to nearly 1; it is 1 for 0, and if a value is not finite.
double scale_for(double max)
{
    constexpr int most = 1000;  // the scale and its inverse are then normal numbers
    if (max == 0.0 || !std::isfinite(max)) {
        return 1.0;
    }
    return std::ldexp(1.0, std::clamp(-std::ilogb(max), -most, most));
}

/// Whether squares of values up to `max` may overflow, or lose visible digits to underflow.
bool squares_are_lost(double max)
{
    constexpr double least = 1e-140;
    constexpr double most = 1e140;  // leaves room for the sum of all squares
    return max != 0.0 && std::isfinite(max) && (max < least || max > most);
}

/// The weight of each value of the axis: the part of the axis's length that it stands for.
std::vector<double> weights_of(const Problem& problem, int axis)
{
    std::vector<double> weights = three_point(problem, axis).width;
    CompensatedSum length;
    for (const double weight : weights) {
        length += weight;
    }
    std::ranges::for_each(weights, [&](double& weight) { weight /= length.value(); });
    return weights;
}

/// The norms of number_of(value) for all values.
template <typename Real, typename NumberOf>
Sums sums_of(const Problem& problem, std::span<const Real> values, const NumberOf& number_of)
{
    const std::array weights{weights_of(problem, 0), weights_of(problem, 1),
                             weights_of(problem, 2)};
    const auto [nx, ny, nz] = shape_of(problem);
    constexpr std::int64_t few = 64;  // values of one plain sum, which is fast
    std::vector<Sums> planes(static_cast<std::size_t>(nz));
    [[maybe_unused]] const int threads = threads_for(std::ssize(values), 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t z = 0; z < nz; ++z) {
        TotalSums plane;
        for (std::int64_t y = 0; y < ny; ++y) {
            for (std::int64_t first = 0; first < nx; first += few) {
                Sums part;
                for (std::int64_t x = first; x < std::min(first + few, nx); ++x) {
                    const auto at = static_cast<std::size_t>((z * ny + y) * nx + x);
                    part.add(number_of(values[at]), weights[0][static_cast<std::size_t>(x)]);
                }
                plane.add(part, weights[1][static_cast<std::size_t>(y)]);
            }
        }
        planes[static_cast<std::size_t>(z)] = plane.sums();
    }
    TotalSums all;
    for (std::size_t z = 0; z < planes.size(); ++z) {
        all.add(planes[z], weights[2][z]);
    }
    return all.sums();
}

/// The norms of values, which are scaled only if their squares require it: others are read once.
template <typename Real>
Norms norms(const Problem& problem, std::span<const Real> values)
{
    if (std::ssize(values) != points(problem)) {
        throw std::invalid_argument{"a field has " + std::to_string(values.size()) +
                                    " values where its problem has " +
                                    std::to_string(points(problem)) + " unknowns"};
    }
    const Sums plain =
        sums_of(problem, values, [](Real value) { return static_cast<double>(value); });
    if (!squares_are_lost(plain.max)) {
        return {.mean = plain.values, .l2 = std::sqrt(plain.squares), .max = plain.max};
    }
    const double scale = scale_for(plain.max);
    const Sums scaled = sums_of(problem, values,
                                [scale](Real value) { return scale * static_cast<double>(value); });
    return {
        .mean = scaled.values / scale, .l2 = std::sqrt(scaled.squares) / scale, .max = plain.max};
}

}  // namespace

Norms norms_of(const Problem& problem, std::span<const double> values)
{
    return norms(problem, values);
}

Norms norms_of(const Problem& problem, std::span<const float> values)
{
    return norms(problem, values);
}

}  // namespace tobiuo::poisson
