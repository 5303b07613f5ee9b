// SPDX-License-Identifier: BSD-3-Clause
// Two runs of a case write the same bytes, except for times and values computed from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

class SameBytes : public ::testing::Test {
protected:
    /// Runs `text` and returns the files that it wrote, by name.
    std::map<std::string, std::string> run(const std::string& text)
    {
        const auto path = temporary_.path() / "case.yaml";
        test::write_file(path, "name: t\nbackend: cpu\n" + text);
        const auto outcome = test::run_program({"run", path, "--force", "-q"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        std::map<std::string, std::string> files;
        for (const auto& file :
             std::filesystem::directory_iterator{temporary_.path() / "out" / "t"}) {
            files[file.path().filename().string()] = test::text_of(file.path());
        }
        return files;
    }
    /// Runs `text` twice and compares.
    void expect_same_bytes(const std::string& text);

private:
    test::TemporaryFolder temporary_;
};

/// Only times, rates and the ceiling may differ between two reports.
void expect_same_but_times(const std::string& one, const std::string& other)
{
    static const std::regex of_time{
        "/(started|finished|time/.*_s|ceiling/.*|rehearsal/.*|"
        ".*(seconds|gflops|gbps|per_second|of_ceiling)|.*/seconds_each/.*)"};
    for (const Json& change : Json::diff(Json::parse(one), Json::parse(other))) {
        EXPECT_TRUE(std::regex_match(change.at("path").get<std::string>(), of_time)) << change;
    }
}

/// Files that hold times and rates.
const std::set<std::string> has_times{"report.json", "report.html", "summary.txt"};

/// The entries of a manifest, except those of files that hold times.
Json lasting_entries(const std::string& manifest)
{
    const Json whole = Json::parse(manifest);
    Json entries = Json::array();
    for (const Json& file : whole.at("files")) {
        if (!has_times.contains(file.at("name").get<std::string>())) {
            entries.push_back(file);
        }
    }
    return entries;
}

void SameBytes::expect_same_bytes(const std::string& text)
{
    const auto first = run(text);
    const auto second = run(text);
    ASSERT_EQ(first.size(), second.size());
    EXPECT_GE(first.size(), 6U);
    for (const auto& [name, bytes] : first) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(second.contains(name));
        if (name == "report.json") {
            expect_same_but_times(bytes, second.at(name));
        } else if (name == "manifest.json") {
            EXPECT_EQ(lasting_entries(bytes), lasting_entries(second.at(name)));
        } else if (!has_times.contains(name)) {
            EXPECT_TRUE(bytes == second.at(name)) << "the bytes differ";
        }
    }
}

TEST_F(SameBytes, of_a_himeno_run)
{
    expect_same_bytes(
        "solver: himeno\ngrid: { cells: [20, 12, 10] }\nrun: { sweeps: 5 }\n"
        "coefficients: { random: { seed: 7 } }\noutput: { fields: [p, a0, bnd] }\n");
}

TEST_F(SameBytes, of_a_poisson_run_on_equal_cells)
{
    expect_same_bytes(
        "solver: poisson\ngrid: { cells: [20, 12, 10] }\nboundary: { y: neumann, z: dirichlet }\n"
        "source: \"sin(x)*y\"\nexact: \"x*y\"\n"
        "output: { fields: [p, f, residual, error, exact] }\n");
}

TEST_F(SameBytes, of_a_poisson_run_on_a_stretched_grid)
{
    expect_same_bytes(
        "solver: poisson\ngrid: { cells: [12, 16], coordinates: { y: \"s^2\" } }\n"
        "boundary: { y: dirichlet }\nsource: \"x*y\"\n");
}

}  // namespace
}  // namespace tobiuo
