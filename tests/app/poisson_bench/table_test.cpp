// The table of the Poisson benchmark.
#include "app/poisson_bench/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/poisson_bench/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(PoissonTable, a_row_has_all_figures_under_their_headings)
{
    const std::string row = table_row(test::synthetic_poisson_rows().front());
    EXPECT_THAT(row, StartsWith("100x100x100    duct      cell     second-order double    ours "));
    EXPECT_THAT(row,
                HasSubstr("1.0000    1000.00       48      48.0   2.500  1.00e-15    0.250\n"));
    const std::string head = table_head(test::synthetic_poisson_machine());
    EXPECT_THAT(head, StartsWith("Test CPU, 16 threads: ceiling 100.0 GB/s (13 arrays read, 1 "
                                 "written)\nshape"));
    EXPECT_EQ(head.substr(head.find("shape")).size(), row.size());
}

TEST(PoissonTable, what_is_absent_is_a_dash)
{
    Row row = test::synthetic_poisson_row("ours", 1e-3);
    row.residual.reset();
    EXPECT_THAT(table_row(row), HasSubstr("48.0       -         -    0.250\n"));
}

}  // namespace
}  // namespace tobiuo::poisson_bench
