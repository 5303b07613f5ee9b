// SPDX-License-Identifier: BSD-3-Clause
// report.json and its document: docs/report.md names every key, each in the row of its parent.
#include "app/output/report/himeno_report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/tuning/wisdom.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"
#include "tests/app/output/report/documented_keys.hpp"
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
    stencil::SweepRequest request{.shape = shape_of(grid), .parameters = {}};
    request.parameters["stores"] = "cached";
    const himeno::Measurement measured{.sweeps = 3, .seconds = 1.0, .gosa = 0.5};
    const RanksReport ranks{.library = "an MPI",
                            .places = {"a processor", "another one"},
                            .uses = {{.seconds = 2.0, .exchange = {.exchanges = 3, .bytes = 4}},
                                     {.seconds = 2.0, .exchange = {.seconds = 0.5}}}};
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
                              .result = {.rehearsal = measured, .run = measured},
                              .ranks = ranks};
    return Json::parse(report_json(report));
}

class HimenoReportKeys : public ::testing::Test {
protected:
    void SetUp() override
    {
        const auto folder = test::source_dir() / "docs";
        if (!std::filesystem::exists(folder)) {
            GTEST_SKIP() << "no documents beside the tests: " << folder;
        }
        rows_ = test::documented_rows(folder / "report.md", "## report.json of `solver: himeno`");
        ASSERT_GE(rows_.size(), 10U);
    }

    std::vector<test::DocumentedRow> rows_;
};

TEST_F(HimenoReportKeys, are_all_documented)
{
    const test::TemporaryFolder temporary;
    const auto file = temporary.write("metric.vti", "not looked into here");
    for (const Coefficients& coefficients :
         {Coefficients{OfficialCoefficients{}}, Coefficients{RandomCoefficients{.seed = 7}},
          Coefficients{CoefficientFile{.path = file, .at = {}}}}) {
        for (const Backend backend : {Backend::cpu, Backend::cuda}) {
            test::expect_documented(report_of(coefficients, backend), rows_);
        }
    }
}

// Checks that the test above visits keys, so that it cannot pass on an empty report.
TEST_F(HimenoReportKeys, of_every_part_are_in_the_report)
{
    const Json report = report_of(RandomCoefficients{.seed = 7}, Backend::cuda);
    EXPECT_TRUE(report["rehearsal"].contains("percent_of_ceiling"));
    EXPECT_TRUE(report["kernel"]["parameters"].contains("stores"));
    EXPECT_TRUE(report["kernel"]["wisdom"].contains("gflops"));
    EXPECT_TRUE(report["coefficients"].contains("seed"));
    EXPECT_TRUE(report["versions"].contains("cuda_driver"));
    EXPECT_EQ(report["grid"]["spacing"].size(), 3U);
    EXPECT_EQ(report["ranks"]["use"]["bytes_sent"], Json({4, 0}));
    EXPECT_EQ(report["ranks"]["use"]["overlap_percent"], Json({0.0, 100.0}));
}

}  // namespace
}  // namespace tobiuo
