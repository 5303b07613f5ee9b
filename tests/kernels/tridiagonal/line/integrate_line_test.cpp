// SPDX-License-Identifier: BSD-3-Clause
// Lines of one dimension whose solutions are known exactly: whole numbers.
#include "kernels/tridiagonal/line/integrate_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/tridiagonal/line/integrate_line_twin.hpp"

namespace tobiuo::tridiagonal {
namespace {

using Whole = std::vector<std::int64_t>;

struct Ends {
    Edge first;
    Edge last;
};

constexpr std::array all_ends{
    Ends{Edge::periodic, Edge::periodic},     Ends{Edge::even_half, Edge::even_half},
    Ends{Edge::even_whole, Edge::even_whole}, Ends{Edge::even_half, Edge::odd_half},
    Ends{Edge::even_whole, Edge::odd_whole},  Ends{Edge::odd_half, Edge::odd_half},
    Ends{Edge::odd_whole, Edge::odd_whole}};

Whole second_differences(const Whole& u, const Ends& ends)
{
    Whole g(u.size());
    for (std::size_t k = 0; k < u.size(); ++k) {
        const std::int64_t below =
            k > 0 ? u[k - 1]
                  : beyond(ends.first, u[0], u.size() > 1 ? u[1] : std::int64_t{0}, u.back());
        const std::int64_t above =
            k + 1 < u.size() ? u[k + 1] : beyond(ends.last, u[k], below, u[0]);
        g[k] = below - 2 * u[k] + above;
    }
    return g;
}

/// A walk of random steps: smooth on the whole, rough from row to row.
Whole random_walk(std::size_t rows)
{
    std::mt19937_64 engine{5};
    std::uniform_int_distribution<std::int64_t> steps{-1000, 1000};
    Whole u;
    for (std::size_t k = 0; k < rows; ++k) {
        u.push_back((k > 0 ? u.back() : 3) + steps(engine));
    }
    return u;
}

Whole alternating(std::size_t rows)
{
    Whole u;
    for (std::size_t k = 0; k < rows; ++k) {
        u.push_back(k % 2 == 0 ? 1000 : -999);
    }
    return u;
}

/// Over the box, in which a row on a wall counts half.
long double mean_of(const Whole& u, const Ends& ends)
{
    const bool half_first = ends.first == Edge::even_whole;
    const bool half_last = ends.last == Edge::even_whole;
    std::int64_t twice = 0;
    for (const std::int64_t value : u) {
        twice += 2 * value;
    }
    twice -= (half_first ? u.front() : 0) + (half_last ? u.back() : 0);
    const auto length =
        static_cast<std::int64_t>(2 * u.size()) - (half_first ? 1 : 0) - (half_last ? 1 : 0);
    return static_cast<long double>(twice) / static_cast<long double>(length);
}

/// The largest error of u, over the largest u, in epsilons.
double error_in_eps(const Whole& exact, const Ends& ends, const std::vector<double>& found)
{
    const long double mean = are_level(ends.first, ends.last) ? mean_of(exact, ends) : 0.0L;
    long double error = 0.0L;
    long double largest = 0.0L;
    for (std::size_t k = 0; k < exact.size(); ++k) {
        const long double u = static_cast<long double>(exact[k]) - mean;
        error = std::max(error, std::abs(static_cast<long double>(found[k]) - u));
        largest = std::max(largest, std::abs(u));
    }
    return static_cast<double>(error / largest) / std::numeric_limits<double>::epsilon();
}

void expect_rounded_once(const Whole& u, const Ends& ends, int threads)
{
    // What is added to all rows is removed again, between edges that no mean passes.
    constexpr double mean = 4096.0;
    const bool level = are_level(ends.first, ends.last);
    std::vector<double> values;
    for (const std::int64_t g : second_differences(u, ends)) {
        values.push_back(static_cast<double>(g) + (level ? mean : 0.0));
    }
    double removed = 0.0;
    integrate_line_on_host<double>({.source = values.data(),
                                    .solution = values.data(),
                                    .rows = std::ssize(values),
                                    .step = 1,
                                    .first = ends.first,
                                    .last = ends.last,
                                    .diffusion = 4.0,
                                    .scale = 4.0,
                                    .constant = level ? &removed : nullptr},
                                   threads);
    EXPECT_EQ(removed, level ? mean : 0.0);
    EXPECT_LE(error_in_eps(u, ends, values), 0.51)
        << u.size() << " rows, ends " << static_cast<int>(ends.first) << static_cast<int>(ends.last)
        << ", " << threads << " threads";
}

TEST(IntegrateLine, rounds_the_solution_once_at_any_length)
{
    for (const Ends& ends : all_ends) {
        for (const std::size_t rows : {2, 3, 31, 365, 4001, 100003}) {
            for (const int threads : {1, 32, 512}) {
                expect_rounded_once(random_walk(rows), ends, threads);
                expect_rounded_once(alternating(rows), ends, threads);
            }
        }
    }
}

TEST(IntegrateLine, solves_a_single_row)
{
    expect_rounded_once({7}, {Edge::even_half, Edge::odd_half}, 32);
    expect_rounded_once({7}, {Edge::even_whole, Edge::odd_whole}, 32);
    expect_rounded_once({7}, {Edge::odd_half, Edge::odd_half}, 32);
    expect_rounded_once({7}, {Edge::odd_whole, Edge::odd_whole}, 32);
}

TEST(IntegrateLine, takes_rows_from_the_other_end_and_keeps_the_source)
{
    const Whole u{5, -3, 8, 2};
    const Ends ends{Edge::even_half, Edge::odd_half};
    Whole g = second_differences(u, ends);
    std::ranges::reverse(g);
    const std::vector<double> source(g.begin(), g.end());
    std::vector<double> found(source.size());
    integrate_line_on_host<double>({.source = &source.back(),
                                    .solution = &found.back(),
                                    .rows = std::ssize(source),
                                    .step = -1,
                                    .first = ends.first,
                                    .last = ends.last,
                                    .diffusion = 1.0,
                                    .scale = 1.0,
                                    .constant = nullptr});
    EXPECT_EQ(found, (std::vector<double>{2.0, 8.0, -3.0, 5.0}));
    EXPECT_EQ(source, std::vector<double>(g.begin(), g.end()));
}

}  // namespace
}  // namespace tobiuo::tridiagonal
