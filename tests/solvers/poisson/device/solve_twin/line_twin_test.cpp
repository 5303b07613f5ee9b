// SPDX-License-Identifier: BSD-3-Clause
// Lines of one dimension as the GPU integrates them, of any length.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "tests/solvers/poisson/device/solve_twin/solve_twin.hpp"

namespace tobiuo::test {
namespace {

template <typename T>
void expect_small_errors(std::int64_t cells, std::size_t sides, Location location)
{
    const TwinCase line = twin_case({cells, 1, 1}, {sides, 0, 0}, location, precision_of<T>);
    ASSERT_TRUE(line.schedule().line);
    for (const Source source : long_line_sources) {
        SolveTwin<T> twin{line, source};
        twin.run_line();
        twin.expect_small_errors();
    }
}

TEST(PoissonSolveTwin, lines_between_all_ends_have_small_residuals_at_any_length)
{
    for (const std::int64_t cells : {2, 3, 16, 365, 1021, 4001, 4096, 10007, 100003}) {
        for (std::size_t sides = 0; sides < all_sides.size(); ++sides) {
            for (const Location location : all_locations) {
                expect_small_errors<float>(cells, sides, location);
                expect_small_errors<double>(cells, sides, location);
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::test
