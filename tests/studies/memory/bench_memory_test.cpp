// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench memory` as a user runs it: help, refusals, and a short run on a GPU.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/device/survey.hpp"
#include "tests/app/bench/refusals.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

TEST(BenchMemory, help_has_an_example)
{
    const auto outcome = test::run_program({"bench", "memory", "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("Example: tobiuo bench memory"), std::string::npos) << outcome.out;
}

TEST(BenchMemory, a_study_that_there_is_not_is_bad_input)
{
    const auto outcome = test::run_program({"bench", "memory", "--only", "latency,colour"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("colour"), std::string::npos) << outcome.err;
}

TEST(BenchMemory, without_the_device_it_says_so_in_one_sentence_and_leaves_nothing)
{
    test::expect_no_device({"bench", "memory"}, "cannot measure the memory of");
}

class BenchMemoryOnDevice : public test::OnDevice {};

TEST_F(BenchMemoryOnDevice, prints_tables_and_writes_json_and_its_page)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "m.json";
    const auto outcome =
        test::run_program({"bench", "memory", "--quick", "--only", "mix,latency,streams,patterns",
                           "--seconds", "0.005", "--repeat", "3", "--json", json});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("8800 GTX D"), std::string::npos) << outcome.out;
    const Json bench = Json::parse(test::text_of(json));
    EXPECT_EQ(bench["device"], device::survey().devices.front().name);
    EXPECT_EQ(bench["series"].size(), 1U + 2U + 2U + 4U);
    for (const Json& series : bench["series"]) {
        for (const Json& point : series["points"]) {
            EXPECT_GT(point[series["y"].get<std::string>()], 0.0) << series["study"];
            EXPECT_EQ(point["repetitions"], 3);
        }
    }
    EXPECT_FALSE(bench["published"].empty());
    EXPECT_TRUE(test::text_of(temporary.path() / "m.html").starts_with("<!DOCTYPE html>"));
}

TEST_F(BenchMemoryOnDevice, a_folder_that_is_not_there_is_refused_before_any_work)
{
    const auto outcome = test::run_program({"bench", "memory", "--json", "/no/such/folder/m.json"});
    EXPECT_EQ(outcome.code, 4);
    EXPECT_NE(outcome.err.find("--json"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
}

}  // namespace
}  // namespace tobiuo
