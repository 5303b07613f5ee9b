// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench fft` as a user runs it: help, refusals, FFTW, and a short run on a GPU.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/bench/refusals.hpp"
#include "tests/support/device.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

TEST(BenchFft, help_has_an_example_and_the_order_of_axes)
{
    const auto outcome = test::run_program({"bench", "fft", "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("Example: tobiuo bench fft"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("x (contiguous in memory) first"), std::string::npos) << outcome.out;
}

TEST(BenchFft, wrong_words_are_bad_input_in_one_sentence)
{
    test::expect_wrong_words("fft", {{"--sizes", "64y64"},
                                     {"--sizes", "64,0"},
                                     {"--kinds", "c2x"},
                                     {"--precisions", "half"},
                                     {"--placement", "somewhere"},
                                     {"--contestants", "mkl"},
                                     {"--batch", "0"},
                                     {"--fftw-effort", "none"},
                                     {"--accuracy", "1"}});
    const auto outcome =
        test::run_program({"bench", "fft", "--sizes", "3000000000x3000000000x1000000"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("2^63 bytes"), std::string::npos) << outcome.err;
}

class BenchFftOnOpenCL : public test::OnOpenCL {};

TEST_F(BenchFftOnOpenCL, our_transforms_run_if_they_are_named)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    const auto outcome = test::run_program({"bench", "fft", "--sizes", "16x12x10", "--contestants",
                                            "opencl,fftw", "--repeat", "3", "--json", json});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(json));
    ASSERT_EQ(bench["rows"].size(), 2U * 3U * 2U);
    for (const Json& row : bench["rows"]) {
        EXPECT_TRUE(row["accurate"]) << row;
    }
    EXPECT_EQ(bench["rows"][0]["contestant"], "opencl");
    EXPECT_NE(bench["rows"][0]["plan"].get<std::string>().find("3 passes"), std::string::npos);
    EXPECT_TRUE(bench["versions"].contains("opencl"));
}

TEST(BenchFft, fftw_runs_anywhere_and_is_accurate)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    const auto outcome = test::run_program(
        {"bench", "fft", "--sizes", "8^3,6x10,17", "--contestants", "fftw", "--placement",
         "out-of-place", "--batch", "2", "--repeat", "3", "--threads", "1", "--json", json});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(json));
    EXPECT_EQ(bench["schema"], "tobiuo-bench-fft-2");
    EXPECT_TRUE(bench["device"].is_null());
    EXPECT_TRUE(bench["versions"]["fftw"].get<std::string>().starts_with("3."));
    ASSERT_EQ(bench["rows"].size(), 3U * 2U * 3U);
    EXPECT_EQ(bench["rows"][6]["size"], "6x10");
    EXPECT_EQ(bench["rows"][6]["lengths"], Json({6, 10}));
    EXPECT_NE(bench["rows"][6]["plan"].get<std::string>().find("c2c 10x6"), std::string::npos)
        << "6 points are contiguous";
    for (const Json& row : bench["rows"]) {
        EXPECT_EQ(row["contestant"], "fftw");
        EXPECT_EQ(row["placement"], "out-of-place");
        EXPECT_EQ(row["batch"], 2);
        EXPECT_EQ(row["repetitions"], 3);
        EXPECT_GT(row["gflops"], 0.0);
        EXPECT_GE(row["ms"], row["ms_min"]);
        EXPECT_LE(row["ms"], row["ms_max"]);
        EXPECT_EQ(row["accurate"], true) << row;
        EXPECT_GT(row["error_l2"], 0.0) << row;
        EXPECT_NE(row["plan"].get<std::string>().find("1 thread,"), std::string::npos);
    }
    EXPECT_NE(outcome.out.find("8x8x8 (2) "), std::string::npos) << outcome.out;
    EXPECT_TRUE(test::text_of(temporary.path() / "f.html").starts_with("<!DOCTYPE html>"));
}

TEST(BenchFft, our_engine_on_the_cpu_runs_beside_fftw_if_it_is_named)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    const auto outcome =
        test::run_program({"bench", "fft", "--sizes", "48^3", "--contestants", "cpu,fftw",
                           "--precisions", "double", "--repeat", "1", "--json", json});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(test::text_of(json))["rows"];
    ASSERT_EQ(rows.size(), 2U * 3U);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        EXPECT_EQ(rows[at]["contestant"], at % 2 == 0 ? "cpu" : "fftw");
        EXPECT_EQ(rows[at]["accurate"], true) << rows[at];
    }
}

TEST(BenchFft, accuracy_is_left_out_on_demand)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    const auto outcome =
        test::run_program({"bench", "fft", "--sizes", "8", "--contestants", "fftw", "--accuracy",
                           "never", "--repeat", "1", "--work-array", "--json", json});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(Json::parse(test::text_of(json))["rows"][0]["accurate"].is_null());
}

TEST(BenchFft, arrays_that_do_not_fit_are_skipped_with_both_numbers)
{
    const auto outcome =
        test::run_program({"bench", "fft", "--sizes", "100000^3,4", "--contestants", "fftw",
                           "--kinds", "c2c", "--precisions", "double", "--repeat", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("c2c 100000x100000x100000 double, in place: skipped (its arrays "
                               "need 32 PB in host memory, "),
              std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find(" are free)"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("\n4 "), std::string::npos) << outcome.out;
}

TEST(BenchFft, without_a_device_the_others_are_named_with_the_reason)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "there is a device";
    }
    const auto outcome = test::run_program({"bench", "fft", "--sizes", "8", "--repeat", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("ours, cufft, vkfft: skipped ("), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("fftw"), std::string::npos) << outcome.out;
}

TEST(BenchFft, a_device_that_is_not_there_is_a_device_error_and_leaves_nothing)
{
    for (const std::string named : {"--contestants=ours", "--repeat=1"}) {
        test::expect_no_device({"bench", "fft", named}, "on");
    }
}

TEST(BenchFft, arrays_in_host_memory_need_a_device_and_its_words)
{
    test::expect_out_of_card_refusals("fft");
    for (const char* word : {"--work-array", "--no-wisdom", "--published"}) {
        EXPECT_EQ(test::run_program({"bench", "fft", "--out-of-card", "--sizes", "8^3", word}).code,
                  2)
            << word;
    }
    EXPECT_EQ(test::run_program({"bench", "fft", "--no-page-lock"}).code, 2);
}

class BenchFftOnDevice : public test::OnDevice {};

TEST_F(BenchFftOnDevice, arrays_in_host_memory_are_transformed_beside_the_link_and_fftw)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    for (const char* placement : {"in-place", "out-of-place"}) {
        const auto outcome = test::run_program(
            {"bench", "fft", "--out-of-card", "--device-memory", "2MiB", "--sizes",
             "64^3,512x200,100000", "--placement", placement, "--repeat", "2", "--json", json});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json bench = Json::parse(test::text_of(json));
        ASSERT_EQ(bench["rows"].size(), 3U * 2U * 3U) << outcome.err;
        for (const Json& row : bench["rows"]) {
            EXPECT_GT(row["link_gbps_each_way"], 0.0);
            EXPECT_GT(row["limit_seconds"], 0.0);
            EXPECT_GT(row["fftw_seconds"], 0.0);
            EXPECT_LT(row["rms"], row["precision"] == "single" ? 1e-3 : 4e-12) << row;
        }
    }
}

TEST_F(BenchFftOnDevice, ours_is_accurate_beside_the_peers)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    for (const char* placement : {"in-place", "out-of-place"}) {
        const auto outcome =
            test::run_program({"bench", "fft", "--sizes", "64^3,48x100,1000", "--placement",
                               placement, "--batch", "3", "--repeat", "3", "--json", json});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json bench = Json::parse(test::text_of(json));
        EXPECT_GT(bench["copy_gbps"], 0.0);
        int ours = 0;
        for (const Json& row : bench["rows"]) {
            EXPECT_EQ(row["accurate"], true) << row;
            EXPECT_GT(row["gflops"], 0.0);
            ours += row["contestant"] == "ours" ? 1 : 0;
        }
        EXPECT_EQ(ours, 3 * 2 * 3);
    }
}

TEST_F(BenchFftOnDevice, ours_takes_a_work_array_on_demand)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "f.json";
    const std::vector<std::string> command{
        "bench",       "fft",          "--sizes", "512x512x320",   "--kinds",
        "r2c",         "--precisions", "single",  "--contestants", "ours",
        "--no-wisdom", "--repeat",     "1",       "--json",        json};
    for (const bool allow_workspace : {false, true}) {
        std::vector<std::string> words = command;
        if (allow_workspace) {
            words.emplace_back("--work-array");
        }
        const auto outcome = test::run_program(words);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json row = Json::parse(test::text_of(json))["rows"][0];
        EXPECT_EQ(row["accurate"], true) << row;
        EXPECT_EQ(row["workspace_bytes"] > 0, allow_workspace) << row;
    }
}

}  // namespace
}  // namespace tobiuo
