// SPDX-License-Identifier: BSD-3-Clause
// Every build of the blocked row is compared with the formula, point by point, bit by bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/blocked/blocked_row.hpp"
#include "kernels/stencil/reference/point.hpp"
#include "kernels/stencil/shape.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/streaming_store.hpp"
#include "tests/support/sweeps.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::uint64_t seed = 20081201;
constexpr std::int64_t groups = coefficient_count / group_arrays;

RowFunction<float> function_of(const RowFunctions& build, float /*type*/)
{
    return build.single_precision;
}
RowFunction<double> function_of(const RowFunctions& build, double /*type*/)
{
    return build.double_precision;
}

/// The row's new p, with the values behind it up to the next row, and its sum.
template <typename Real>
struct NewRow {
    std::vector<Real> p;
    std::vector<double> sum;  ///< one value, compared by its bits
};

/// A row in the layout of RowArguments, random inside and zero in its padding, with the eight rows
/// of p around it.
template <typename Real>
class Row {
public:
    explicit Row(std::int64_t points)
        : points_{points},
          blocks_{ceil_div(points, block_points)},
          pitch_{(blocks_ + 1) * block_points},
          group_stride_{blocks_ * group_arrays * block_points + block_points},
          coefficients_(static_cast<std::size_t>(groups * group_stride_)),
          p_(static_cast<std::size_t>(margin + 9 * pitch_)),
          p_new_{static_cast<std::size_t>(pitch_)}
    {
        std::mt19937_64 engine{seed + static_cast<std::uint64_t>(points)};
        const auto random = [&] {  // in [-1, 1)
            return static_cast<Real>(std::ldexp(static_cast<double>(engine() >> 11U), -52) - 1.0);
        };
        for (std::int64_t k = 1; k < points - 1; ++k) {
            for (std::int64_t m = 0; m < coefficient_count; ++m) {
                coefficients_[coefficient_at(m, k)] = random();
            }
        }
        for (std::int64_t row = 0; row < 9; ++row) {
            for (std::int64_t k = 0; k < points; ++k) {
                p_[static_cast<std::size_t>(margin + row * pitch_ + k)] = random();
            }
        }
    }

    [[nodiscard]] std::size_t points() const { return static_cast<std::size_t>(points_); }
    Real& first() { return p_[p_at(0, 0, 0)]; }
    Real& last() { return p_[p_at(0, 0, points_ - 1)]; }

    NewRow<Real> swept_by(const RowFunctions& build, bool streaming)
    {
        std::ranges::fill(p_new_.span(), untouched);
        const double sum = function_of(build, Real{})({.coefficients = coefficients_.data(),
                                                       .group_stride = group_stride_,
                                                       .p = p_.data() + p_at(0, 0, 0),
                                                       .p_new = p_new_.data(),
                                                       .row_stride = pitch_,
                                                       .plane_stride = 3 * pitch_,
                                                       .blocks = blocks_,
                                                       .points = points_,
                                                       .omega = omega,
                                                       .streaming = streaming});
        memory::finish_streaming_stores();
        return {.p = {p_new_.data(), p_new_.data() + pitch_}, .sum = {sum}};
    }

    /// Computes one point after the other. The sum has the order of the blocks: sixteen partial
    /// sums, each from block to block, which are then added in order.
    [[nodiscard]] NewRow<Real> swept_by_the_formula() const
    {
        std::vector<Real> p_new(static_cast<std::size_t>(pitch_), untouched);
        std::array<double, block_points> lanes{};
        for (std::int64_t k = 0; k < blocks_ * block_points; ++k) {
            Real& next = p_new[static_cast<std::size_t>(k)];
            next = p_[p_at(0, 0, k)];
            if (k > 0 && k < points_ - 1) {
                const Real ss =
                    residual([&](std::int64_t m) { return coefficients_[coefficient_at(m, k)]; },
                             [&](std::int64_t di, std::int64_t dj, std::int64_t dk) {
                                 return p_[p_at(di, dj, k + dk)];
                             });
                next += omega * ss;
                lanes.at(static_cast<std::size_t>(k % block_points)) +=
                    static_cast<double>(ss) * static_cast<double>(ss);
            }
        }
        double sum = 0.0;
        for (const double lane : lanes) {
            sum += lane;
        }
        return {.p = p_new, .sum = {sum}};
    }

private:
    static constexpr Real omega{static_cast<Real>(0.8)};
    static constexpr Real untouched{-77};
    static constexpr std::int64_t margin =
        block_points;  ///< of p, of which a row reads the value before it

    [[nodiscard]] std::size_t coefficient_at(std::int64_t m, std::int64_t k) const
    {
        return static_cast<std::size_t>(
            m / group_arrays * group_stride_ +
            (k / block_points * group_arrays + m % group_arrays) * block_points + k % block_points);
    }
    [[nodiscard]] std::size_t p_at(std::int64_t di, std::int64_t dj, std::int64_t k) const
    {
        return static_cast<std::size_t>(margin + (4 + 3 * di + dj) * pitch_ + k);
    }

    std::int64_t points_;
    std::int64_t blocks_;
    std::int64_t pitch_;
    std::int64_t group_stride_;
    std::vector<Real> coefficients_;
    std::vector<Real> p_;
    memory::HostArray<Real> p_new_;
};

template <typename Real>
class RowBuilds : public ::testing::Test {
protected:
    /// Calls `check(row, build, streaming)` for all lengths, builds and kinds of stores.
    template <typename Check>
    static void for_each(const Check& check)
    {
        for (const std::int64_t points : {3, 4, 5, 8, 15, 16, 17, 18, 31, 32, 33, 100, 259}) {
            for (const RowFunctions& build : usable_row_functions()) {
                for (const bool streaming : {false, true}) {
                    SCOPED_TRACE(::testing::Message()
                                 << build.instruction_set << ", " << points << " points, "
                                 << (streaming ? "streaming" : "cached"));
                    Row<Real> row{points};
                    check(row, build, streaming);
                }
            }
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RowBuilds, Reals);

TYPED_TEST(RowBuilds, all_have_the_bits_of_the_formula)
{
    EXPECT_EQ(usable_row_functions().back().instruction_set, "baseline");
    this->for_each([](auto& row, const RowFunctions& build, bool streaming) {
        const auto expected = row.swept_by_the_formula();
        const auto got = row.swept_by(build, streaming);
        EXPECT_TRUE(test::same_bits(got.p, expected.p));
        EXPECT_TRUE(test::same_bits(got.sum, expected.sum));
    });
}

TYPED_TEST(RowBuilds, ends_keep_a_negative_zero)
{
    this->for_each([](auto& row, const RowFunctions& build, bool streaming) {
        row.first() = row.last() = TypeParam{-0.0};
        const auto expected = row.swept_by_the_formula();
        EXPECT_TRUE(test::same_bits(row.swept_by(build, streaming).p, expected.p));
    });
}

// The neighbours of such an end, and therefore the sum, become NaN as well: only the ends are
// compared.
TYPED_TEST(RowBuilds, ends_keep_what_is_not_finite)
{
    using Limits = std::numeric_limits<TypeParam>;
    for (const TypeParam odd : {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity()}) {
        this->for_each([odd](auto& row, const RowFunctions& build, bool streaming) {
            row.first() = odd;
            row.last() = -odd;
            const auto got = row.swept_by(build, streaming).p;
            const std::vector ends{got.front(), got[row.points() - 1]};
            EXPECT_TRUE(test::same_bits(ends, std::vector{odd, -odd}));
        });
    }
}

}  // namespace
}  // namespace tobiuo::stencil
