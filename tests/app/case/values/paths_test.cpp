// SPDX-License-Identifier: BSD-3-Clause
// Paths of a case stay in its folder, symbolic links followed, unless the user allows more.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/app/case/case_folder.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view cure = ": write one inside it, or allow others with --allow-outside";

std::string case_with_output(const std::string& directory)
{
    return std::string{smallest_case} + "output: { directory: " + directory + " }\n";
}

std::string case_with_coefficients(const std::string& file)
{
    return std::string{smallest_case} + "coefficients: { file: " + file + " }\n";
}

std::string leaves(const std::string& key, const std::string& path)
{
    return key + ": '" + path + "' leaves the case's folder (paths are relative to it, symbolic " +
           "links followed)" + std::string{cure};
}

TEST(Paths, that_leave_the_folder_are_refused)
{
    EXPECT_EQ(problems_of(case_with_output("../elsewhere")),
              Lines{"case.yaml:4:22: " + leaves("output.directory", "../elsewhere")});
    EXPECT_EQ(problems_of(case_with_output("a/../../b")),
              Lines{"case.yaml:4:22: " + leaves("output.directory", "a/../../b")});
    EXPECT_EQ(problems_of(case_with_coefficients("../x.vti")),
              Lines{"case.yaml:4:23: " + leaves("coefficients.file", "../x.vti")});
    EXPECT_EQ(problems_of(case_with_output("/var/results")),
              Lines{"case.yaml:4:22: output.directory: '/var/results' is an absolute path (paths "
                    "are relative to the case's folder)" +
                    std::string{cure}});
}

TEST(Paths, that_leave_the_folder_through_a_symbolic_link_are_refused)
{
    const TemporaryFolder elsewhere;
    static_cast<void>(elsewhere.write("x.vti", "x"));
    const CaseFolder folder{case_with_output("link/deeper") +
                            "coefficients: { file: link/x.vti }\n"};
    fs::create_directory_symlink(elsewhere.path(), folder.path() / "link");

    EXPECT_EQ(folder.problems(),
              (Lines{"case.yaml:4:22: " + leaves("output.directory", "link/deeper"),
                     "case.yaml:5:23: " + leaves("coefficients.file", "link/x.vti")}));
    EXPECT_EQ(folder.problems({.set = {}, .output = {}, .allow_outside = true}), Lines{});
}

TEST(Paths, of_a_run_that_is_a_symbolic_link_out_of_the_folder_are_refused)
{
    const TemporaryFolder elsewhere;
    const CaseFolder by_default{smallest_case};
    fs::create_directories(by_default.path() / "out");
    fs::create_directory_symlink(elsewhere.path(), by_default.path() / "out" / "a");
    EXPECT_EQ(by_default.problems(),
              Lines{"case.yaml:1:1: " + leaves("output.directory", "out/a")});
    EXPECT_EQ(by_default.problems({.set = {}, .output = {}, .allow_outside = true}), Lines{});
    EXPECT_EQ(by_default.problems({.set = {}, .output = "x", .allow_outside = false}), Lines{});

    const CaseFolder named{case_with_output("results")};
    fs::create_directories(named.path() / "results" / "b");
    fs::create_directory_symlink("b", named.path() / "results" / "a");
    EXPECT_EQ(named.problems(), Lines{}) << "a link that stays inside is none of our business";
    fs::remove(named.path() / "results" / "a");
    fs::create_directory_symlink(elsewhere.path(), named.path() / "results" / "a");
    EXPECT_EQ(named.problems(),
              Lines{"case.yaml:4:22: " + leaves("output.directory", "results/a")});
}

TEST(Paths, inside_the_folder_are_relative_to_it)
{
    const CaseFolder folder{case_with_output("./a/../results")};
    EXPECT_EQ(folder.read().output.directory, folder.path() / "results");
    const CaseFolder here{case_with_output(".")};
    EXPECT_TRUE(fs::equivalent(here.read().output.directory, here.path()));
}

TEST(Paths, a_link_that_points_to_itself_is_reported)
{
    const CaseFolder folder{case_with_output("loop/x")};
    fs::create_symlink("loop", folder.path() / "loop");
    EXPECT_EQ(folder.problems(),
              Lines{"case.yaml:4:22: output.directory: 'loop/x' cannot be followed (Too many "
                    "levels of symbolic links): correct the path"});
}

TEST(Paths, may_leave_the_folder_if_allowed)
{
    const CaseFolder folder{case_with_output("../elsewhere")};
    const Case the_case = folder.read({.set = {}, .output = {}, .allow_outside = true});
    EXPECT_EQ(the_case.output.directory, folder.path().parent_path() / "elsewhere");
}

TEST(Paths, output_of_the_command_line_goes_anywhere)
{
    const CaseFolder folder{smallest_case};
    EXPECT_EQ(folder.read({.set = {}, .output = "/somewhere/else", .allow_outside = false})
                  .output.directory,
              "/somewhere/else");
    EXPECT_EQ(folder.problems({.set = {}, .output = "", .allow_outside = false}),
              Lines{"--output: is empty: name a folder"});
}

TEST(Paths, output_of_the_command_line_heals_a_directory_that_leaves_the_folder)
{
    const CaseFolder folder{case_with_output("/var/results")};
    EXPECT_EQ(folder.read({.set = {}, .output = "here", .allow_outside = false}).output.directory,
              "here");
}

TEST(Paths, a_coefficient_file_must_be_there)
{
    EXPECT_EQ(problems_of(case_with_coefficients("x.vti")),
              Lines{"case.yaml:4:23: coefficients.file: 'x.vti' is not there (looked for x.vti): "
                    "correct the path, which is relative to the case"});
    EXPECT_EQ(
        problems_of(case_with_coefficients("x.vtk")),
        Lines{"case.yaml:4:23: coefficients.file: expected a path that ends in .vti, .vtr, .pvti "
              "or .pvtr (got 'x.vtk')"});
    const CaseFolder folder{case_with_coefficients("x.vti")};
    fs::create_directory(folder.path() / "x.vti");
    EXPECT_EQ(folder.problems(), Lines{"case.yaml:4:23: coefficients.file: 'x.vti' is a folder "
                                       "(looked at x.vti): name a file"});
}

}  // namespace
}  // namespace tobiuo::test
