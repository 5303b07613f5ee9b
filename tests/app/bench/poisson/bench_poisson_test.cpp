// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench poisson` as a user runs it: help, refusals, a small run, the orders, a signal.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/bench/refusals.hpp"
#include "tests/support/device.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

TEST(BenchPoisson, help_has_an_example_and_the_order_of_axes)
{
    const auto outcome = test::run_program({"bench", "poisson", "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("Example: tobiuo bench poisson"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("x first as in a case"), std::string::npos) << outcome.out;
}

TEST(BenchPoisson, wrong_words_are_bad_input_in_one_sentence)
{
    test::expect_wrong_words("poisson", {{"--sizes", "64y64"},
                                         {"--sizes", "64,0"},
                                         {"--boundaries", "robin"},
                                         {"--locations", "face"},
                                         {"--operators", "sixth"},
                                         {"--precisions", "half"},
                                         {"--repeat", "0"},
                                         {"--contestants", "mkl"},
                                         {"--fftw-effort", "none"},
                                         {"--threads", "-1"},
                                         {"--order-cells", "1000"},
                                         {"--backends", "tpu"},
                                         {"--device", "-1"}});
    const auto outcome = test::run_program({"bench", "poisson", "--orders", "--sizes", "64"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("--orders"), std::string::npos) << outcome.err;
}

TEST(BenchPoisson, sizes_that_no_memory_holds_or_no_operator_fits_are_refused)
{
    const auto huge =
        test::run_program({"bench", "poisson", "--sizes", "3000000000x3000000000x1000000"});
    EXPECT_EQ(huge.code, 2);
    EXPECT_NE(huge.err.find("2^63 bytes"), std::string::npos) << huge.err;
    const auto tiny = test::run_program({"bench", "poisson", "--sizes", "2x2", "--operators",
                                         "fourth-order", "--boundaries", "dirichlet"});
    EXPECT_EQ(tiny.code, 2);
    EXPECT_NE(tiny.err.find("give it more cells"), std::string::npos) << tiny.err;
    EXPECT_EQ(std::ranges::count(tiny.err, '\n'), 1) << tiny.err;
}

TEST(BenchPoisson, both_implementations_solve_and_the_ratios_are_those_of_the_times)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    const auto outcome = test::run_program(
        {"bench", "poisson", "--backends", "cpu", "--sizes", "10x8x6,9x12", "--locations",
         "cell,node", "--operators", "second-order,fourth-order,spectral", "--repeat", "3",
         "--threads", "1", "--fftw-effort", "estimate", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("warning"), std::string::npos) << outcome.err;
    const Json bench = Json::parse(test::text_of(path));
    EXPECT_EQ(bench["schema"], "tobiuo-bench-poisson-2");
    EXPECT_TRUE(bench["device"].is_null());
    EXPECT_TRUE(bench["versions"]["fftw"].get<std::string>().starts_with("3."));
    EXPECT_NE(bench["host"].get<std::string>().find(", 1 thread"), std::string::npos);
    const double ceiling = bench["ceiling_gbps"];
    EXPECT_GT(ceiling, 0.0);
    const Json& rows = bench["rows"];
    ASSERT_EQ(rows.size(), 2U * 2U * 5U * 2U * 3U * 2U);
    EXPECT_EQ(rows[0]["shape"], "10x8x6");
    EXPECT_EQ(rows[0]["cells"], Json({10, 8, 6}));
    for (std::size_t n = 0; n < rows.size(); n += 2) {
        EXPECT_EQ(rows[n]["contestant"], "ours");
        EXPECT_EQ(rows[n + 1]["contestant"], "fftw");
        for (const char* key : {"shape", "boundary", "location", "operator", "precision"}) {
            EXPECT_EQ(rows[n][key], rows[n + 1][key]);
        }
        for (const Json& row : {rows[n], rows[n + 1]}) {
            const double ms = row["ms"];
            EXPECT_EQ(row["accurate"], true) << row;
            EXPECT_LT(row["rel_residual"], row["precision"] == "single" ? 1e-4 : 1e-12) << row;
            EXPECT_EQ(row["repetitions"], 3);
            EXPECT_GE(ms, row["ms_min"]);
            EXPECT_LE(ms, row["ms_max"]);
            EXPECT_EQ(row["backend"], "cpu");
            EXPECT_EQ(row["ceiling_gbps"], ceiling);
            EXPECT_DOUBLE_EQ(row["ratio_to_fftw"], rows[n + 1]["ms"].get<double>() / ms);
            EXPECT_EQ(row["tobiuo_ms"], rows[n]["ms"]);
            EXPECT_EQ(row["fftw_ms"], rows[n + 1]["ms"]);
            const double bytes = row["precision"] == "single" ? 24.0 : 48.0;
            EXPECT_EQ(row["bytes_per_point"], bytes);
            const double gbps = bytes * row["points"].get<double>() / ms * 1e-6;
            EXPECT_NEAR(row["percent_of_ceiling"], 100.0 * gbps / ceiling,
                        1e-9 * gbps / ceiling * 100);
            EXPECT_NE(row["plan"].get<std::string>().find("1 thread, estimate"), std::string::npos)
                << row;
        }
    }
    EXPECT_NE(outcome.out.find("\n10x8x6 "), std::string::npos) << outcome.out;
}

TEST(BenchPoisson, a_implementation_alone_has_no_ratio)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    const auto outcome = test::run_program(
        {"bench", "poisson", "--backends", "cpu", "--sizes", "8^3", "--boundaries", "duct",
         "--precisions", "double", "--contestants", "ours", "--repeat", "1", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(test::text_of(path))["rows"];
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_TRUE(rows[0]["ratio_to_fftw"].is_null());
    EXPECT_FALSE(rows[0].contains("fftw_ms"));
}

TEST(BenchPoisson, arrays_that_do_not_fit_are_skipped_with_both_numbers)
{
    const auto outcome =
        test::run_program({"bench", "poisson", "--backends", "cpu", "--sizes", "100000^3,4",
                           "--boundaries", "periodic", "--precisions", "double", "--repeat", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("100000x100000x100000 periodic, cell, second-order, double: skipped "
                               "(its arrays need 40 PB in host memory, "),
              std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.out.find("\n4 "), std::string::npos) << outcome.out;
}

TEST(BenchPoisson, a_signal_ends_it_and_keeps_the_rows_so_far)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    test::RunningProgram program{{"bench", "poisson", "--backends", "cpu", "--sizes",
                                  "8^3,64^3,12^3", "--boundaries", "periodic", "--precisions",
                                  "double", "--fftw-effort", "estimate", "--threads", "1",
                                  "--repeat", "300", "--json", path}};
    EXPECT_TRUE(program.says("64x64x64 periodic", std::chrono::seconds{60}));
    program.signal(SIGTERM);
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("stopped by SIGTERM, the rows so far are kept"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("12x12x12"), std::string::npos) << outcome.err;
    const Json rows = Json::parse(test::text_of(path))["rows"];
    ASSERT_GE(rows.size(), 2U);
    for (const Json& row : rows) {
        EXPECT_EQ(row["shape"] == "8x8x8", row["repetitions"] == 300) << row;
    }
}

TEST(BenchPoisson, without_a_device_the_cpu_is_measured)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "there is a device";
    }
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    const auto outcome =
        test::run_program({"bench", "poisson", "--sizes", "8", "--boundaries", "periodic",
                           "--precisions", "double", "--repeat", "1", "--json", path});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(path));
    EXPECT_TRUE(bench["copy_gbps"].is_null());
    ASSERT_EQ(bench["rows"].size(), 2U);
    EXPECT_EQ(bench["rows"][0]["backend"], "cpu");
}

TEST(BenchPoisson, a_device_that_is_not_there_is_a_device_error_and_leaves_nothing)
{
    for (const std::string named : {"--backends=cuda", "--contestants=cufft", "--contestants=vkfft",
                                    "--contestants=ours", "--repeat=1"}) {
        test::expect_no_device({"bench", "poisson", named}, "cannot measure on",
                               "use --backends cpu");
    }
}

TEST(BenchPoisson, a_implementation_without_a_back_end_is_bad_input)
{
    for (const auto& [implementation, backend, other] :
         {std::array<std::string, 3>{"fftw", "cuda", "cpu"},
          std::array<std::string, 3>{"cufft", "cpu", "cuda"}}) {
        const auto outcome = test::run_program({"bench", "poisson", "--backends", backend,
                                                "--contestants", implementation, "--sizes", "8"});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find("--contestants: contestant '" + implementation + "' runs on " +
                                   other + ", which --backends leaves out"),
                  std::string::npos)
            << outcome.err;
    }
}

TEST(BenchPoisson, arrays_in_host_memory_need_a_device_and_its_words)
{
    test::expect_out_of_card_refusals("poisson");
    EXPECT_EQ(test::run_program({"bench", "poisson", "--out-of-card", "--orders"}).code, 2);
}

TEST(BenchPoisson, opencl_is_measured_only_where_it_is_named_and_there)
{
    const auto peer = test::run_program(
        {"bench", "poisson", "--backends", "opencl", "--contestants", "cufft", "--sizes", "8"});
    EXPECT_EQ(peer.code, 2);
    EXPECT_NE(peer.err.find("contestant 'cufft' runs on cuda, which --backends leaves out"),
              std::string::npos)
        << peer.err;
    if (test::why_no_opencl().empty()) {
        return;
    }
    const auto outcome =
        test::run_program({"bench", "poisson", "--backends", "opencl", "--sizes", "8"});
    EXPECT_EQ(outcome.code, 5);
    EXPECT_NE(outcome.err.find("cannot measure on an OpenCL device ("), std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("use --backends cpu"), std::string::npos) << outcome.err;
}

class BenchPoissonOnOpenCL : public test::OnOpenCL {};

TEST_F(BenchPoissonOnOpenCL, ours_is_accurate_beside_the_cpu)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    const auto outcome = test::run_program(
        {"bench", "poisson", "--backends", "cpu,opencl", "--sizes", "8", "--boundaries", "periodic",
         "--precisions", "single", "--repeat", "3", "--fftw-effort", "estimate", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(path));
    EXPECT_TRUE(bench["device"].is_null());
    EXPECT_TRUE(bench["versions"].contains("opencl"));
    const Json& rows = bench["rows"];
    ASSERT_EQ(rows.size(), 3U) << outcome.err;
    EXPECT_EQ(rows[0]["backend"], "opencl");
    EXPECT_EQ(rows[0]["contestant"], "ours");
    EXPECT_EQ(rows[0]["accurate"], true) << rows[0];
    EXPECT_EQ(rows[0]["ceiling_gbps"], bench["opencl_gbps"]);
    EXPECT_NE(bench["opencl_device"].get<std::string>().find(rows[0]["platform"]),
              std::string::npos);
    EXPECT_FALSE(rows[0].contains("fftw_ms")) << "FFTW is in another memory";
    EXPECT_EQ(rows[1]["backend"], "cpu");
    EXPECT_TRUE(rows[1]["platform"].is_null());
    EXPECT_DOUBLE_EQ(rows[0]["ratio_to_cpu"],
                     rows[1]["ms"].get<double>() / rows[0]["ms"].get<double>());
}

class BenchPoissonOnDevice : public test::OnDevice {};

TEST_F(BenchPoissonOnDevice, ours_is_accurate_beside_its_peers_and_the_cpu)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    const auto outcome = test::run_program(
        {"bench", "poisson", "--sizes", "64^3", "--boundaries", "periodic,duct", "--locations",
         "cell,node", "--fftw-effort", "estimate", "--repeat", "3", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(path));
    EXPECT_FALSE(bench["device"].is_null());
    EXPECT_GT(bench["copy_gbps"], 0.0);
    EXPECT_TRUE(bench["versions"].contains("cuda_driver"));
    std::map<std::string, int> rows;
    for (const Json& row : bench["rows"]) {
        EXPECT_EQ(row["accurate"], true) << row;
        EXPECT_GT(row["percent_of_ceiling"], 0.0);
        if (row["backend"] == "cuda") {
            EXPECT_EQ(row["ceiling_gbps"], bench["copy_gbps"]);
            EXPECT_FALSE(row.contains("fftw_ms"));
            if (row["contestant"] == "cufft") {
                EXPECT_EQ(row["ms"], row["cufft_ms"]);
            }
            ++rows[row["contestant"]];
        }
    }
    EXPECT_EQ(rows["ours"], 2 * 2 * 2);
    for (const std::string peer : {"cufft", "vkfft"}) {
        const bool is_there = outcome.err.find(peer + ": skipped") == std::string::npos;
        EXPECT_EQ(rows[peer], is_there ? rows["ours"] : 0);
    }
}

TEST_F(BenchPoissonOnDevice, arrays_in_host_memory_are_solved_beside_the_link_and_fftw)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "p.json";
    const auto outcome =
        test::run_program({"bench", "poisson", "--out-of-card", "--device-memory", "2MiB",
                           "--sizes", "64^3", "--boundaries", "periodic,mixed", "--fftw-effort",
                           "estimate", "--repeat", "3", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(path));
    ASSERT_EQ(bench["rows"].size(), 4U) << outcome.err;
    for (const Json& row : bench["rows"]) {
        EXPECT_EQ(row["accurate"], true) << row;
        EXPECT_GE(row["bytes_each_way"], 64 * 64 * 64 * 4);
        EXPECT_GT(row["link_gbps_each_way"], 0.0);
        EXPECT_GT(row["limit_seconds"], 0.0);
        EXPECT_GT(row["fftw_seconds"], 0.0);
        EXPECT_LT(row["rms"], row["precision"] == "single" ? 1e-5 : 1e-13);
    }
}

TEST(BenchPoissonOrders, are_as_theory_says_for_all_pairs_of_ends)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "o.json";
    const auto outcome = test::run_program(
        {"bench", "poisson", "--orders", "--operators", "second-order,spectral", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json orders = Json::parse(test::text_of(path));
    EXPECT_EQ(orders["schema"], "tobiuo-orders-1");
    EXPECT_EQ(orders["as_theory_says"], true);
    EXPECT_LT(orders["worst_deviation"], 0.1);
    EXPECT_LT(orders["largest_spectral_error"], 1e-13);
    ASSERT_EQ(orders["rows"].size(), 2U * (25U + 25U + 24U));
    EXPECT_NE(outcome.out.find("148 of 148 as theory says; worst deviation of an order 0.0"),
              std::string::npos)
        << outcome.out;
}

TEST(BenchPoissonOrders, grids_may_be_chosen_and_too_coarse_ones_show)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "o.json";
    const auto outcome =
        test::run_program({"bench", "poisson", "--orders", "--operators", "fourth-order",
                           "--locations", "node", "--order-cells", "10", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json orders = Json::parse(test::text_of(path));
    EXPECT_EQ(orders["as_theory_says"], false);
    ASSERT_EQ(orders["rows"].size(), 25U);
    for (const Json& row : orders["rows"]) {
        EXPECT_EQ(row["location"], "node");
        EXPECT_EQ(row["cells"], Json({10, 20, 40}));
    }
}

}  // namespace
}  // namespace tobiuo
