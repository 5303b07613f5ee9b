// SPDX-License-Identifier: BSD-3-Clause
// Names of files and folders are bytes: runs whose names are not UTF-8 end with all their results.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

const std::string poisson =
    "name: t\nsolver: poisson\ngrid: { cells: [4, 4] }\nboundary: { x: dirichlet, y: dirichlet }\n"
    "backend: cpu\n";
const std::string rest = "source: 1\n";

class OddNames : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path folder() const { return temporary_.path(); }
    std::filesystem::path write_case(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories((folder() / name).parent_path());
        test::write_file(folder() / name, text);
        return folder() / name;
    }
    /// Runs the case and returns its report, after a look at everything that names the case.
    static Json report_of(const std::vector<std::string>& arguments,
                          const std::filesystem::path& results)
    {
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        for (const char* name : {"p.vti", "results.pvd", "manifest.json", "report.html"}) {
            EXPECT_TRUE(std::filesystem::is_regular_file(results / name)) << name;
        }
        EXPECT_TRUE(Json::accept(test::text_of(results / "manifest.json")));
        return Json::parse(test::text_of(results / "report.json"));
    }

    test::TemporaryFolder temporary_;
};

TEST_F(OddNames, a_case_whose_name_is_not_utf8_keeps_its_results)
{
    const auto file = write_case("p\xe9.yaml", poisson + rest);
    EXPECT_EQ(test::run_program({"check", file}).code, 0);
    const Json report = report_of({"run", file, "--ceiling", "none"}, folder() / "out" / "t");
    EXPECT_NE(report["case"].get<std::string>().find("p\\xe9.yaml"), std::string::npos);
}

TEST_F(OddNames, folders_and_fields_whose_names_are_not_utf8_do_as_well)
{
    const auto first = write_case("d\xff/a.yaml", poisson + rest);
    report_of({"run", first, "--ceiling", "none", "--output", folder() / "o\xfe"},
              folder() / "o\xfe" / "t");
    const auto second = write_case("b.yaml", poisson + "source: { file: f.vti, field: p }\n");
    std::filesystem::create_symlink(folder() / "o\xfe" / "t" / "p.vti", folder() / "f.vti");
    report_of({"run", second, "--ceiling", "none", "--allow-outside"}, folder() / "out" / "t");
    const std::string page = folder() / "page\xe9.html";
    const auto outcome = test::run_program(
        {"report", folder() / "o\xfe" / "t", folder() / "out" / "t", "--output", page});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(OddNames, what_a_case_says_is_utf8_before_anything_is_computed)
{
    const auto file = write_case("a.yaml", poisson + rest);
    for (const char* set : {"name=t\xe9", "output.directory=o\xe9", "source=x\xe9"}) {
        const auto outcome = test::run_program({"run", file, "--set", set});
        EXPECT_EQ(outcome.code, 2) << set;
        EXPECT_NE(outcome.err.find("is not UTF-8"), std::string::npos) << outcome.err;
    }
    EXPECT_FALSE(std::filesystem::exists(folder() / "out"));
}

TEST_F(OddNames, a_study_whose_name_is_not_utf8_keeps_its_members)
{
    const auto file =
        write_case("s\xe9/s\xe9.yaml", poisson + rest + "study: { run.repeat: [1, 2] }\n");
    const auto outcome = test::run_program({"run", file, "--ceiling", "none"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const auto results = folder() / "s\xe9" / "out" / "t";
    EXPECT_TRUE(Json::accept(test::text_of(results / "study.json")));
}

}  // namespace
}  // namespace tobiuo
