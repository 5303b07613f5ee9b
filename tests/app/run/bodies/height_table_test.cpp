// SPDX-License-Identifier: BSD-3-Clause
// Tables of heights: what is read, and the sentences about bad ones.
#include "app/run/bodies/height_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

class HeightTables : public ::testing::Test {
protected:
    [[nodiscard]] HeightTable read(const std::string& text, int axes = 2) const
    {
        return read_height_table(folder_.write("a.csv", text), axes);
    }
    /// What is said, without the folder.
    [[nodiscard]] std::string objection(const std::string& text, int axes = 2) const
    {
        const std::string said = test::refusal<InputError>([&] { return read(text, axes); });
        return said.substr(said.find("a.csv"));
    }

    test::TemporaryFolder folder_;
};

TEST_F(HeightTables, have_points_in_any_order)
{
    const HeightTable table = read(
        "# of a survey\n\nEasting (m), Northing (m), z\r\n 5,-2,6\n0,-2,+4e0 # low\n1,-2,5\n"
        "5,3,3\n0, 3, 1\n1,3,2");
    EXPECT_THAT(table.counts, ElementsAre(3, 2, 1));
    EXPECT_THAT(table.heights, ElementsAre(4, 5, 6, 1, 2, 3));
    EXPECT_THAT(table.grid.axes[0].nodes, ElementsAre(0, 1, 5));
    EXPECT_THAT(table.grid.axes[1].nodes, ElementsAre(-2, 3));
    EXPECT_EQ(table.grid.values(0), 3);
    EXPECT_EQ(table.grid.position(0, 2), 5.0);
}

TEST_F(HeightTables, have_a_place_and_a_height_over_one_axis)
{
    const HeightTable table = read("  2\t1.5\n-1   0.5\n", 1);
    EXPECT_THAT(table.counts, ElementsAre(2, 1, 1));
    EXPECT_THAT(table.heights, ElementsAre(0.5, 1.5));
    EXPECT_THAT(read("7 3 2\n").counts, ElementsAre(1, 1, 1));
}

TEST_F(HeightTables, that_have_no_full_grid_are_refused_with_the_line)
{
    EXPECT_EQ(objection("x,y,z\n0,0,1\n1,0,1\n0,1,1\n"),
              "a.csv:3:1: has x = 1, but no line has the point x = 1, y = 1 (the points make no "
              "full rectangular grid): add it, or write equal coordinates with equal digits");
    EXPECT_THAT(objection("0 0 1\n1 0 1\n2 0 1\n0 1 1\n1 1 1\n2 0.9999 1\n"),
                ::testing::StartsWith("a.csv:6:1: has y = 0.9999, but no line has the point"));
    EXPECT_EQ(objection("0,0,1\n1,0,1\n\n0,1,1\n1,1,1\n1,0,2\n"),
              "a.csv:6:1: has the point of line 2 again (a place has one height): remove one of "
              "them");
    EXPECT_THAT(objection("0,1\n1,1\n1,3\n", 1), ::testing::StartsWith("a.csv:3:1: has the point"));
}

TEST_F(HeightTables, that_are_no_tables_are_refused)
{
    EXPECT_EQ(objection("0,0,1\n1,0\n"),
              "a.csv:2:1: expected x, y and the height (got 2 cells in a case of 3 dimensions): "
              "separate them by commas or blanks, not by semicolons");
    EXPECT_THAT(objection("x,z\n0,0,1\n", 1), ::testing::StartsWith("a.csv:2:1: expected x and"));
    EXPECT_THAT(objection("\xEF\xBB\xBF"
                          "0;0;1\n0;1;1\n"),
                ::testing::StartsWith("a.csv:2:1: expected x, y and the height (got 1 cells"));
    EXPECT_EQ(objection("x,y,z\n0,0,1\n1,low,1\n"),
              "a.csv:3:3: expected a finite number (got 'low'): write it like 0.5 or 1.0e-6");
    EXPECT_THAT(objection("0,0,l\n0,1,1\n"), ::testing::StartsWith("a.csv:1:5: expected a finite"))
        << "a line with a number is no line of names";
    EXPECT_THAT(objection("0,,1\n"), ::testing::StartsWith("a.csv:1:3: expected a finite"));
    EXPECT_THAT(objection("a,b,c\nx,y,z\n"), ::testing::StartsWith("a.csv:2:1: expected a finite"));
    EXPECT_THAT(objection("0 0 nan\n"), ::testing::StartsWith("a.csv:1:5: expected a finite"));
    EXPECT_THAT(objection("# none\nx,y,z\n"), ::testing::StartsWith("a.csv: has no numbers"));
    EXPECT_THROW(static_cast<void>(read_height_table(folder_.path(), 2)), Unreadable);
}

TEST_F(HeightTables, take_memory_for_each_line)
{
    EXPECT_GE(height_table_bytes(folder_.write("a.csv", "0,1\n")),
              static_cast<std::int64_t>(3 * sizeof(double)));
    EXPECT_EQ(height_table_bytes(folder_.write("b.csv", "0,1\n1,2\n2,3")),
              3 * height_table_bytes(folder_.write("c.csv", "0,1\n")));
}

}  // namespace
}  // namespace tobiuo
