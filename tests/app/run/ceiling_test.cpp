// SPDX-License-Identifier: BSD-3-Clause
// The ceiling of a run: kept from an earlier run, measured if the problem allows it, or left out.
#include "app/run/ceiling.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t least = 100;
constexpr std::int64_t wanted = 1000;

class CeilingOfRun : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path file() const { return temporary_.path() / "c.json"; }

    /// A memory with a bandwidth of 7 bytes per second, which counts its measurements.
    [[nodiscard]] CeilingSource source(double processor_share = 1.0)
    {
        return {.machine = "a machine",
                .mix = "a mix",
                .least = least,
                .wanted = wanted,
                .measure = [this, processor_share](std::int64_t bytes) {
                    ++measured_;
                    return MeasuredCeiling{
                        .ceiling = {.bytes_per_second = 7.0, .bytes = bytes, .repetitions = 1},
                        .processor_share = processor_share};
                }};
    }

    std::optional<RunCeiling> ceiling(CeilingUse use, std::int64_t problem, double share = 1.0)
    {
        const CeilingSource from = source(share);
        return ceiling_of_run(plan_ceiling(use, from, problem, file()), from, file());
    }

    test::TemporaryFolder temporary_;
    int measured_ = 0;
};

TEST_F(CeilingOfRun, is_measured_with_four_times_the_problem_at_most)
{
    const CeilingSource from = source();
    EXPECT_EQ(plan_ceiling(CeilingUse::keep, from, 24, file()).probe_bytes, 0) << "a cache's";
    EXPECT_EQ(plan_ceiling(CeilingUse::keep, from, 25, file()).probe_bytes, 100);
    EXPECT_EQ(plan_ceiling(CeilingUse::keep, from, 250, file()).probe_bytes, wanted);
    EXPECT_EQ(plan_ceiling(CeilingUse::keep, from, INT64_MAX, file()).probe_bytes, wanted);
    EXPECT_EQ(plan_ceiling(CeilingUse::measure, from, 1, file()).probe_bytes, wanted);
    EXPECT_EQ(plan_ceiling(CeilingUse::none, from, INT64_MAX, file()).probe_bytes, 0);
    EXPECT_EQ(ceiling(CeilingUse::keep, 24), std::nullopt);
    EXPECT_EQ(ceiling(CeilingUse::none, wanted), std::nullopt);
    EXPECT_EQ(measured_, 0);
}

TEST_F(CeilingOfRun, is_measured_once_and_kept_for_small_problems_too)
{
    const auto first = ceiling(CeilingUse::keep, wanted);
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->kept);
    const auto second = ceiling(CeilingUse::keep, 1);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->kept);
    EXPECT_EQ(second->figure.measured.bytes_per_second, 7.0);
    EXPECT_EQ(second->figure.date, first->figure.date);
    EXPECT_EQ(measured_, 1);
    EXPECT_FALSE(ceiling(CeilingUse::measure, 1)->kept);
    EXPECT_EQ(measured_, 2);
    EXPECT_EQ(read_ceilings(file()).size(), 1U);
}

TEST_F(CeilingOfRun, of_a_busy_machine_is_measured_again)
{
    EXPECT_TRUE(ceiling(CeilingUse::keep, wanted, 0.5));
    EXPECT_FALSE(ceiling(CeilingUse::keep, wanted)->kept);
    EXPECT_TRUE(ceiling(CeilingUse::keep, wanted)->kept);
    EXPECT_EQ(measured_, 2);
}

TEST_F(CeilingOfRun, of_another_machine_or_mix_does_not_count)
{
    KnownCeiling other{.machine = "a machine",
                       .mix = "another mix",
                       .measured = {.bytes_per_second = 9.0, .bytes = 1, .repetitions = 1},
                       .date = "2026-11-21T04:05:06Z"};
    ASSERT_TRUE(keep_ceiling(file(), other));
    other.machine = "another machine";
    other.mix = "a mix";
    ASSERT_TRUE(keep_ceiling(file(), other));
    EXPECT_EQ(ceiling(CeilingUse::keep, wanted)->figure.measured.bytes_per_second, 7.0);
    EXPECT_EQ(read_ceilings(file()).size(), 3U) << "the others are kept";
}

TEST_F(CeilingOfRun, damaged_files_are_measured_again)
{
    ASSERT_TRUE(ceiling(CeilingUse::keep, wanted));
    const Json whole = Json::parse(test::text_of(file()));
    std::vector<std::string> damaged{"",
                                     "{",
                                     "[1]",
                                     "null",
                                     R"({"schema": "tobiuo-ceilings-1"})",
                                     R"({"schema": "tobiuo-ceilings-1", "ceilings": [1, {}]})"};
    const std::vector<std::pair<std::string, Json>> wrong{{"bytes_per_second", -1},
                                                          {"bytes_per_second", "fast"},
                                                          {"bytes_per_second", 1e300},
                                                          {"bytes", 0},
                                                          {"date", ""},
                                                          {"date", "\x1b[2J2026-11-21T04:0"},
                                                          {"machine", 7},
                                                          {"processor_share", nullptr}};
    for (const auto& [key, value] : wrong) {
        Json changed = whole;
        changed["ceilings"][0][key] = value;
        damaged.push_back(changed.dump());
    }
    Json foreign = whole;
    foreign["schema"] = "tobiuo-ceilings-0";
    damaged.push_back(foreign.dump());
    for (const std::string& text : damaged) {
        test::write_file(file(), text);
        const int before = measured_;
        EXPECT_FALSE(ceiling(CeilingUse::keep, wanted)->kept) << text;
        EXPECT_EQ(measured_, before + 1) << text;
        EXPECT_TRUE(ceiling(CeilingUse::keep, wanted)->kept) << "mended: " << text;
    }
}

TEST_F(CeilingOfRun, what_is_no_file_is_passed_over)
{
    ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
    EXPECT_FALSE(ceiling(CeilingUse::keep, wanted)->kept) << "and does not wait for a writer";
    std::filesystem::remove(file());
    std::filesystem::create_directory(file());
    EXPECT_FALSE(ceiling(CeilingUse::keep, wanted)->kept);
    EXPECT_FALSE(keep_ceiling({}, {}));
}

class CeilingOption : public ::testing::Test {
protected:
    /// report.json of a small himeno case run with `option`, with a cache of its own.
    Json report(const std::string& option)
    {
        const auto path =
            temporary_.write("case.yaml",
                             "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
                             "run: { sweeps: 3 }\n");
        const std::string cache = temporary_.path() / "cache";
        test::RunningProgram program{{"run", path, "--force", "--ceiling", option},
                                     [&] { setenv("XDG_CACHE_HOME", cache.c_str(), 1); }};
        const auto outcome = program.wait();
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return Json::parse(test::text_of(temporary_.path() / "out" / "t" / "report.json"));
    }

    test::TemporaryFolder temporary_;
};

TEST_F(CeilingOption, of_a_small_first_run_measures_nothing)
{
    const Json first = report("keep");
    EXPECT_EQ(first["ceiling"], nullptr);
    EXPECT_EQ(first["run"]["percent_of_ceiling"], nullptr);
}

TEST_F(CeilingOption, says_when_the_figure_was_measured_and_whether_it_was_kept)
{
    const Json measured = report("measure");
    EXPECT_EQ(measured["ceiling"]["kept"], false);
    EXPECT_EQ(measured["ceiling"]["mix"], "13 arrays read, 1 written");
    EXPECT_NEAR(measured["run"]["percent_of_ceiling"].get<double>() *
                    measured["ceiling"]["gbps"].get<double>(),
                100.0 * measured["run"]["nominal_gbps"].get<double>(), 1e-6);

    const auto file = temporary_.path() / "cache" / "tobiuo" / "ceilings.json";
    Json kept = Json::parse(test::text_of(file));
    kept["ceilings"][0]["bytes_per_second"] = 1.25e9;
    kept["ceilings"][0]["processor_share"] = 1.0;  // this machine may be busy
    kept["ceilings"][0]["date"] = "2026-11-21T04:05:06Z";
    test::write_file(file, kept.dump());
    const Json later = report("keep");
    EXPECT_EQ(later["ceiling"]["kept"], true);
    EXPECT_EQ(later["ceiling"]["gbps"], 1.25);
    EXPECT_EQ(later["ceiling"]["measured"], "2026-11-21T04:05:06Z");

    const Json none = report("none");
    EXPECT_EQ(none["ceiling"], nullptr);
    EXPECT_EQ(none["run"]["percent_of_ceiling"], nullptr);
}

}  // namespace
}  // namespace tobiuo
