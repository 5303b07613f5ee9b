// SPDX-License-Identifier: BSD-3-Clause
// The solution of a line on the host fulfils its equations, wherever the line lies.
#include "kernels/tridiagonal/line/solve_line.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace tobiuo::tridiagonal {
namespace {

/// Systems of five rows of unequal width, in 3 x 2 lines; rows are two lines apart.
struct Example {
    std::vector<double> below{0.0, 3.0, 2.0, 5.0, 1.5};
    std::vector<double> above{2.0, 4.0, 2.5, 1.0, 0.0};
    std::vector<double> width;
    std::vector<double> inner{0.0, -1.0, -7.5};
    std::vector<double> outer{0.0, -0.25};
    std::vector<double> data;
    std::vector<double> losses = std::vector<double>(30);
    double constant = 0.0;

    Example()
    {
        // Fluxes are the same from both sides: above[k] width[k] = below[k + 1] width[k + 1].
        width.push_back(1.0);
        for (std::size_t k = 0; k < 4; ++k) {
            width.push_back(width[k] * above[k] / below[k + 1]);
        }
        for (int at = 0; at < 30; ++at) {
            data.push_back(std::sin(1.0 + at * at));
        }
    }

    [[nodiscard]] Systems<double> systems(double first_wall, double last_wall)
    {
        return {.rows = {.below = below.data(),
                         .above = above.data(),
                         .width = width.data(),
                         .first_wall = first_wall,
                         .last_wall = last_wall,
                         .count = 5},
                .inner = inner.data(),
                .outer = outer.data(),
                .scale = 0.5,
                .data = data.data(),
                .losses = losses.data(),
                .constant = first_wall == 0.0 && last_wall == 0.0 ? &constant : nullptr,
                .step = 2,
                .inner_count = 3,
                .beside_step = 10,
                .beyond_count = 2,
                .beyond_step = 1};
    }
};

/// The largest difference between the rows' left-hand sides and 0.5 (before - removed).
double residual(const Systems<double>& systems, long long line, const std::vector<double>& before,
                double removed)
{
    const long long i = line % 3;
    const long long j = line / 3;
    const auto u = [&](long long k) {
        return systems.data[i * systems.beside_step + j * systems.beyond_step + k * systems.step];
    };
    double worst = 0.0;
    for (long long k = 0; k < systems.rows.count; ++k) {
        double sum = (systems.inner[i] + systems.outer[j]) * u(k);
        sum += k > 0 ? systems.rows.below[k] * (u(k - 1) - u(k)) : -systems.rows.first_wall * u(k);
        sum += k < 4 ? systems.rows.above[k] * (u(k + 1) - u(k)) : -systems.rows.last_wall * u(k);
        const auto at = static_cast<std::size_t>(i * 10 + j + k * 2);
        worst = std::fmax(worst, std::abs(sum - 0.5 * (before[at] - removed)));
    }
    return worst;
}

TEST(TridiagonalSolveLine, makes_the_rows_hold_between_walls)
{
    Example example;
    const std::vector<double> before = example.data;
    const Systems<double> systems = example.systems(4.0, 3.0);
    for (long long line = 0; line < 6; ++line) {
        LineSolve<double>{systems, line}.run();

        EXPECT_LE(residual(systems, line, before, 0.0), 1e-14) << "line " << line;
    }
}

/// Rows are loaded by a few at a time, of which the last ones may be fewer.
TEST(TridiagonalSolveLine, makes_the_rows_hold_in_lines_of_any_length)
{
    for (const std::size_t count : {1U, 7U, 8U, 9U, 16U, 21U}) {
        std::vector<double> below(count);
        std::vector<double> above(count);
        std::vector<double> before(count);
        for (std::size_t k = 0; k < count; ++k) {
            const auto number = static_cast<double>(k);
            below[k] = k == 0 ? 0.0 : 2.0 + std::sin(number);
            above[k] = k + 1 == count ? 0.0 : 2.0 + std::cos(number);
            before[k] = std::sin(1.0 + number * number);
        }
        std::vector<double> u = before;
        std::vector<double> losses(count);
        const double shift = -0.5;
        const double outer = 0.0;
        const Systems<double> systems{.rows = {.below = below.data(),
                                               .above = above.data(),
                                               .width = nullptr,
                                               .first_wall = 3.0,
                                               .last_wall = 1.0,
                                               .count = static_cast<long long>(count)},
                                      .inner = &shift,
                                      .outer = &outer,
                                      .scale = 2.0,
                                      .data = u.data(),
                                      .losses = losses.data(),
                                      .constant = nullptr,
                                      .step = 1,
                                      .inner_count = 1,
                                      .beside_step = 0,
                                      .beyond_count = 1,
                                      .beyond_step = 0};
        LineSolve<double>{systems, 0}.run();
        for (std::size_t k = 0; k < count; ++k) {
            double sum = shift * u[k] - (k == 0 ? 3.0 * u[k] : 0.0);
            sum -= k + 1 == count ? u[k] : 0.0;
            sum += k > 0 ? below[k] * (u[k - 1] - u[k]) : 0.0;
            sum += k + 1 < count ? above[k] * (u[k + 1] - u[k]) : 0.0;
            EXPECT_NEAR(sum, 2.0 * before[k], 1e-14) << "row " << k << " of " << count;
        }
    }
}

TEST(TridiagonalSolveLine, removes_the_mean_where_a_constant_is_free)
{
    Example example;
    const std::vector<double> before = example.data;
    const Systems<double> systems = example.systems(0.0, 0.0);

    LineSolve<double>{systems, 0}.run();

    double mean = 0.0;
    double mean_before = 0.0;
    double length = 0.0;
    for (std::size_t k = 0; k < 5; ++k) {
        mean += example.width[k] * example.data[2 * k];
        mean_before += example.width[k] * before[2 * k];
        length += example.width[k];
    }
    EXPECT_NEAR(mean, 0.0, 1e-14);
    EXPECT_NEAR(example.constant, mean_before / length, 1e-15);
    EXPECT_LE(residual(systems, 0, before, example.constant), 1e-14);
}

TEST(TridiagonalSolveLine, leaves_the_other_lines_alone)
{
    Example example;
    const std::vector<double> before = example.data;

    LineSolve<double>{example.systems(4.0, 3.0), 4}.run();

    for (std::size_t at = 0; at < 30; ++at) {
        const bool mine = at >= 10 && at < 20 && at % 2 == 1;
        EXPECT_EQ(example.data[at] == before[at], !mine) << at;
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
