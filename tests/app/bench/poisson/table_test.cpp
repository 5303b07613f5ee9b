// The table of the Poisson benchmark.
#include "app/bench/poisson/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(PoissonTable, a_row_has_all_figures_under_their_headings)
{
    const std::string row = table_row(test::synthetic_poisson_rows().front());
    EXPECT_THAT(row,
                StartsWith("100x100x100    duct      cell     second-order double    cpu   ours "));
    EXPECT_THAT(row,
                HasSubstr("1.0000    1000.00       48      48.0   2.500  1.00e-15    0.250\n"));
    const std::string head = table_head(test::synthetic_poisson_machine());
    EXPECT_THAT(head, StartsWith("Test CPU, 16 threads: ceiling 100.0 GB/s (13 arrays read, 1 "
                                 "written)\nshape"));
    EXPECT_EQ(head.substr(head.find("shape")).size(), row.size());
}

TEST(PoissonTable, a_device_has_its_own_ceiling_and_its_own_peer)
{
    EXPECT_THAT(table_row(test::synthetic_poisson_device_rows().front()), HasSubstr("   4.000 "));
    Machine machine = test::synthetic_poisson_machine();
    machine.device = "Test GPU";
    machine.copy_bytes_per_second = 1e12;
    EXPECT_THAT(table_head(machine), StartsWith("Test GPU: ceiling 1000.0 GB/s (1 array read, 1 "
                                                "written)\nTest CPU, 16 threads: ceiling"));
    machine.ceiling_bytes_per_second = 0.0;
    EXPECT_EQ(table_head(machine).find("Test CPU"), std::string::npos);
}

TEST(PoissonTable, what_is_absent_is_a_dash)
{
    Row row = test::synthetic_poisson_row("ours", 1e-3);
    row.residual.reset();
    EXPECT_THAT(table_row(row), HasSubstr("48.0       -         -    0.250\n"));
}

}  // namespace
}  // namespace tobiuo::poisson_bench
