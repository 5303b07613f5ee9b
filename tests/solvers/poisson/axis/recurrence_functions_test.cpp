// SPDX-License-Identifier: BSD-3-Clause
// The recurrences along lines are the sums that define them, with the same bits in every
// instruction set.
#include "solvers/poisson/axis/recurrence_functions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

constexpr std::int64_t row_count = 9;

/// Functions over rows of `lines` values of type Value.
template <typename Value, std::size_t lines>
struct Kind {
    using Type = Value;
    static constexpr std::size_t width = lines;
};

template <typename K>
class RecurrenceFunctionsOf : public ::testing::Test {
protected:
    using Value = typename K::Type;
    using Numbers = std::array<double, K::width>;

    static std::vector<Value> values()
    {
        std::vector<Value> all(static_cast<std::size_t>(row_count) * K::width);
        for (std::size_t at = 0; at < all.size(); ++at) {
            all[at] = static_cast<Value>(std::sin(0.7 + 1.3 * static_cast<double>(at)));
        }
        return all;
    }
    static Numbers numbers(double scale)
    {
        Numbers all{};
        for (std::size_t line = 0; line < all.size(); ++line) {
            all[line] = scale / static_cast<double>(line + 2);
        }
        return all;
    }
    static double next(double sum, double loss, Value value)
    {
        const volatile double lost = loss * sum;  // no operation is contracted with another
        return sum - lost + static_cast<double>(value);
    }
};

using Kinds = ::testing::Types<Kind<double, 16>, Kind<double, 32>, Kind<float, 32>>;
TYPED_TEST_SUITE(RecurrenceFunctionsOf, Kinds);

TYPED_TEST(RecurrenceFunctionsOf, sums_start_with_zero)
{
    constexpr std::size_t width = TypeParam::width;
    using Value = typename TypeParam::Type;
    const std::vector<Value> values = this->values();
    const auto loss = this->numbers(0.5);
    for (const auto& functions : usable_recurrence_functions<Value, width>()) {
        std::array<double, width> forwards{};
        std::array<double, width> backwards{};
        RecurrenceSums<width> both;
        functions.sum_forwards(values.data(), row_count, loss.data(), forwards.data());
        functions.sum_backwards(values.data(), row_count, loss.data(), backwards.data());
        functions.sum_both(values.data(), row_count, loss.data(), both);
        for (std::size_t line = 0; line < width; ++line) {
            double up = 0.0;
            double down = 0.0;
            double lower = 0.0;
            double upper = 0.0;
            for (std::size_t k = 0; k < row_count; ++k) {
                lower += up;
                upper += down;
                up = this->next(up, loss[line], values[k * width + line]);
                down = this->next(down, loss[line], values[(row_count - 1 - k) * width + line]);
            }
            EXPECT_EQ(forwards[line], up) << functions.instruction_set;
            EXPECT_EQ(backwards[line], down) << functions.instruction_set;
            EXPECT_EQ(both.forwards[line], up) << functions.instruction_set;
            EXPECT_EQ(both.backwards[line], down) << functions.instruction_set;
            EXPECT_EQ(both.tilt[line], lower - upper) << functions.instruction_set;
        }
    }
}

TYPED_TEST(RecurrenceFunctionsOf, sums_of_rows_take_the_place_of_values)
{
    constexpr std::size_t width = TypeParam::width;
    using Value = typename TypeParam::Type;
    const std::vector<Value> values = this->values();
    const auto loss = this->numbers(0.5);
    const auto entering = this->numbers(3.0);
    const auto factor = this->numbers(-2.0);
    for (const auto& functions : usable_recurrence_functions<Value, width>()) {
        std::vector<Value> forwards = values;
        std::vector<Value> backwards = values;
        functions.advance(forwards.data(), row_count, loss.data(), entering.data());
        functions.go_back(backwards.data(), row_count, loss.data(), factor.data(), entering.data());
        for (std::size_t line = 0; line < width; ++line) {
            double up = entering[line];
            double down = entering[line];
            for (std::size_t k = 0; k < row_count; ++k) {
                const std::size_t below = k * width + line;
                const std::size_t above = (row_count - 1 - k) * width + line;
                up = this->next(up, loss[line], values[below]);
                down = this->next(down, loss[line], values[above]);
                EXPECT_EQ(forwards[below], static_cast<Value>(up)) << functions.instruction_set;
                EXPECT_EQ(backwards[above], static_cast<Value>(factor[line] * down))
                    << functions.instruction_set;
            }
        }
    }
}

/// Rows of unequal cells between a Dirichlet wall and a Neumann wall.
struct UnequalSystem {
    std::vector<double> below;
    std::vector<double> above;
    double first_wall = 3.0;

    UnequalSystem()
    {
        for (std::int64_t k = 0; k < row_count; ++k) {
            const auto place = static_cast<double>(k);
            below.push_back(k == 0 ? 0.0 : 1.0 + 0.5 * std::sin(place));
            above.push_back(k + 1 == row_count ? 0.0 : 2.0 + std::cos(place));
        }
    }
    [[nodiscard]] tridiagonal::UnequalRows rows() const
    {
        return {.below = below.data(),
                .above = above.data(),
                .width = nullptr,
                .first_wall = first_wall,
                .last_wall = 0.0,
                .count = row_count};
    }
};

TYPED_TEST(RecurrenceFunctionsOf, elimination_solves_the_rows_of_unequal_cells)
{
    constexpr std::size_t width = TypeParam::width;
    using Value = typename TypeParam::Type;
    const std::vector<Value> values = this->values();
    const auto shift = this->numbers(-1.0);
    const double scale = 0.75;
    const UnequalSystem system;
    const tridiagonal::UnequalRows rows = system.rows();
    const std::vector<double> first_wall(width, rows.first_wall);
    const std::vector<double> last_wall(width, rows.last_wall);
    std::vector<Value> first;
    for (const auto& functions : usable_recurrence_functions<Value, width>()) {
        std::vector<Value> u = values;
        std::vector<double> losses(u.size());
        functions.eliminate(
            u.data(), rows,
            {.shift = shift.data(), .first_wall = first_wall.data(), .last_wall = last_wall.data()},
            scale, losses.data());
        first = first.empty() ? u : first;
        EXPECT_EQ(u, first) << functions.instruction_set;
    }
    for (std::size_t line = 0; line < width; ++line) {
        const auto at = [&](std::size_t k) { return static_cast<double>(first[k * width + line]); };
        for (std::size_t k = 0; k < row_count; ++k) {
            const double diagonal = shift[line] - system.below[k] - system.above[k] -
                                    rows.wall(static_cast<long long>(k));
            const double lower = k > 0 ? system.below[k] * at(k - 1) : 0.0;
            const double upper = k + 1 < row_count ? system.above[k] * at(k + 1) : 0.0;
            const double right_side = scale * static_cast<double>(values[k * width + line]);
            const double size = std::abs(lower) + std::abs(upper) + std::abs(diagonal * at(k)) +
                                std::abs(right_side);
            EXPECT_NEAR(lower + diagonal * at(k) + upper, right_side,
                        test::eliminated_row<Value> * size);
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
