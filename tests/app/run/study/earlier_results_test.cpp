// SPDX-License-Identifier: BSD-3-Clause
// Which results of an earlier run count as those of a case.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "app/output/run_folder.hpp"
#include "app/run/input_files.hpp"
#include "app/run/study/earlier_results.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

constexpr const char* revision = "0123456789ab";

class EarlierResultsTest : public ::testing::Test {
protected:
    void finish(const std::string& status, const std::string& git = revision)
    {
        RunFolder folder{the_case_.output.directory / the_case_.name, true};
        folder.add_text("case.resolved.yaml", resolved_yaml(the_case_));
        folder.add_text("report.json", R"({"versions": {"git": ")" + git + "\"}}\n");
        folder.finish(status);
    }

    CaseFolder folder_{
        "name: a\nsolver: poisson\ngrid: { cells: [4] }\nsource: { file: f.vti, field: f }\n"};
    std::filesystem::path input_ = folder_.folder().write("f.vti", "");
    Case the_case_ = folder_.read();
};

TEST_F(EarlierResultsTest, count_if_they_are_done_by_the_same_case_and_version)
{
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::none);
    finish("done");
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::same);
    EXPECT_EQ(earlier_results(the_case_, "ba9876543210"), EarlierResults::other_version);
    EXPECT_EQ(earlier_results(the_case_, "0123456789ab-dirty"), EarlierResults::unknowable);
    EXPECT_EQ(earlier_results(the_case_, "unknown"), EarlierResults::unknowable);
    finish("done", "0123456789ab-dirty");
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::other_version);
}

TEST_F(EarlierResultsTest, of_another_case_are_told_apart_once_they_are_done)
{
    Case other = the_case_;
    std::get<PoissonCase>(other.solver).repeat = 2;
    finish("done");
    EXPECT_EQ(earlier_results(other, revision), EarlierResults::other_case);
    finish("interrupted");
    EXPECT_EQ(earlier_results(other, revision), EarlierResults::none);
}

TEST_F(EarlierResultsTest, of_a_run_that_was_not_done_count_as_none)
{
    for (const char* status : {"interrupted", "diverged", "not converged", "out of steps"}) {
        finish(status);
        EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::none) << status;
    }
}

TEST_F(EarlierResultsTest, are_interrupted_where_a_signal_or_a_crash_left_checkpoints)
{
    finish("interrupted");
    folder_.folder().write("out/a/checkpoint_000000000007.state", "");
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::interrupted);
    std::filesystem::remove(folder_.folder().path() / "out/a/manifest.json");
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::interrupted);
    for (const char* status : {"diverged", "not converged", "out of steps"}) {
        finish(status);
        EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::none) << status;
    }
    finish("done");
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::same);
}

TEST_F(EarlierResultsTest, and_checkpoints_depend_on_keys_and_input_files)
{
    const std::string whole = whole_case_of(the_case_);
    EXPECT_EQ(whole_case_of(the_case_), whole);
    Case other = the_case_;
    std::get<PoissonCase>(other.solver).repeat = 2;
    EXPECT_NE(whole_case_of(other), whole);
    std::filesystem::last_write_time(
        input_, std::filesystem::file_time_type::clock::now() + std::chrono::hours{1});
    EXPECT_NE(whole_case_of(the_case_), whole);
}

TEST_F(EarlierResultsTest, do_not_count_once_an_input_file_has_changed)
{
    finish("done");
    EXPECT_EQ(input_files(the_case_), std::vector{input_});
    std::filesystem::last_write_time(
        input_, std::filesystem::file_time_type::clock::now() + std::chrono::hours{1});
    EXPECT_EQ(earlier_results(the_case_, revision), EarlierResults::other_case);
}

TEST_F(EarlierResultsTest, with_a_damaged_manifest_are_an_error)
{
    finish("done");
    folder_.folder().write("out/a/manifest.json", "{");
    EXPECT_THROW(static_cast<void>(earlier_results(the_case_, revision)), InputError);
}

}  // namespace
}  // namespace tobiuo::test
