// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench fft --published` as a user runs it: refused without a GPU, and run on one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/bench/refusals.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

TEST(BenchFftPublished, without_a_device_the_papers_figures_stand_alone)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "there is a device";
    }
    const test::TemporaryFolder temporary;
    const auto file = temporary.path() / "p.json";
    const auto outcome =
        test::run_program({"bench", "fft", "--published", "--repeat", "1", "--json", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("there is no device to measure on ("), std::string::npos)
        << outcome.err;
    for (int table = 7; table <= 12; ++table) {
        EXPECT_NE(outcome.out.find("\ntable " + std::to_string(table) + ": "), std::string::npos);
    }
    EXPECT_NE(outcome.out.find("79.5 |         -"), std::string::npos) << outcome.out;
    const Json json = Json::parse(test::text_of(file));
    EXPECT_TRUE(json["device"].is_null());
    for (const Json& row : json["rows"]) {
        EXPECT_EQ(row["here"].is_null(), row["table"] < 12) << row;
    }
}

TEST(BenchFftPublished, options_that_choose_problems_are_refused)
{
    const std::vector<std::vector<std::string>> mistakes{
        {"--sizes", "64"},      {"--kinds", "r2c"},        {"--precisions", "double"},
        {"--batch", "2"},       {"--contestants", "ours"}, {"--placement", "in-place"},
        {"--accuracy", "never"}};
    for (const auto& mistake : mistakes) {
        const auto outcome =
            test::run_program({"bench", "fft", "--published", mistake[0], mistake[1]});
        EXPECT_EQ(outcome.code, 2) << mistake[0];
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(mistake[0] + ": does not go with --published"),
                  std::string::npos)
            << outcome.err;
    }
}

TEST(BenchFftPublished, a_device_asked_for_that_is_not_there_is_an_error_and_leaves_nothing)
{
    test::expect_no_device({"bench", "fft", "--published"}, "cannot rerun the paper's tables on");
}

class BenchFftPublishedOnDevice : public test::OnDevice {};

TEST_F(BenchFftPublishedOnDevice, reruns_the_five_steps_and_their_sums)
{
    const test::TemporaryFolder temporary;
    const auto file = temporary.path() / "p.json";
    const auto outcome =
        test::run_program({"bench", "fft", "--published", "--repeat", "3", "--json", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("more than rounding"), std::string::npos) << outcome.err;
    const Json json = Json::parse(test::text_of(file));
    for (const Json& row : json["rows"]) {
        const bool peer = row["what"].get<std::string>().find("cuFFT") != std::string::npos;
        EXPECT_TRUE(peer || row["here"] > 0.0) << row;
    }
}

}  // namespace
}  // namespace tobiuo
