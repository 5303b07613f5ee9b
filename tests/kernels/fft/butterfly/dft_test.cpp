// SPDX-License-Identifier: BSD-3-Clause
// The generated transforms cost what the literature says, or less.
#include "kernels/fft/butterfly/dft.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "kernels/fft/butterfly/print.hpp"
#include "kernels/fft/butterfly/statements.hpp"

namespace tobiuo::fft::codegen {
namespace {

Cost cost_of_radix(std::size_t radix)
{
    Graph graph;
    return cost(parts(dft(points(graph, radix))));
}

TEST(DftCost, powers_of_two_cost_what_split_radix_costs)
{
    // Source: Sorensen, Heideman and Burrus, IEEE Trans. ASSP 34, 152 (1986), Table I, with four
    // multiplications and two additions for a rotation.
    EXPECT_EQ(cost_of_radix(1), (Cost{0, 0, 0}));
    EXPECT_EQ(cost_of_radix(2), (Cost{4, 0, 0}));
    EXPECT_EQ(cost_of_radix(4), (Cost{16, 0, 0}));
    EXPECT_EQ(cost_of_radix(8), (Cost{52, 4, 0}));
    EXPECT_EQ(cost_of_radix(16), (Cost{144, 24, 0}));
    EXPECT_EQ(cost_of_radix(32), (Cost{372, 84, 0}));
}

TEST(DftCost, a_prime_costs_its_symmetric_pairs)
{
    for (const int n : {3, 5, 7, 11, 13}) {
        const int pairs = (n - 1) / 2;
        // First the sums and differences of pairs, then a cosine sum and a sine sum for each X_k
        // and X_{n-k}.
        const Cost bound{.additions = 2 * (3 * pairs + 2 * pairs * pairs + pairs),
                         .multiplications = 4 * pairs * pairs,
                         .negations = 0};
        const Cost found = cost_of_radix(static_cast<std::size_t>(n));
        EXPECT_LE(found.additions, bound.additions) << n;
        EXPECT_LE(found.multiplications, bound.multiplications) << n;
        EXPECT_EQ(found.negations, 0) << n;
    }
}

TEST(DftCost, coprime_factors_cost_no_twiddle_factor)
{
    for (const auto& [left, right] : {std::pair{2, 3}, std::pair{2, 5}, std::pair{3, 4},
                                      std::pair{2, 7}, std::pair{3, 5}, std::pair{4, 5}}) {
        const Cost columns = cost_of_radix(static_cast<std::size_t>(left));
        const Cost rows = cost_of_radix(static_cast<std::size_t>(right));
        const Cost found =
            cost_of_radix(static_cast<std::size_t>(left) * static_cast<std::size_t>(right));
        EXPECT_LE(found.additions, right * columns.additions + left * rows.additions);
        EXPECT_LE(found.multiplications,
                  right * columns.multiplications + left * rows.multiplications);
        EXPECT_EQ(found.negations, 0);
    }
}

TEST(DftCost, odd_prime_powers_pay_for_their_twiddle_factors)
{
    const std::map<std::size_t, std::pair<std::size_t, int>> twiddles{
        {9, {3, 4}}, {25, {5, 16}}, {27, {3, 16}}};
    for (const auto& [n, factor_and_count] : twiddles) {
        const auto [factor, count] = factor_and_count;
        const int outer = static_cast<int>(n / factor);
        const Cost inner = cost_of_radix(n / factor);
        const Cost column = cost_of_radix(factor);
        const int times = static_cast<int>(factor);
        const Cost found = cost_of_radix(n);
        EXPECT_LE(found.additions, times * inner.additions + outer * column.additions + 2 * count)
            << n;
        EXPECT_LE(found.multiplications,
                  times * inner.multiplications + outer * column.multiplications + 4 * count)
            << n;
        EXPECT_EQ(found.negations, 0) << n;
    }
}

std::size_t largest_prime_factor(std::size_t n)
{
    std::size_t factor = 2;
    while (factor < n) {
        n % factor == 0 ? n /= factor : ++factor;
    }
    return n;
}

TEST(Statements, few_values_are_alive_beside_the_points)
{
    for (const std::size_t radix : generated_radices()) {
        Graph graph;
        const auto outputs = dft(points(graph, radix));
        const Statements statements{outputs};
        // Two real values a point and two results under way, or the sums and differences of a
        // prime's pairs, which live until all cosine and sine sums are done.
        const std::size_t waiting = std::max<std::size_t>(2, largest_prime_factor(radix) - 1);
        EXPECT_LE(statements.most_alive(), 2 * radix + waiting) << "radix " << radix;
    }
}

TEST(UnitRoot, symmetries_are_exact)
{
    for (const std::size_t n : {1U, 2U, 3U, 8U, 12U, 25U, 32U, 360U}) {
        for (std::size_t k = 0; k < 3 * n; ++k) {
            const UnitRoot root = unit_root(k, n);
            const UnitRoot conjugate = unit_root(3 * n - k, n);
            EXPECT_EQ(root.cosine, conjugate.cosine);
            EXPECT_EQ(root.sine, -conjugate.sine);
            const UnitRoot refined = unit_root(7 * k, 7 * n);
            EXPECT_EQ(root.cosine, refined.cosine);
            const UnitRoot turned = unit_root(4 * k + n, 4 * n);
            EXPECT_EQ(root.cosine, turned.sine);
            EXPECT_EQ(root.sine, -turned.cosine);
        }
    }
    EXPECT_EQ(unit_root(1, 6).cosine, 0.5L);
    EXPECT_EQ(unit_root(1, 12).sine, 0.5L);
    EXPECT_EQ(unit_root(1, 8).sine, unit_root(1, 8).cosine);
    EXPECT_EQ(unit_root(1, 4).cosine, 0.0L);
}

}  // namespace
}  // namespace tobiuo::fft::codegen
