// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench scaling` on one rank and on several, which it starts by mpirun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/bench/refusals.hpp"
#include "tests/support/program.hpp"
#include "tests/support/several_ranks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

/// The rows of a run on CPUs, whose grids no number of ranks divides evenly.
Json rows_on(const std::string& ranks)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "scaling.json";
    const test::Outcome outcome = test::run_program({"bench",        "scaling",
                                                     "--gpus",       ranks,
                                                     "--backends",   "cpu",
                                                     "--sizes",      "11x10x9,XS",
                                                     "--weak-size",  "8x9x5",
                                                     "--boundaries", "periodic,mixed,duct",
                                                     "--spectra",    "transposed,slabs",
                                                     "--divisions",  "slabs,pencils",
                                                     "--seconds",    "1e-4",
                                                     "--repeat",     "2",
                                                     "--json",       file});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Json json = Json::parse(test::text_of(file));
    EXPECT_EQ(json["schema"], "tobiuo-bench-scaling-1");
    EXPECT_EQ(json["ranks"].size(), ranks == "1" ? 0U : std::stoul(ranks));
    EXPECT_EQ(json["links"][0]["measured"].is_null(), ranks == "1");
    // Solves could be shared in two ways, in two precisions: poisson and weak with three
    // boundaries.
    EXPECT_EQ(json["curves"].size(), ranks == "1" ? 0U : 2U * 2 * (3 + 3) + 2 * 4 + 1);
    for (const Json& curve : json["curves"]) {
        EXPECT_EQ(curve["ranks"].back(), 4096);
        EXPECT_EQ(curve["ms"].size(), curve["ranks"].size());
    }
    return json["rows"];
}

class ScalingRun : public test::SeveralRanks {};

TEST_F(ScalingRun, measures_each_job_on_one_rank_and_on_all_and_checks_its_results)
{
    for (const std::string ranks : {"2", "3", "4"}) {
        const Json rows = rows_on(ranks);
        // Two precisions of poisson and weak with three boundaries, of fft with two spectra in
        // slabs and in pencils; himeno.
        ASSERT_EQ(rows.size(), 2U * (2 * (3 + 3 + 4) + 1));
        for (std::size_t at = 0; at < rows.size(); at += 2) {
            const Json& one = rows[at];
            const Json& all = rows[at + 1];
            SCOPED_TRACE(all.dump());
            EXPECT_EQ(one["ranks"], 1);
            EXPECT_EQ(all["ranks"], std::stoi(ranks));
            EXPECT_EQ(one["job"], all["job"]);
            EXPECT_EQ(all["accurate"], true);
            EXPECT_GT(all["exchange_ms"], 0.0);
            EXPECT_GT(all["bytes_sent"], 0.0);
            EXPECT_GT(all["predicted_ms"], 0.0);
            EXPECT_TRUE(one["predicted_ms"].is_null());
            EXPECT_GT(all["waited_ms"], 0.0);
            EXPECT_EQ(all["overlap_percent"], 0.0) << "CPUs hide nothing";
            EXPECT_TRUE(one["waited_ms"].is_null());
            const double work = all["scaling"] == "weak" ? std::stod(ranks) : 1.0;
            EXPECT_DOUBLE_EQ(all["speedup"],
                             work * one["ms"].get<double>() / all["ms"].get<double>());
            EXPECT_EQ(all["gflops"].is_null(), all["job"] == "poisson");
        }
        EXPECT_EQ(rows[13]["shape"], "8x9x" + std::to_string(5 * std::stoi(ranks)));
    }
}

TEST_F(ScalingRun, has_ranks_without_planes)
{
    const test::Outcome outcome = test::run_program(
        {"bench", "scaling", "--gpus", "4", "--backends", "cpu", "--jobs", "poisson,fft", "--sizes",
         "8x8x3", "--boundaries", "neumann", "--divisions", "slabs,pencils", "--tune-chunks",
         "--seconds", "1e-4", "--repeat", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("more than rounding explains"), std::string::npos) << outcome.err;
}

TEST_F(ScalingRun, sends_planes_in_the_chunks_that_are_asked_for)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "scaling.json";
    const test::Outcome outcome = test::run_program(
        {"bench",    "scaling", "--gpus",       "2",      "--backends", "cpu", "--jobs",    "fft",
         "--sizes",  "8^3",     "--precisions", "single", "--chunks",   "0,2", "--seconds", "1e-4",
         "--repeat", "1",       "--json",       file});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(test::text_of(file))["rows"];
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1]["variant"], "transposed");
    EXPECT_EQ(rows[3]["variant"], "transposed, chunks 2");
    EXPECT_NE(rows[1]["plan"].get<std::string>().find("; 1 chunk,"), std::string::npos);
    EXPECT_NE(rows[3]["plan"].get<std::string>().find("; 2 chunks,"), std::string::npos);
}

TEST(BenchScaling, measures_one_rank)
{
    const Json rows = rows_on("1");
    for (const Json& row : rows) {
        EXPECT_EQ(row["ranks"], 1);
        EXPECT_TRUE(row["exchange_ms"].is_null());
        EXPECT_TRUE(row["cufftxt_ms"].is_null());
    }
}

TEST(BenchScaling, refuses_what_it_does_not_know)
{
    test::expect_wrong_words("scaling", {{"--jobs", "heat"},
                                         {"--boundaries", "outflow"},
                                         {"--spectra", "pencils"},
                                         {"--divisions", "cubes"},
                                         {"--sizes", "64x64"},
                                         {"--weak-size", "64"},
                                         {"--kernel", "fastest"},
                                         {"--precisions", "half"},
                                         {"--chunks", "-1"},
                                         {"--gpus", "0"}});
    test::expect_no_device({"bench", "scaling"}, "cannot measure on", "use --backends cpu");
    const test::Outcome outcome = test::run_program({"bench", "scaling", "--sizes", "64x64"});
    EXPECT_THAT(outcome.err, HasSubstr("'64x64' does not have three axes"));
}

}  // namespace
}  // namespace tobiuo
