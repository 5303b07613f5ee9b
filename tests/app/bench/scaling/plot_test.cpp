// The picture of `tobiuo bench scaling`.
#include "app/bench/scaling/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::scaling_bench {
namespace {

using bench::Json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Json problem(const std::string& scaling, const std::string& precision, const std::string& shape)
{
    return {{"job", "poisson"},      {"scaling", scaling},     {"shape", shape},
            {"variant", "periodic"}, {"precision", precision}, {"backend", "cpu"}};
}

Json with(Json one, const Json& more)
{
    one.update(more);
    return one;
}

/// Two methods of a strong job in both precisions, and a weak job.
Json file()
{
    const Json times{
        {"ranks", {1, 2, 4}}, {"ms", {8.0, 4.5, 3.0}}, {"exchange_ms", {0.0, 0.5, 1.0}}};
    Json file{{"schema", "tobiuo-bench-scaling-1"},
              {"device", nullptr},
              {"host", "a processor"},
              {"git", "abc"},
              {"date", "today"}};
    for (const char* precision : {"double", "single"}) {
        for (const char* method : {"slabs", "all-to-all"}) {
            file["curves"].push_back(
                with(with(problem("strong", precision, "8x8x8"), times), {{"method", method}}));
        }
        file["rows"].push_back(
            with(problem("strong", precision, "8x8x8"), {{"ranks", 2}, {"ms", 4.7}}));
    }
    file["curves"].push_back(
        with(with(problem("weak", "double", "8x8x2"), times), {{"method", "slabs"}}));
    file["rows"].push_back(with(problem("weak", "double", "8x8x4"), {{"ranks", 2}, {"ms", 9.0}}));
    return file;
}

TEST(ScalingPlot, has_a_chart_for_each_kind_of_job_with_lines_for_each_way)
{
    const std::vector<Chart> charts = scaling_charts(file());
    ASSERT_EQ(charts.size(), 2U);
    const Chart& strong = charts[0];
    EXPECT_EQ(strong.title, "poisson, strong");
    EXPECT_EQ(strong.subtitle, "8x8x8, periodic, double precision");
    ASSERT_EQ(strong.lines.size(), 1U + 2 * 2 + 1);
    EXPECT_EQ(strong.lines[0].label, "ideal");
    EXPECT_EQ(strong.lines[0].points[2].y, 2.0);
    EXPECT_EQ(strong.lines[1].label, "slabs, predicted");
    EXPECT_EQ(strong.lines[1].points.size(), 3U);
    EXPECT_EQ(strong.lines[2].label, "slabs, messages alone");
    EXPECT_EQ(strong.lines[2].points.size(), 2U) << "one rank has no messages";
    EXPECT_EQ(strong.lines[5].label, "measured");
    ASSERT_EQ(strong.lines[5].points.size(), 1U);
    EXPECT_EQ(strong.lines[5].points[0].y, 4.7);
    const Chart& weak = charts[1];
    EXPECT_EQ(weak.subtitle, "8x8x2 a rank, periodic, double precision");
    EXPECT_EQ(weak.lines[0].points[2].y, 8.0) << "a weak job stays as long at best";
    EXPECT_EQ(weak.lines.back().points.size(), 1U) << "its shape grows";
}

TEST(ScalingPlot, draws_a_file_and_refuses_others)
{
    const test::TemporaryFolder folder;
    const auto json = folder.path() / "scaling.json";
    const auto png = folder.path() / "scaling.png";
    const auto plot = [&](const std::string& text) {
        test::write_file(json, text);
        return test::run_program({"bench", "scaling", "--plot", json, png});
    };
    for (const std::string text : {"", "{}", "[1]", R"({"schema": "tobiuo-bench-fft-2"})"}) {
        const test::Outcome other = plot(text);
        EXPECT_EQ(other.code, 2) << text;
        EXPECT_THAT(other.err, HasSubstr("is not what tobiuo bench scaling --json writes"));
        EXPECT_FALSE(std::filesystem::exists(png));
    }
    Json broken = file();
    broken["curves"][0].erase("ms");
    EXPECT_EQ(plot(broken.dump()).code, 2);
    EXPECT_EQ(plot(file().dump()).code, 0);
    EXPECT_THAT(test::text_of(png), StartsWith("\x89PNG"));
}

}  // namespace
}  // namespace tobiuo::scaling_bench
