// SPDX-License-Identifier: BSD-3-Clause
// Tables 7 to 12 of Nukada et al. 2008: the data, our columns, and their JSON.
#include "studies/published/paper_tables.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "studies/published/paper_json.hpp"
#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

const PaperTable& table_of(const std::vector<PaperTable>& tables, int number)
{
    return tables.at(static_cast<std::size_t>(number - 7));
}

double figure(const PaperTable& table, const std::string& device, int number)
{
    for (const PublishedSeries& series : table.published) {
        if (series.device == device) {
            return series.at(number).value_or(-1);
        }
    }
    return -2;
}

/// Times of 1 ms, but 2 ms for step 2 and 4 ms for the copy to the host.
Times synthetic_times()
{
    Times times;
    for (const PaperTable& table : paper_tables()) {
        for (const PaperRow& row : table.rows) {
            for (const auto& [name, often] : row.sums) {
                times[name].seconds = {.median = 1e-3, .least = 0.9e-3, .most = 1.1e-3};
            }
        }
    }
    times.at("five-step 256 step 2").seconds.median = 2e-3;
    times.at("to host").seconds.median = 4e-3;
    return times;
}

double here(const PaperTable& table, int number, const Times& times)
{
    for (const PaperRow& row : table.rows) {
        if (row.number == number) {
            return row.here(times).value_or(-1);
        }
    }
    return -2;
}

TEST(PaperTables, hold_the_figures_of_the_paper)
{
    const auto tables = paper_tables();
    ASSERT_EQ(tables.size(), 6U);
    EXPECT_EQ(figure(table_of(tables, 7), "8800 GTX", 2), 79.5);
    EXPECT_EQ(figure(table_of(tables, 7), "8800 GT", 3), 18.6);
    EXPECT_EQ(figure(table_of(tables, 8), "8800 GTX", 1), 4.52);
    EXPECT_EQ(figure(table_of(tables, 8), "8800 GTS", 8), 43.0);
    EXPECT_EQ(figure(table_of(tables, 9), "8800 GTX", 2), 97.0);
    EXPECT_EQ(figure(table_of(tables, 10), "8800 GTS", 1), 3.80);
    EXPECT_EQ(figure(table_of(tables, 10), "8800 GTX", 4), 46.5);
    EXPECT_EQ(figure(table_of(tables, 11), "8800 GTX", 7), 112);
    EXPECT_EQ(figure(table_of(tables, 12), "Opteron 880", 1), 220);
}

TEST(PaperTables, have_a_row_for_each_figure_and_no_other)
{
    for (const PaperTable& table : paper_tables()) {
        EXPECT_EQ(table.published.size(), 3U) << table.number;
        int figures = 0;
        for (const PaperRow& row : table.rows) {
            figures += row.number > 0 ? 1 : 0;
            EXPECT_FALSE(row.sums.empty()) << row.what;
        }
        for (const PublishedSeries& series : table.published) {
            EXPECT_EQ(static_cast<int>(series.points.size()), figures) << table.number;
            EXPECT_EQ(series.points.back().x, figures) << table.number;
        }
    }
}

/// Compares within the digits that the paper gives, so that mixed-up rows, units or amounts show.
TEST(PaperTables, rates_and_times_of_the_paper_agree)
{
    int compared = 0;
    for (const PaperTable& table : paper_tables()) {
        for (std::size_t index = 1; index < table.rows.size(); ++index) {
            const PaperRow& time = table.rows[index - 1];
            const PaperRow& rate = table.rows[index];
            if (time.unit != Unit::milliseconds || rate.unit == Unit::milliseconds) {
                continue;
            }
            for (const PublishedSeries& series : table.published) {
                const double expected = rate.amount / (*series.at(time.number) * 1e-3) * 1e-9;
                EXPECT_NEAR(*series.at(rate.number), expected, 0.01 * expected)
                    << table.number << ": " << rate.what << ", " << series.device;
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 3 * (1 + 4 + 2 + 4 + 1));
}

TEST(PaperTables, ours_are_sums_of_times)
{
    const auto tables = paper_tables();
    const Times times = synthetic_times();
    EXPECT_NEAR(here(table_of(tables, 7), 1, times), 1.0, 1e-12);
    EXPECT_NEAR(here(table_of(tables, 7), 2, times), 15.0 * (1 << 24) * 8 * 1e-6, 1e-6);
    EXPECT_NEAR(here(table_of(tables, 8), 3, times), 1.5, 1e-12) << "mean of steps 2 and 4";
    EXPECT_NEAR(here(table_of(tables, 8), 7, times), 6.0, 1e-12);
    EXPECT_NEAR(here(table_of(tables, 8), 6, times), 16.0 * (1 << 24) * 1e-6, 1e-9);
    EXPECT_NEAR(here(table_of(tables, 11), 7, times), 6.0, 1e-12);
    EXPECT_NEAR(here(table_of(tables, 9), 2, times), 5.0 * (1 << 24) * 8 * 1e-6, 1e-6);
}

TEST(PaperTables, what_was_not_timed_is_a_dash)
{
    const auto tables = paper_tables();
    Times times = synthetic_times();
    times.erase("five-step 256 step 4");
    EXPECT_EQ(here(table_of(tables, 8), 3, times), -1);
    EXPECT_EQ(here(table_of(tables, 8), 7, times), -1);
    EXPECT_GT(here(table_of(tables, 8), 1, times), 0);
    const std::string text = text_of(table_of(tables, 12), {});
    EXPECT_NE(text.find("ms             195               188         220 |         -\n"),
              std::string::npos)
        << text;
}

TEST(PaperTables, stand_in_columns_of_equal_width)
{
    for (const PaperTable& table : paper_tables()) {
        const std::string text = text_of(table, synthetic_times());
        std::size_t begin = text.find('\n', 1) + 1;  // behind the title
        const std::size_t width = text.find('\n', begin) - begin;
        for (; begin < text.size(); begin += width + 1) {
            EXPECT_EQ(text.find('\n', begin), begin + width) << text;
        }
        EXPECT_LE(width, 100U) << text;
    }
}

TEST(PaperTables, json_keeps_both_sides_and_the_times)
{
    Times times = synthetic_times();
    times.at("five-step 256").error_l2 = 1e-7;
    times.erase("fftw 256");
    const Json json =
        paper_json(test::synthetic_fft_machine(), paper_tables(), times, test::synthetic_origin());
    EXPECT_EQ(json["schema"], "tobiuo-bench-fft-published-1");
    EXPECT_EQ(json["paper"], "Nukada et al. 2008");
    EXPECT_EQ(json["device"], "Test GPU");
    EXPECT_EQ(json["rows"][0]["table"], 7);
    EXPECT_EQ(json["rows"][0]["unit"], "ms");
    EXPECT_EQ(json["rows"][0]["published"]["8800 GTX"], 25.3);
    EXPECT_NEAR(json["rows"][0]["here"].get<double>(), 1.0, 1e-12);
    EXPECT_TRUE(json["rows"].back()["here"].is_null());
    bool seen = false;
    for (const Json& time : json["times"]) {
        if (time["name"] == "five-step 256") {
            EXPECT_EQ(time["error_l2"], 1e-7);
            seen = true;
        }
    }
    EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace tobiuo::fft_bench
