#include "solvers/poisson/check/norms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo::poisson {
namespace {

/// The sums of one row of x.
struct RowSums {
    double values{};
    double squares{};
    double max{};
    std::size_t scale{};  ///< the index in `exponents` of what the values were multiplied by
};

/// Logarithms of the powers of two by which values are multiplied: small ones, plain ones, whose
/// squares neither overflow nor lose visible digits to underflow, and large ones.
constexpr std::array exponents{600, 0, -600};
constexpr std::size_t plain = 1;

/// The scale for values up to `max`: plain for 0, and if a value is not finite.
std::size_t scale_for(double max)
{
    constexpr double least = 1e-140;
    constexpr double most = 1e140;  // leaves room for the sum of all squares
    if (max == 0.0 || !std::isfinite(max)) {
        return plain;
    }
    return max < least ? 0 : max > most ? 2 : plain;
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

template <typename Real>
RowSums sums_at_scale(std::span<const Real> row, const std::vector<double>& weights,
                      std::size_t scale)
{
    constexpr std::size_t few = 64;  // values of one plain sum, which is fast
    const double factor = std::ldexp(1.0, exponents.at(scale));
    CompensatedSum values;
    CompensatedSum squares;
    double max = 0.0;
    for (std::size_t first = 0; first < row.size(); first += few) {
        double sum = 0.0;
        double sum_of_squares = 0.0;
        for (std::size_t x = first; x < std::min(first + few, row.size()); ++x) {
            const auto given = static_cast<double>(row[x]);
            const double value = factor * given;
            sum += weights[x] * value;
            sum_of_squares += weights[x] * value * value;
            max = std::max(max, std::isfinite(given) ? std::abs(given) : HUGE_VAL);
        }
        values += sum;
        squares += sum_of_squares;
    }
    return {.values = values.value(), .squares = squares.value(), .max = max, .scale = scale};
}

/// The sums of a row, at another scale only if its squares require it: other rows are read once.
template <typename Real>
RowSums sums_of_row(std::span<const Real> row, const std::vector<double>& weights)
{
    const RowSums sums = sums_at_scale(row, weights, plain);
    const std::size_t scale = scale_for(sums.max);
    return scale == plain ? sums : sums_at_scale(row, weights, scale);
}

template <typename Real>
std::vector<RowSums> sums_of_rows(std::span<const Real> planes, const std::vector<double>& weights)
{
    std::vector<RowSums> rows(planes.size() / weights.size());
    const auto count = std::ssize(rows);
    [[maybe_unused]] const int threads = threads_for(std::ssize(planes), 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        const auto row = static_cast<std::size_t>(n);
        rows[row] = sums_of_row(planes.subspan(row * weights.size(), weights.size()), weights);
    }
    return rows;
}

template <typename Real>
Norms norms(const Problem& problem, std::span<const Real> values, const Communicator& ranks)
{
    PlaneBlocks blocks = blocks_of(problem);
    const ranks::Slice own =
        ranks::slices_of(blocks.planes, ranks.size()).at(static_cast<std::size_t>(ranks.rank()));
    blocks.planes = own.count;
    validate_size(problem, std::ssize(values) + points(problem) - own.count * blocks.values);
    NormSum sum{problem, own.first};
    blocks.for_each([&](std::int64_t first, std::int64_t count) {
        sum.add(values.subspan(static_cast<std::size_t>(first * blocks.values),
                               static_cast<std::size_t>(count * blocks.values)));
    });
    return sum.norms(ranks);
}

}  // namespace

void validate_size(const Problem& problem, std::int64_t size)
{
    if (size != points(problem)) {
        throw std::invalid_argument{"a field has " + std::to_string(size) +
                                    " values where its problem has " +
                                    std::to_string(points(problem)) + " unknowns"};
    }
}

NormSum::NormSum(const Problem& problem, std::int64_t first)
    : problem_{problem},
      weights_{weights_of(problem, 0), weights_of(problem, 1), weights_of(problem, 2)},
      next_row_{static_cast<std::size_t>(first) * weights_[1].size()}
{
}

// Rows are summed by themselves and then in their order, so that neither threads nor the division
// into planes change the sums.
template <typename Real>
void NormSum::add_planes(std::span<const Real> planes)
{
    for (const RowSums& row : sums_of_rows(planes, weights_[0])) {
        const std::size_t y = next_row_ % weights_[1].size();
        const std::size_t z = next_row_ / weights_[1].size();
        const double weight = weights_[1][y] * weights_[2].at(z);
        Sums& sums = added_.sums.at(row.scale);
        sums.values += weight * row.values;
        sums.squares += weight * row.squares;
        added_.max = std::max(added_.max, row.max);
        ++added_.rows;
        ++next_row_;
    }
}

void NormSum::add(std::span<const double> planes)
{
    add_planes(planes);
}

void NormSum::add(std::span<const float> planes)
{
    add_planes(planes);
}

Norms NormSum::norms(const Communicator& ranks) const
{
    Part all;
    for (const Part& part : ranks::gathered(ranks, added_)) {
        all.rows += part.rows;
        all.max = std::max(all.max, part.max);
        for (std::size_t scale = 0; scale < exponents.size(); ++scale) {
            all.sums.at(scale).values += part.sums.at(scale).values;
            all.sums.at(scale).squares += part.sums.at(scale).squares;
        }
    }
    validate_size(problem_, static_cast<std::int64_t>(all.rows * weights_[0].size()));
    const int common = exponents.at(scale_for(all.max));
    double values = 0.0;
    double squares = 0.0;
    for (std::size_t scale = 0; scale < exponents.size(); ++scale) {
        const int change = common - exponents.at(scale);
        values += std::ldexp(all.sums.at(scale).values.value(), change);
        squares += std::ldexp(all.sums.at(scale).squares.value(), 2 * change);
    }
    return {.mean = std::ldexp(values, -common),
            .l2 = std::ldexp(std::sqrt(squares), -common),
            .max = all.max};
}

Norms norms_of(const Problem& problem, std::span<const double> values, const Communicator& ranks)
{
    return norms(problem, values, ranks);
}

Norms norms_of(const Problem& problem, std::span<const float> values, const Communicator& ranks)
{
    return norms(problem, values, ranks);
}

}  // namespace tobiuo::poisson
