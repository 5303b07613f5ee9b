// The table of the transforms.
#include "app/bench/fft/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(FftTable, a_row_has_all_figures_under_their_headings)
{
    const std::vector<Row> rows = test::synthetic_fft_rows();
    const std::string row = table_row(rows.front());
    EXPECT_THAT(row, StartsWith("256x256x256       c2c  single    ours "));
    EXPECT_THAT(row, HasSubstr("1.0000    2013.3    20.1   2.000     0.250    1.5 MB  1.00e-07"
                               "  2.00e-07\n"));
    const std::string head = table_head(test::synthetic_fft_machine());
    EXPECT_THAT(head, StartsWith("Test GPU: copies 4000 GB/s, L2 60 MB\nTest CPU, 16 threads\n"));
    const auto headings = head.substr(head.find("size"));
    EXPECT_EQ(headings.size(), row.size());
    EXPECT_EQ(headings.find("GFLOPS"), row.find("2013.3"));
}

TEST(FftTable, what_is_absent_is_a_dash)
{
    std::vector<Row> rows = test::synthetic_fft_rows();
    Row& host = rows.back();
    host.errors.reset();
    EXPECT_THAT(table_row(host),
                HasSubstr("      -   0.040     0.250         -         -         -\n"));
    Machine machine = test::synthetic_fft_machine();
    machine.device.clear();
    EXPECT_THAT(table_head(machine), StartsWith("Test CPU, 16 threads\nsize"));
}

TEST(FftTable, a_size_in_the_cache_is_marked_and_explained)
{
    std::vector<Row> rows = test::synthetic_fft_rows(test::cube(128));
    const Machine machine = test::synthetic_fft_machine();
    EXPECT_EQ(table_foot(machine, rows), "");
    EXPECT_THAT(table_row(rows.front()), Not(HasSubstr("*")));
    rows.front().in_l2 = true;
    EXPECT_THAT(table_row(rows.front()), StartsWith("128x128x128* "));
    EXPECT_THAT(table_foot(machine, rows), HasSubstr("L2 cache (60 MB)"));
}

TEST(FftTable, a_batch_stands_behind_its_size)
{
    fft::Problem problem = test::cube(8);
    problem.lengths = {4096};
    problem.batch = 512;
    EXPECT_THAT(table_row(test::synthetic_row(problem, "ours", 1e-5)), StartsWith("4096 (512) "));
}

}  // namespace
}  // namespace tobiuo::fft_bench
