// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/norms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/check/row_summation.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo::poisson {
namespace {

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

/// What sums up rows of arrays on the host.
struct NormSum::OnHost {
    explicit OnHost(const Problem& problem) : singles{problem, *host}, doubles{problem, *host} {}

    [[nodiscard]] RowSummation<float>& of(float /*value*/) { return singles; }
    [[nodiscard]] RowSummation<double>& of(double /*value*/) { return doubles; }

    std::unique_ptr<const runtime::Machine> host = runtime::make_host_machine();
    RowSummation<float> singles;
    RowSummation<double> doubles;
};

NormSum::NormSum(const Problem& problem, std::int64_t first)
    : problem_{problem},
      weights_{weights_of(problem, 0), weights_of(problem, 1), weights_of(problem, 2)},
      next_row_{static_cast<std::size_t>(first) * weights_[1].size()}
{
}

// Rows are summed by themselves and then in their order, so that neither threads nor the division
// into planes change the sums.
void NormSum::add(std::span<const RowSums> rows)
{
    for (const RowSums& row : rows) {
        const std::size_t y = next_row_ % weights_[1].size();
        const std::size_t z = next_row_ / weights_[1].size();
        const double weight = weights_[1][y] * weights_[2].at(z);
        Sums& sums = added_.sums.at(static_cast<std::size_t>(row.scale));
        sums.values += weight * row.values;
        sums.squares += weight * row.squares;
        added_.max = std::max(added_.max, row.max);
        ++added_.rows;
        ++next_row_;
    }
}

template <typename Real>
void NormSum::add_planes(std::span<const Real> planes)
{
    if (on_host_ == nullptr) {
        on_host_ = std::make_shared<OnHost>(problem_);
    }
    add(on_host_->of(Real{}).sums_and_wait(planes.data(),
                                           std::ssize(planes) / std::ssize(weights_[0]), nullptr));
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
        for (std::size_t scale = 0; scale < norm_scales; ++scale) {
            all.sums.at(scale).values += part.sums.at(scale).values;
            all.sums.at(scale).squares += part.sums.at(scale).squares;
        }
    }
    validate_size(problem_, static_cast<std::int64_t>(all.rows * weights_[0].size()));
    const auto exponent = [](int scale) { return std::ilogb(norm_factors[scale]); };
    const int common = exponent(scale_for(all.max));
    double values = 0.0;
    double squares = 0.0;
    for (std::size_t scale = 0; scale < norm_scales; ++scale) {
        const int change = common - exponent(static_cast<int>(scale));
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
