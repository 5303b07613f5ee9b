// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench whole` as a user runs it: help, refusals, small runs beside another program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/bench/whole/whole_cases.hpp"
#include "app/bench/whole/whole_run.hpp"
#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/run/job.hpp"
#include "tests/app/bench/refusals.hpp"
#include "tests/support/program.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

TEST(BenchWhole, help_has_an_example_and_every_case)
{
    const auto outcome = test::run_program({"bench", "whole", "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Example: tobiuo bench whole"));
    for (const auto& one : whole_bench::all_cases()) {
        EXPECT_THAT(outcome.out, HasSubstr(one.name));
    }
}

TEST(BenchWhole, wrong_words_are_bad_input_in_one_sentence)
{
    test::expect_wrong_words("whole", {{"--cases", "river"},
                                       {"--size", "huge"},
                                       {"--repeat", "0"},
                                       {"--backends", "tpu"},
                                       {"--old", "/no/such/program"},
                                       {"--folder", "/no/such/folder"}});
}

/// Checks a row whose report tells the parts: they add up to the wall time.
void expect_parts(const Json& row)
{
    double sum = 0.0;
    for (const char* part : {"plan_s", "fill_s", "steps_s", "observe_s", "files_s", "other_s"}) {
        sum += row[part].get<double>();
    }
    const double wall = row["wall_s"];
    EXPECT_NEAR(sum, wall, 1e-9);
    EXPECT_GT(row["steps_s"], 0.0);
    EXPECT_GT(row["plan_s"], 0.0);
    constexpr double tick = 0.01;  // of the clock that tells when the process began
    EXPECT_GE(row["other_s"], -tick) << "the report tells of no more than there was";
    EXPECT_LE(row["wall_s_min"], wall);
    EXPECT_GE(row["wall_s_max"], wall);
    EXPECT_GT(row["gb_written"], 0.0);
    EXPECT_GT(row["gb_per_s"], 0.0);
}

TEST(BenchWhole, the_parts_of_each_case_add_up_to_its_wall_time)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "whole.json";
    const auto outcome =
        test::run_program({"bench", "whole", "--backends", "cpu", "--size", "small", "--repeat",
                           "1", "--folder", temporary.path(), "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json json = Json::parse(test::text_of(path));
    EXPECT_EQ(json["schema"], "tobiuo-bench-whole-1");
    ASSERT_EQ(json["rows"].size(), whole_bench::all_cases().size());
    for (std::size_t n = 0; n < json["rows"].size(); ++n) {
        const Json& row = json["rows"][n];
        SCOPED_TRACE(row["case"]);
        EXPECT_EQ(row["case"], whole_bench::all_cases()[n].name);
        EXPECT_EQ(row["contestant"], "ours");
        EXPECT_EQ(row["times_old"], nullptr);
        expect_parts(row);
    }
    EXPECT_EQ(json["rows"][0]["cells"], Json({32, 32, 32}));
    EXPECT_TRUE(std::filesystem::exists(temporary.path() / "whole.html"));
    const auto left = std::distance(std::filesystem::directory_iterator{temporary.path()}, {});
    EXPECT_EQ(left, 2) << "what was written beside the JSON and its page is removed";
}

/// A program that does what this one does, but tells no parts.
std::filesystem::path program_without_parts(const std::filesystem::path& folder)
{
    const std::filesystem::path script = folder / "old";
    test::write_file(script, "#!/bin/sh\n'" + test::program_path() +
                                 "' \"$@\" || exit $?\n"
                                 "for last; do :; done\n"
                                 "sed -i '/\"time\": {/,/}/d' \"$last\"/*/report.json\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
}

TEST(BenchWhole, another_program_runs_by_turns_and_may_tell_its_wall_time_only)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "whole.json";
    const auto outcome =
        test::run_program({"bench", "whole", "--backends", "cpu", "--size", "small", "--repeat",
                           "2", "--cases", "moving-walls", "--old",
                           program_without_parts(temporary.path()), "--cold", "--json", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(test::text_of(path))["rows"];
    ASSERT_EQ(rows.size(), 2U);
    expect_parts(rows[0]);
    EXPECT_EQ(rows[0]["cold"], true);
    EXPECT_EQ(rows[0]["repetitions"], 2);
    EXPECT_EQ(rows[1]["contestant"], "old");
    EXPECT_EQ(rows[1]["plan_s"], nullptr);
    EXPECT_EQ(rows[1]["other_s"], nullptr);
    EXPECT_EQ(rows[1]["gb_per_s"], nullptr);
    EXPECT_EQ(rows[1]["times_old"], 1.0);
    EXPECT_DOUBLE_EQ(rows[0]["times_old"].get<double>(),
                     rows[1]["wall_s"].get<double>() / rows[0]["wall_s"].get<double>());
    EXPECT_THAT(outcome.out, HasSubstr("x old"));
}

TEST(BenchWhole, a_program_that_fails_is_named_with_its_last_line)
{
    const test::TemporaryFolder temporary;
    const std::filesystem::path broken = temporary.path() / "broken";
    test::write_file(broken, "#!/bin/sh\necho 'no such command: run' >&2\nexit 3\n");
    std::filesystem::permissions(broken, std::filesystem::perms::owner_all);
    const auto failed =
        test::run_program({"bench", "whole", "--backends", "cpu", "--size", "small", "--cases",
                           "moving-walls", "--repeat", "1", "--old", broken});
    EXPECT_EQ(failed.code, 2);
    EXPECT_THAT(failed.err, HasSubstr("ended with exit code 3 (no such command: run)"));
    const std::filesystem::path text = temporary.write("notes.txt", "no program");
    const auto refused =
        test::run_program({"bench", "whole", "--backends", "cpu", "--size", "small", "--cases",
                           "moving-walls", "--repeat", "1", "--old", text});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("does not start (Permission denied)"));
}

TEST(BenchWhole, cases_are_good_in_both_sizes)
{
    const test::TemporaryFolder temporary;
    for (const auto& one : whole_bench::all_cases()) {
        SCOPED_TRACE(one.name);
        const auto file = temporary.write(one.name + ".yaml", one.yaml);
        for (const auto& settings : {one.small, one.gpu}) {
            CaseOptions options;
            options.set = settings;
            options.set.emplace_back("backend=cpu");
            EXPECT_GT(make_job(read_case(file, options))->estimate().host_bytes, 0);
        }
    }
    EXPECT_EQ(whole_bench::all_cases()[0].yaml,
              test::text_of(test::source_dir() / "configs" / "flow-taylor-green.yaml"))
        << "it is the case that is shipped";
}

}  // namespace
}  // namespace tobiuo
