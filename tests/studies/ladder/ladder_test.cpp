// SPDX-License-Identifier: BSD-3-Clause
// The ladder's steps, its table and its JSON; as a user runs it: refusals, and a whole run on a
// GPU.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"
#include "studies/ladder/ladder_json.hpp"
#include "studies/ladder/steps.hpp"
#include "studies/ladder/table.hpp"
#include "tests/app/bench/refusals.hpp"
#include "tests/app/bench/synthetic.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::ladder {
namespace {

using bench::Json;

constexpr int steps_of_the_paper = 8;

Result measured(const Step& step, double gflops)
{
    return {.step = step,
            .figures = Json{{"gflops", gflops}, {"percent_of_ceiling", 75.0}, {"plan", "a plan"}},
            .reason = ""};
}

TEST(Ladder, has_the_steps_of_the_table_in_order_each_on_top_of_the_one_before)
{
    const std::vector<Step> all = steps();
    for (std::size_t n = 0; n < all.size(); ++n) {
        EXPECT_EQ(all[n].number, static_cast<int>(n) + 1);
        for (const PublishedSeries& series : published_columns()) {
            EXPECT_EQ(series.at(all[n].number).has_value(), all[n].number <= steps_of_the_paper);
        }
    }
    EXPECT_EQ(all[0].kernel, "");
    for (std::size_t n = base_step; n < steps_of_the_paper; ++n) {
        int changes = 0;
        for (const auto& [name, value] : all[n].parameters) {
            changes += all[n - 1].parameters.at(name) == value ? 0 : 1;
        }
        EXPECT_EQ(changes, n == 5 ? 2 : 1) << all[n].name;  // three planes come with depth 128
    }
}

TEST(Ladder, kernels_of_this_build_accept_every_step_at_size_m)
{
    for (const Step& step : steps()) {
        for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
            if (kind.name == step.kernel) {
                EXPECT_EQ(kind.unsupported_reason(
                              {.shape = {128, 128, 256}, .parameters = step.parameters}),
                          std::nullopt)
                    << step.name;
                EXPECT_TRUE(step.parameters.empty() ||
                            step.parameters.size() == kind.parameters.size())
                    << step.name;
            }
        }
    }
}

TEST(Ladder, figures_are_those_of_table_3)
{
    const auto published = published_columns();
    ASSERT_EQ(published.size(), 2U);
    EXPECT_EQ(published[0].device, "8800 GTX");
    EXPECT_EQ(published[0].at(2), 14.4);
    EXPECT_EQ(published[1].at(1), 41.2);
    EXPECT_EQ(published[1].at(8), 69.7);
}

TEST(Ladder, a_row_stands_beside_the_paper)
{
    const auto published = published_columns();
    const std::vector<Step> all = steps();
    const std::string row = table_row(measured(all[7], 2000.0), 1000.0, published);
    for (const char* part :
         {" 8 + padding", "2000.0", "75.0", "2.00", "36.1", "2.51", "69.7", "2.82"}) {
        EXPECT_NE(row.find(part), std::string::npos) << part << " in " << row;
    }
    const std::string head = table_head("M", "some GPU", published);
    const std::string none =
        table_row({.step = all[0], .figures = {}, .reason = "r"}, std::nullopt, published);
    const std::size_t width = head.size() - head.rfind('\n', head.size() - 2) - 1;
    EXPECT_EQ(row.size(), width) << head << row;
    EXPECT_EQ(none.size(), width) << head << none;
}

TEST(Ladder, json_keeps_our_figures_and_theirs)
{
    const std::vector<Step> all = steps();
    const std::vector<Climbed> climbed{
        {.size = "M",
         .results = {{.step = all[0], .figures = {}, .reason = "another program"},
                     measured(all[1], 1000.0)}}};
    const Json json = ladder_json({.host = "Test CPU", .device = "some GPU"}, Precision::fp32,
                                  climbed, published_columns(), test::synthetic_origin());
    EXPECT_EQ(json["schema"], "tobiuo-bench-ladder-1");
    EXPECT_EQ(json["rows"][0]["gflops"], nullptr);
    EXPECT_EQ(json["rows"][0]["reason"], "another program");
    EXPECT_EQ(json["rows"][1]["percent_of_ceiling"], 75.0);
    EXPECT_EQ(json["rows"][1]["parameters"]["block"], "16x16");
    EXPECT_EQ(json["rows"][1]["published_gflops"]["GTX 280"], 24.7);
}

TEST(Ladder, options_that_choose_kernels_are_refused)
{
    struct Mistake {
        std::vector<std::string> options;
        std::string sentence;
    };
    const std::vector<Mistake> mistakes{
        {{"--kernels", "march"}, "--kernels: does not go with --ladder"},
        {{"--parameters", "block=64x4"}, "--parameters: does not go with --ladder"},
        {{"--backends", "cpu,cuda"},
         "--backends: the steps of --ladder are those of CUDA: leave out cpu"},
        {{"--sizes", "MM"}, "--sizes: unknown size 'MM'"},
    };
    for (const Mistake& mistake : mistakes) {
        std::vector<std::string> arguments{"bench", "himeno", "--ladder"};
        arguments.insert(arguments.end(), mistake.options.begin(), mistake.options.end());
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 2) << mistake.sentence;
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(mistake.sentence), std::string::npos) << outcome.err;
    }
}

TEST(Ladder, without_the_device_it_says_so_in_one_sentence_and_leaves_nothing)
{
    test::expect_no_device({"bench", "himeno", "--ladder"}, "cannot climb the ladder on");
}

class LadderOnDevice : public test::OnDevice {};

TEST_F(LadderOnDevice, measures_every_step_and_writes_json)
{
    const test::TemporaryFolder temporary;
    const auto file = temporary.path() / "ladder.json";
    const auto outcome = test::run_program({"bench", "himeno", "--ladder", "--sizes", "XS",
                                            "--seconds", "0.005", "--repeat", "3", "--json", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("8800 GTX"), std::string::npos) << outcome.out;
    const Json json = Json::parse(test::text_of(file));
    ASSERT_EQ(json["rows"].size(), steps().size());
    for (const Json& row : json["rows"]) {
        const bool ours = row["kernel"] == "classic" || row["kernel"] == "march";
        EXPECT_TRUE(!ours || row["gflops"] > 0.0) << row;
    }
}

}  // namespace
}  // namespace tobiuo::ladder
