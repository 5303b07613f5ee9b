// SPDX-License-Identifier: BSD-3-Clause
// Tables of a run as columns of a page: thinned, rounded, never refused.
#include "app/output/html/csv_columns.hpp"

#include <gtest/gtest.h>
#include <spdlog/fmt/fmt.h>

#include <span>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

class CsvColumns : public ::testing::Test {
protected:
    [[nodiscard]] Json columns_in(const std::string& text, std::size_t most = 1000,
                                  std::string_view names = {}) const
    {
        return columns_of(read_csv(InputFile::named(folder_.write("t.csv", text)), most, names),
                          most);
    }

    test::TemporaryFolder folder_;
};

TEST_F(CsvColumns, have_six_digits_and_null_where_there_is_no_number)
{
    const Json expected{
        {"rows", 3}, {"columns", {{"time", {0.0, 0.5, 1.0}}, {"u", {0.123457, nullptr, nullptr}}}}};
    EXPECT_EQ(columns_in("time,u\n0,0.12345678\n0.5,\n1,nan\n"), expected);
}

TEST_F(CsvColumns, have_numbers_that_are_close_to_zero)
{
    EXPECT_EQ(columns_in("u,v\n1e-310,-5e-324\n")["columns"]["u"], Json::array({1e-310}));
}

TEST_F(CsvColumns, of_many_rows_keep_the_first_and_the_last)
{
    std::string text = "sweep,gosa\n";
    for (int sweep = 1; sweep <= 1000; ++sweep) {
        text += std::to_string(sweep) + ",1\n";
    }
    const Json thinned = columns_in(text, 40);
    EXPECT_EQ(thinned["rows"], 1000);
    const Json& sweeps = thinned["columns"]["sweep"];
    ASSERT_EQ(sweeps.size(), 20U);
    EXPECT_EQ(sweeps.front(), 1.0);
    EXPECT_EQ(sweeps.back(), 1000.0);
    for (std::size_t at = 1; at < sweeps.size(); ++at) {
        EXPECT_GT(sweeps[at], sweeps[at - 1]);
    }
}

TEST_F(CsvColumns, of_names_are_texts_whatever_they_look_like)
{
    const Json read = columns_in("step,probe,u\n0,nan,1\n0,007,2\n", 100, "probe");
    EXPECT_EQ(read["columns"]["probe"], Json::array({"nan", "007"}));
}

TEST_F(CsvColumns, keep_the_probes_of_a_step_together)
{
    std::string text = "step,probe,u\n";
    for (int step = 0; step < 100; ++step) {
        text += fmt::format("{0},left,1\n{0},right,2\n", step);
    }
    const Json columns = columns_in(text, 60)["columns"];
    ASSERT_EQ(columns["probe"].size(), 20U);
    for (std::size_t at = 0; at < 20; ++at) {
        EXPECT_EQ(columns["probe"][at], at % 2 == 0 ? "left" : "right");
    }
    EXPECT_EQ(columns["step"].back(), 99.0);
}

TEST_F(CsvColumns, by_name_have_what_rows_of_a_step_share_once)
{
    std::string text = "step,time,probe,u,p\n";
    for (int step = 0; step < 100; ++step) {
        for (int probe = 0; probe < 40; ++probe) {
            text += fmt::format("{0},{1},p{2},{0}.5,{2}\n", step, 0.1 * step, probe);
        }
    }
    const CsvTable table =
        read_csv(InputFile::named(folder_.write("t.csv", text)), 20'000, "probe");
    const Json thinned = columns_by_name(table, "probe", 2050);  // 82 of a step
    EXPECT_EQ(thinned["rows"], 4000);
    ASSERT_EQ(thinned["shared"]["time"].size(), 25U);
    EXPECT_EQ(thinned["shared"]["time"].back(), 9.9);
    EXPECT_FALSE(thinned["shared"].contains("u"));
    ASSERT_EQ(thinned["of"].size(), 40U);
    EXPECT_EQ(thinned["of"]["p7"]["u"].size(), 25U);
    EXPECT_EQ(thinned["of"]["p7"]["u"].back(), 99.5);
    EXPECT_EQ(thinned["of"]["p39"]["p"].front(), 39.0);
    EXPECT_TRUE(columns_by_name(table, "probe", 0).is_null());
    EXPECT_TRUE(columns_by_name(table, "line", 100).is_null());
}

TEST_F(CsvColumns, by_name_have_gaps_where_a_name_comes_later)
{
    const CsvTable table =
        read_csv(InputFile::named(folder_.write("t.csv", "step,probe,u\n0,a,1\n1,b,2\n2,b,3\n")),
                 100, "probe");
    const Json columns = columns_by_name(table, "probe", 100);
    EXPECT_EQ(columns["of"]["a"]["u"], Json::array({1.0}));
    EXPECT_EQ(columns["of"]["b"]["u"], Json::array({nullptr, 2.0, 3.0}));
}

TEST_F(CsvColumns, of_the_last_group_may_leave_rows_out)
{
    std::string text = "step,mode,u\n";
    for (int step = 0; step < 3; ++step) {
        for (int mode = 0; mode < 2000; ++mode) {
            text += fmt::format("{},{},{}\n", step, mode, step + mode);
        }
    }
    const CsvTable table =
        read_csv(InputFile::named(folder_.write("t.csv", text)), 100, "along", 5000);
    const auto odd = [](std::span<const Json> row) { return row[1].get<int>() % 2 == 1; };
    const Json columns = last_columns_of(table, 5000, odd)["columns"];
    ASSERT_EQ(columns["mode"].size(), 1000U);
    EXPECT_EQ(columns["step"].front(), 2.0);
    EXPECT_EQ(columns["u"].back(), 2000.0);
    EXPECT_TRUE(last_columns_of(table, 2999, odd).is_null());
}

TEST_F(CsvColumns, of_no_table_are_null_and_short_rows_are_filled)
{
    EXPECT_TRUE(columns_in("").is_null());
    EXPECT_TRUE(columns_in("sweep,gosa\n").is_null());
    EXPECT_TRUE(columns_in("sweep,gosa\n7\n")["columns"]["gosa"][0].is_null());
    EXPECT_EQ(columns_in("sweep,gosa\n7,1,2\n")["columns"]["gosa"], Json({1.0}));
}

TEST_F(CsvColumns, get_fewer_from_a_table_that_was_read)
{
    std::string text = "sweep,gosa\n";
    for (int sweep = 1; sweep <= 1000; ++sweep) {
        text += std::to_string(sweep) + ",1\n";
    }
    const CsvTable table = read_csv(InputFile::named(folder_.write("t.csv", text)), 40);
    EXPECT_EQ(table.groups.size(), 20U);
    const Json sweeps = columns_of(table, 10)["columns"]["sweep"];
    ASSERT_EQ(sweeps.size(), 5U);
    EXPECT_EQ(sweeps.front(), 1.0);
    EXPECT_EQ(sweeps.back(), 1000.0);
    EXPECT_TRUE(columns_of(table, 0).is_null());
}

TEST_F(CsvColumns, of_a_table_that_no_run_writes_are_refused_or_bounded)
{
    EXPECT_THROW(static_cast<void>(columns_in(std::string(100'000, ','))), Unreadable);
    EXPECT_THROW(static_cast<void>(columns_in("a,b\n" + std::string(200'000, '1'))), Unreadable);
    std::string alike = "step,u\n";
    for (int row = 0; row < 5000; ++row) {
        alike += "0,1\n";  // one group, if they were of one step
    }
    EXPECT_LE(columns_in(alike, 100)["columns"]["u"].size(), 50U);
    EXPECT_LE(columns_in("u\n" + std::string(5000, 'x') + "\n")["columns"]["u"][0]
                  .get<std::string>()
                  .size(),
              100U);
}

}  // namespace
}  // namespace tobiuo
