// Tables of a run as columns of a page: thinned, rounded, never refused.
#include "app/output/html/csv_columns.hpp"

#include <gtest/gtest.h>
#include <spdlog/fmt/fmt.h>

#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

class CsvColumns : public ::testing::Test {
protected:
    [[nodiscard]] Json columns_of(const std::string& text, std::size_t most = 1000) const
    {
        return csv_columns(folder_.write("t.csv", text), most);
    }

    test::TemporaryFolder folder_;
};

TEST_F(CsvColumns, have_six_digits_and_null_where_there_is_no_number)
{
    const Json expected{
        {"rows", 3}, {"columns", {{"time", {0.0, 0.5, 1.0}}, {"u", {0.123457, nullptr, nullptr}}}}};
    EXPECT_EQ(columns_of("time,u\n0,0.12345678\n0.5,\n1,nan\n"), expected);
}

TEST_F(CsvColumns, have_numbers_that_are_close_to_zero)
{
    EXPECT_EQ(columns_of("u,v\n1e-310,-5e-324\n")["columns"]["u"], Json::array({1e-310}));
}

TEST_F(CsvColumns, of_many_rows_keep_the_first_and_the_last)
{
    std::string text = "sweep,gosa\n";
    for (int sweep = 1; sweep <= 1000; ++sweep) {
        text += std::to_string(sweep) + ",1\n";
    }
    const Json thinned = columns_of(text, 40);
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
    const auto file = folder_.write("t.csv", "step,probe,u\n0,nan,1\n0,007,2\n");
    EXPECT_EQ(csv_columns(file, 100, "probe")["columns"]["probe"], Json::array({"nan", "007"}));
}

TEST_F(CsvColumns, keep_the_probes_of_a_step_together)
{
    std::string text = "step,probe,u\n";
    for (int step = 0; step < 100; ++step) {
        text += fmt::format("{0},left,1\n{0},right,2\n", step);
    }
    const Json columns = columns_of(text, 60)["columns"];
    ASSERT_EQ(columns["probe"].size(), 20U);
    for (std::size_t at = 0; at < 20; ++at) {
        EXPECT_EQ(columns["probe"][at], at % 2 == 0 ? "left" : "right");
    }
    EXPECT_EQ(columns["step"].back(), 99.0);
}

TEST_F(CsvColumns, of_no_table_are_null_and_short_rows_are_filled)
{
    EXPECT_TRUE(csv_columns(folder_.path() / "none.csv", 10).is_null());
    EXPECT_TRUE(columns_of("").is_null());
    EXPECT_TRUE(columns_of("sweep,gosa\n").is_null());
    EXPECT_TRUE(columns_of("sweep,gosa\n7\n")["columns"]["gosa"][0].is_null());
    EXPECT_EQ(columns_of("sweep,gosa\n7,1,2\n")["columns"]["gosa"], Json({1.0}));
}

}  // namespace
}  // namespace tobiuo
