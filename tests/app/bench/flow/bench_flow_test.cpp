// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench flow` as a user runs it: help, refusals, a small run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/bench/flow/flow_example.hpp"
#include "app/bench/measurement.hpp"
#include "runtime/precision.hpp"
#include "tests/app/bench/refusals.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

TEST(BenchFlow, help_has_an_example)
{
    const auto outcome = test::run_program({"bench", "flow", "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("Example: tobiuo bench flow"), std::string::npos) << outcome.out;
}

TEST(BenchFlow, wrong_words_are_bad_input_in_one_sentence)
{
    test::expect_wrong_words("flow", {{"--sizes", "64y64"},
                                      {"--sizes", "64,0"},
                                      {"--cases", "river"},
                                      {"--precisions", "half"},
                                      {"--repeat", "0"},
                                      {"--backends", "tpu"},
                                      {"--device", "-1"}});
}

TEST(BenchFlow, a_device_that_is_not_there_is_named)
{
    test::expect_no_device({"bench", "flow", "--sizes", "8^3"}, "cannot measure on",
                           "use --backends cpu");
}

TEST(BenchFlow, measures_every_case_and_counts_what_it_says)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "flow.json";
    const auto outcome = test::run_program(
        {"bench", "flow", "--backends", "cpu", "--sizes", "12x10x8,16x16", "--cases",
         "box,one-projection,two-scalars,cavity,channel-implicit,sphere,sphere-closed", "--repeat",
         "2", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json json = Json::parse(test::text_of(path));
    EXPECT_EQ(json["schema"], "tobiuo-bench-flow-1");
    ASSERT_EQ(json["rows"].size(), 36U);
    int predictors = 0;
    for (const Json& row : json["rows"]) {
        const bool whole_step = row["contestant"] == "ours";
        predictors += row["contestant"] == "predictors" ? 1 : 0;
        const bool is_implicit = row["case"] == "channel-implicit";
        const bool projects_once = row["case"] == "one-projection";
        const bool has_scalars = row["case"] == "two-scalars";
        EXPECT_EQ(row["words_per_point"].get<double>(), is_implicit     ? 129.0
                                                        : !whole_step   ? 33.0
                                                        : projects_once ? 46.0
                                                        : has_scalars   ? 106.0
                                                                        : 57.0);
        EXPECT_TRUE(row["difference"].is_null());
        const double points = row["shape"] == "12x10x8" ? 960.0 : 256.0;
        EXPECT_NEAR(row["ns_per_point"].get<double>() * points * 1e-6,
                    row["ms_per_step"].get<double>(), 1e-9);
        const double bytes = row["precision"] == "single" ? 4.0 : 8.0;
        EXPECT_GE(row["bytes_per_point"].get<double>(), 10.0 * bytes);
        EXPECT_NEAR(row["percent_of_ceiling"].get<double>() * row["ns_per_point"].get<double>() *
                        row["ceiling_gbps"].get<double>(),
                    100.0 * row["words_per_point"].get<double>() * bytes, 1e-6);
        EXPECT_TRUE(row["straight_cufft_ms"].is_null());
    }
    EXPECT_EQ(predictors, 8);
}

TEST(BenchFlow, measures_gradients_where_flows_have_them)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "flow.json";
    const auto outcome = test::run_program({"bench", "flow", "--backends", "cpu", "--sizes",
                                            "8x6x8", "--cases", "box,one-projection,cavity",
                                            "--gradients", "2", "--repeat", "2", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("gradients one-projection"));
    int found = 0;
    const Json json = Json::parse(test::text_of(path));
    for (const Json& row : json["rows"]) {
        if (row["contestant"] == "gradients") {
            ++found;
            EXPECT_NE(row["case"], "one-projection");
            EXPECT_EQ(row["words_per_point"], row["precision"] == "single" ? 222.0 : 216.0);
            EXPECT_GT(row["ms_per_step"].get<double>(), 0.0);
            EXPECT_GT(row["bytes_per_point"].get<double>(), 0.0);
        }
    }
    EXPECT_EQ(found, 4);
}

TEST(BenchFlow, leaves_gradients_out_that_memory_does_not_hold)
{
    const flow_bench::Example example =
        flow_bench::make_example("box", {64, 64, 64}, Precision::fp64);
    const int steps = std::numeric_limits<int>::max();
    EXPECT_GT(flow_bench::gradient_bytes(example, steps), 1e12);
    EXPECT_THAT(test::refusal<bench::NotPlanned>([&] {
                    return flow_bench::make_gradients(example, bench::host_kind(), 0, steps, 0.01);
                }),
                ::testing::HasSubstr("its arrays need"));
}

TEST(BenchFlow, counts_the_arrays_of_gradients)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const int steps : {1, 12}) {
            const flow_bench::Example example =
                flow_bench::make_example("cavity", {48, 40, 32}, precision);
            const auto gradients =
                flow_bench::make_gradients(example, bench::host_kind(), 0, steps, 0.01);
            const double states =
                9.0 * example.points() * static_cast<double>(bytes_per_value(precision));
            const double owned = static_cast<double>(gradients->memory_bytes()) + states;
            EXPECT_NEAR(flow_bench::gradient_bytes(example, steps) / owned, 1.0, 0.1);
        }
    }
}

TEST(BenchFlow, steps_with_gradients_are_ours)
{
    const flow_bench::Example example =
        flow_bench::make_example("cavity", {12, 10, 8}, Precision::fp64);
    const auto ours = flow_bench::make_our_stepper(example, bench::host_kind());
    const auto gradients = flow_bench::make_gradients(example, bench::host_kind(), 0, 3, 0.01);
    for (const auto& stepper : {ours.get(), gradients.get()}) {
        stepper->start_and_wait(flow_bench::initial_velocity(example));
        EXPECT_GT(stepper->time_and_wait(0.01, 3), 0.0);
    }
    EXPECT_EQ(gradients->velocity_and_wait(), ours->velocity_and_wait());
}

TEST(BenchFlow, predictors_leave_a_velocity_without_divergence)
{
    for (const char* const name : {"box", "channel", "cavity"}) {
        const flow_bench::Example example =
            flow_bench::make_example(name, {12, 10, 8}, Precision::fp64);
        const flow_bench::Fields begin = flow_bench::initial_velocity(example);
        const auto predictors = flow_bench::make_host_predictors(example);
        predictors->start_and_wait(begin);
        EXPECT_GT(predictors->time_and_wait(0.01, 3), 0.0);
        EXPECT_EQ(predictors->velocity_and_wait(), begin) << name;
    }
}

TEST(BenchFlow, begins_with_vortices_without_divergence)
{
    const flow_bench::Example example = flow_bench::make_example("box", {8, 8, 4}, Precision::fp64);
    const flow_bench::Fields fields = flow_bench::initial_velocity(example);
    ASSERT_EQ(fields[0].size(), 256U);
    const auto at = [&](std::size_t component, std::size_t i, std::size_t j) {
        return fields.at(component)[(j % 8) * 8 + i % 8];
    };
    for (std::size_t j = 0; j < 8; ++j) {
        for (std::size_t i = 0; i < 8; ++i) {
            EXPECT_NEAR(at(0, i, j) - at(0, i + 7, j) + at(1, i, j) - at(1, i, j + 7), 0.0, 1e-15);
        }
    }
    EXPECT_EQ(example.describe(), "box 8x8x4, double");
}

}  // namespace
}  // namespace tobiuo
