// SPDX-License-Identifier: BSD-3-Clause
// `run` and `check` with several cases, and with one from the standard input.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

class SeveralCases : public ::testing::Test {
protected:
    std::string write(const std::string& name, const std::string& source = "\"sin(2*pi*x)\"")
    {
        const auto path = temporary_.path() / (name + ".yaml");
        test::write_file(path, text(name, source));
        return path;
    }
    static std::string text(const std::string& name, const std::string& source)
    {
        return "name: " + name + "\nsolver: poisson\ngrid: { cells: [8] }\nsource: " + source +
               "\nbackend: cpu\noutput: { picture: false }\n";
    }
    [[nodiscard]] bool has_results(const std::string& name) const
    {
        return std::filesystem::exists(temporary_.path() / "out" / name / "manifest.json");
    }
    /// Runs the program in the temporary folder with `input` as its standard input.
    test::Outcome run_with_input(const std::vector<std::string>& arguments,
                                 const std::string& input)
    {
        const auto file = temporary_.path() / "input";
        test::write_file(file, input);
        test::RunningProgram program{arguments, [&] {
                                         std::filesystem::current_path(temporary_.path());
                                         if (std::freopen(file.c_str(), "r", stdin) == nullptr) {
                                             _exit(126);
                                         }
                                     }};
        return program.wait();
    }

    test::TemporaryFolder temporary_;
};

TEST_F(SeveralCases, are_run_in_order_and_none_stops_the_others)
{
    const std::string first = write("first");
    const std::string infinite = write("infinite", "\"1/x + 1/(x - 0.5625)\"");
    const std::string bad = write("bad", "");
    const std::string last = write("last");
    const auto outcome = test::run_program({"run", first, infinite, bad, last});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_TRUE(has_results("first"));
    EXPECT_TRUE(has_results("last"));
    EXPECT_LT(outcome.err.find("bad.yaml:4:1: source: has no value"),
              outcome.err.find("infinite.yaml:4:9: source: "))
        << "all are read before the first is run\n"
        << outcome.err;
    const std::string end = outcome.out.substr(outcome.out.find("4 cases:\n"));
    EXPECT_EQ(end, "4 cases:\n  " + first + "     done (0)\n  " + infinite + "  bad input (2)\n  " +
                       bad + "       bad input (2)\n  " + last + "      done (0)\n");

    const auto good = test::run_program({"check", first, last});
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_NE(good.out.find("2 cases:\n"), std::string::npos) << good.out;
    EXPECT_EQ(test::run_program({"check", first}).out.find("cases:"), std::string::npos);
}

TEST_F(SeveralCases, may_not_share_a_folder_of_results)
{
    const std::string first = write("same");
    const auto path = temporary_.path() / "other.yaml";
    test::write_file(path, text("same", "\"cos(2*pi*x)\""));
    const auto outcome = test::run_program({"run", first, path});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("other.yaml: has the folder of results of "), std::string::npos)
        << outcome.err;
    EXPECT_TRUE(has_results("same"));
    EXPECT_EQ(test::run_program({"check", first, path}).code, 0) << "a check writes nothing";
}

TEST_F(SeveralCases, a_minus_is_the_standard_input)
{
    const std::string good = text("piped", "\"sin(2*pi*x)\"");
    const auto ran = run_with_input({"run", "-"}, good);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(has_results("piped")) << "paths are relative to the current folder";
    const auto report =
        nlohmann::json::parse(test::text_of(temporary_.path() / "out" / "piped" / "report.json"));
    EXPECT_EQ(report["case"], "<stdin>");

    const auto bad = run_with_input({"check", "-"}, text("piped", "\"sni(x)\""));
    EXPECT_EQ(bad.code, 2);
    EXPECT_NE(bad.err.find("<stdin>:4:10: source: unknown name 'sni'"), std::string::npos)
        << bad.err;
    EXPECT_EQ(run_with_input({"check", "-"}, "").code, 2);
    EXPECT_NE(run_with_input({"check", "-", "-"}, good).err.find("<stdin>: is named twice"),
              std::string::npos);
    EXPECT_EQ(run_with_input({"check", "-", write("file")}, good).code, 0);
}

}  // namespace
}  // namespace tobiuo
