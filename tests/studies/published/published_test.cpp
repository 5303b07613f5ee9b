// SPDX-License-Identifier: BSD-3-Clause
// The papers' figures: every file reads, the program embeds it unchanged, values are the papers'.
#include "studies/published/published.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/source_dir.hpp"

namespace tobiuo {
namespace {

const PublishedSeries& find(const std::vector<PublishedSeries>& all, const std::string& device,
                            const std::string& output = "")
{
    const auto found = std::ranges::find_if(all, [&](const PublishedSeries& series) {
        return series.device == device && series.output == output;
    });
    EXPECT_NE(found, all.end()) << device << output;
    return *found;
}

TEST(Published, every_file_reads_and_names_where_its_figures_are_from)
{
    ASSERT_GE(published_files().size(), 2U);
    for (const PublishedFile& file : published_files()) {
        const auto all = read_published(file);
        EXPECT_FALSE(all.empty()) << file.path;
        for (const PublishedSeries& series : all) {
            EXPECT_FALSE(series.where.empty()) << file.path;
            EXPECT_FALSE(series.points.empty()) << file.path;
            const bool processor = series.study == "fft-table-12";
            EXPECT_EQ(series.peak_gbps == 0.0, processor) << file.path;
        }
    }
}

TEST(Published, the_program_carries_the_files_of_the_tree)
{
    for (const PublishedFile& file : published_files()) {
        const auto path = test::source_dir() / file.path;
        if (std::filesystem::exists(path)) {  // a staged folder has none
            std::ostringstream text;
            text << std::ifstream{path}.rdbuf();
            EXPECT_EQ(text.str(), file.text) << path;
        }
    }
}

TEST(Published, figures_are_those_of_the_papers)
{
    const auto streams = published_about("streams");
    EXPECT_EQ(find(streams, "8800 GTX").at(1), 71.7);
    EXPECT_EQ(find(streams, "8800 GTX").at(256), 30.7);
    EXPECT_EQ(find(streams, "8800 GTX").at(3), std::nullopt);
    const auto patterns = published_about("patterns");
    EXPECT_EQ(patterns.size(), 8U);
    EXPECT_EQ(find(patterns, "8800 GTX", "D").at(3), 43.7);  // from D to D
    EXPECT_EQ(find(patterns, "8800 GTX", "A").at(3), 67.5);  // from D to A
}

TEST(Published, a_level_holds_up_to_its_size)
{
    const auto latency = published_about("latency");
    const PublishedSeries& gtx280 = find(latency, "GTX 280");
    EXPECT_EQ(gtx280.at(1024), 388.0);
    EXPECT_EQ(gtx280.at(8 << 20), 388.0);
    EXPECT_EQ(gtx280.at((8 << 20) + 1), 424.0);
    EXPECT_EQ(gtx280.at(1 << 29), 582.0);
    EXPECT_EQ(gtx280.at(4e9), std::nullopt) << "beyond the card's memory";
}

TEST(Published, what_is_no_such_file_is_refused_by_name)
{
    for (const char* text : {"", "{", "{}", R"({"schema": "tobiuo-published-2"})",
                             R"({"schema": "tobiuo-published-1", "paper": "p", "devices": [],
                                 "series": [{"device": "x"}]})"}) {
        try {
            static_cast<void>(read_published({.path = "some.json", .text = text}));
            ADD_FAILURE() << text;
        } catch (const std::runtime_error& error) {
            EXPECT_TRUE(std::string{error.what()}.starts_with("some.json is no file")) << text;
        }
    }
}

}  // namespace
}  // namespace tobiuo
