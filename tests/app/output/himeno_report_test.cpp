// report.json and its document: docs/report.md names every key, each in the row of its parent.
#include "app/output/himeno_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "kernels/tuning/wisdom.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

/// A report with a rehearsal, a measured ceiling and a switch, of a kernel of `backend`.
Json report_of(const Coefficients& coefficients, Backend backend)
{
    const Grid grid = grid_of_cells({64, 32, 32}, Location::cell);
    HimenoCase himeno;
    himeno.preset = "XS";
    himeno.coefficients = coefficients;
    Case the_case;
    the_case.name = "t";
    the_case.solver = himeno;
    stencil::SweepKind kind = stencil::sweep_kinds().front();
    kind.backend = backend;
    stencil::SweepRequest request{.shape = grid.shape(), .parameters = {}};
    request.parameters["stores"] = "cached";
    const himeno::Measurement measured{.sweeps = 3, .seconds = 1.0, .gosa = 0.5};
    const HimenoReport report{.the_case = the_case,
                              .himeno = himeno,
                              .grid = grid,
                              .kind = kind,
                              .request = request,
                              .where = "a processor",
                              .reason = "the case says so",
                              .started = "now",
                              .plan = "a plan",
                              .choice = "a choice",
                              .wisdom = tuning::Decision{},
                              .ceiling = {.bytes_per_second = 1.0, .bytes = 2},
                              .result = {.rehearsal = measured, .run = measured}};
    return Json::parse(report_json(report));
}

/// The cells of the rows of the table of report.json: keys, meaning.
struct Row {
    std::string keys;
    std::string meaning;
};

std::vector<Row> documented_rows(const std::filesystem::path& document)
{
    std::vector<Row> rows;
    std::ifstream lines{document};
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## ")) {
            inside = line.starts_with("## report.json");
        }
        const auto bar = line.find(" | ");
        if (inside && line.starts_with("| `") && bar != std::string::npos) {
            rows.push_back({.keys = line.substr(0, bar), .meaning = line.substr(bar)});
        }
    }
    return rows;
}

bool names(const std::string& text, const std::string& key)
{
    return text.find("`" + key + "`") != std::string::npos;
}

/// Expects every key below `value` in `text`. The keys of `parameters` are the user's.
void expect_named(const Json& value, const std::string& text, const std::string& place)
{
    if (value.is_array()) {
        for (const Json& item : value) {
            expect_named(item, text, place);
        }
    }
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) {
            EXPECT_TRUE(names(text, key)) << "docs/report.md does not name " << place << "." << key;
            if (key != "parameters") {
                expect_named(inner, text, place + "." + key);
            }
        }
    }
}

class HimenoReportKeys : public ::testing::Test {
protected:
    void SetUp() override
    {
        const auto folder = test::source_dir() / "docs";
        if (!std::filesystem::exists(folder)) {
            GTEST_SKIP() << "no documents beside the tests: " << folder;
        }
        rows_ = documented_rows(folder / "report.md");
        ASSERT_GE(rows_.size(), 10U);
    }

    void expect_documented(const Json& report) const
    {
        for (const auto& [key, value] : report.items()) {
            const auto row = std::ranges::find_if(
                rows_, [&key = key](const Row& candidate) { return names(candidate.keys, key); });
            if (row == rows_.end()) {
                ADD_FAILURE() << "docs/report.md has no row for " << key;
            } else {
                expect_named(value, row->meaning, key);
            }
        }
    }

    std::vector<Row> rows_;
};

TEST_F(HimenoReportKeys, are_all_documented)
{
    const test::TemporaryFolder temporary;
    const auto file = temporary.write("metric.vti", "not looked into here");
    for (const Coefficients& coefficients :
         {Coefficients{OfficialCoefficients{}}, Coefficients{RandomCoefficients{.seed = 7}},
          Coefficients{CoefficientFile{.path = file, .at = {}}}}) {
        for (const Backend backend : {Backend::cpu, Backend::cuda}) {
            expect_documented(report_of(coefficients, backend));
        }
    }
}

// What the test above walks through, so that it cannot pass on an empty report.
TEST_F(HimenoReportKeys, of_every_part_are_in_the_report)
{
    const Json report = report_of(RandomCoefficients{.seed = 7}, Backend::cuda);
    EXPECT_TRUE(report["rehearsal"].contains("percent_of_ceiling"));
    EXPECT_TRUE(report["kernel"]["parameters"].contains("stores"));
    EXPECT_TRUE(report["kernel"]["wisdom"].contains("gflops"));
    EXPECT_TRUE(report["coefficients"].contains("seed"));
    EXPECT_TRUE(report["versions"].contains("cuda_driver"));
    EXPECT_EQ(report["grid"]["spacing"].size(), 3U);
}

}  // namespace
}  // namespace tobiuo
