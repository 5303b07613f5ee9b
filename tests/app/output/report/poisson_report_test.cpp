// SPDX-License-Identifier: BSD-3-Clause
// report.json of a poisson run and its document; what the program prints at the end.
#include "app/output/report/poisson_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/problem.hpp"
#include "tests/app/output/report/documented_keys.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

class PoissonReportText : public ::testing::Test {
protected:
    PoissonReportText()
    {
        case_.name = "t";
        poisson_.problem.grid = grid_of_cells({10, 10, 10}, Location::cell);
        poisson_.exact = FieldExpression{};
    }

    /// A result of three solves of 1000 points at 1 of 2 GB/s, with all optional values.
    [[nodiscard]] PoissonReport report() const
    {
        return {.the_case = case_,
                .poisson = poisson_,
                .where = "a processor",
                .reason = "the case says so",
                .started = "now",
                .plan = "a plan",
                .ceiling = {.bytes_per_second = 2e9, .bytes = 2},
                .seconds = {96e-6, 24e-6, 48e-6},
                .residual = {.backward_error = 1e-17, .rounding_level = 1e-15},
                .balance = Balance{.removed_mean = 0.25},
                .error = ErrorCheck{.means_removed = true},
                .order = ObservedOrder{.value = 1.96, .expected = "2", .cells = {5, 5, 5}}};
    }

    Case case_;
    PoissonCase poisson_;
};

TEST_F(PoissonReportText, names_all_its_keys_in_the_document)
{
    const auto folder = test::source_dir() / "docs";
    if (!std::filesystem::exists(folder)) {
        GTEST_SKIP() << "no documents beside the tests: " << folder;
    }
    const auto rows =
        test::documented_rows(folder / "report.md", "## report.json of `solver: poisson`");
    ASSERT_GE(rows.size(), 15U);
    test::expect_documented(Json::parse(report_json(report())), rows);

    const test::TemporaryFolder temporary;
    poisson_.source = FieldFile{
        .path = temporary.write("rhs.vti", "not looked into here"), .field = "f", .at = {}};
    PoissonReport skipped = report();
    skipped.order = ObservedOrder{.expected = "4", .skipped = "because"};
    const Json json = Json::parse(report_json(skipped));
    EXPECT_EQ(json["source"]["file"], "rhs.vti");
    EXPECT_EQ(json["order"]["skipped"], "because");
    test::expect_documented(json, rows);
}

TEST_F(PoissonReportText, rates_are_those_of_the_median)
{
    const PoissonRates rates = rates_of(report());
    EXPECT_EQ(rates.median_seconds, 48e-6);
    EXPECT_EQ(rates.best_seconds, 24e-6);
    EXPECT_DOUBLE_EQ(rates.bytes_per_second, 1e9);
    EXPECT_DOUBLE_EQ(rates.percent_of_ceiling.value(), 50.0);
}

TEST_F(PoissonReportText, of_a_gpu_counts_its_trips_and_its_memory)
{
    PoissonReport on_gpu = report();
    on_gpu.backend = Backend::cuda;
    on_gpu.memory_passes = 5;
    on_gpu.device_bytes = 16'000'000;
    on_gpu.mix = copy_mix;
    const Json json = Json::parse(report_json(on_gpu));
    EXPECT_EQ(json["backend"], "cuda");
    EXPECT_EQ(json["device_bytes"], 16'000'000);
    EXPECT_EQ(json["ceiling"]["mix"], "1 array read, 1 written");
    EXPECT_EQ(json["run"]["bytes_per_point"], 80.0);
    EXPECT_DOUBLE_EQ(json["run"]["percent_of_ceiling"], 50.0 * 5 / 3);
    EXPECT_TRUE(json["versions"].contains("cuda_driver"));
    const std::string text = summary_text(on_gpu);
    EXPECT_NE(text.find("\n  device memory  16 MB\n"), std::string::npos) << text;
    EXPECT_NE(text.find("(80 bytes a point), 83.3 % of the ceiling of 1 array read, 1 written\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(Json::parse(report_json(report()))["device_bytes"], nullptr);
}

/// A hundredth of a gigabyte each way, beside a link of 50 GB/s each way alone and 80 in sum.
LinkUse link_use()
{
    return {.bytes_each_way = 10'000'000,
            .limit = {.to_device = 50e9, .from_device = 50e9, .both = 80e9},
            .lock_seconds = 3.0};
}

TEST_F(PoissonReportText, link_is_compared_with_what_it_can)
{
    const LinkFigures full = figures_of(link_use(), 0.25e-3);
    EXPECT_DOUBLE_EQ(full.bytes_per_second_each_way, 40e9);
    EXPECT_DOUBLE_EQ(full.percent_of_both, 100.0);
    EXPECT_DOUBLE_EQ(full.overlap_percent, 75.0);
    EXPECT_DOUBLE_EQ(figures_of(link_use(), 0.2e-3).overlap_percent, 100.0);
    EXPECT_DOUBLE_EQ(figures_of(link_use(), 0.4e-3).overlap_percent, 0.0);
    EXPECT_DOUBLE_EQ(figures_of(link_use(), 1.0).overlap_percent, 0.0);
}

TEST_F(PoissonReportText, of_arrays_in_host_memory_has_the_link)
{
    EXPECT_EQ(Json::parse(report_json(report()))["link"], nullptr);
    PoissonReport from_host = report();
    from_host.backend = Backend::cuda;
    from_host.ceiling = {};
    from_host.seconds = {0.25e-3};
    from_host.link = link_use();
    Json link = Json::parse(report_json(from_host))["link"];
    EXPECT_DOUBLE_EQ(link["gbps_each_way"], 40.0);
    EXPECT_DOUBLE_EQ(link["percent_of_both"], 100.0);
    EXPECT_DOUBLE_EQ(link["both_gbps"], 80.0);
    EXPECT_DOUBLE_EQ(link["transform_gflops"], 5.0 * 1000.0 * std::log2(1000.0) / 0.25e-3 * 1e-9);
    EXPECT_TRUE(link["not_locked"].is_null());
    const std::string text = summary_text(from_host);
    EXPECT_NE(
        text.find("\n  link           40 GB/s each way, 100.0 % of both directions at once (80 "
                  "GB/s); 75 % overlap; "),
        std::string::npos)
        << text;
    from_host.link->not_locked = "out of memory";
    link = Json::parse(report_json(from_host))["link"];
    EXPECT_EQ(link["not_locked"], "out of memory");
}

TEST_F(PoissonReportText, summary_has_a_line_for_each_finding)
{
    const std::string text = summary_text(report());
    for (const char* line :
         {"t: poisson 10x10x10 cells", "\n  solve          0.048 ms median, 0.024 ms best of 3\n",
          "1 GB/s nominal (48 bytes a point), 50.0 % of the ceiling of 13 arrays read, 1 written\n",
          ", at rounding level\n", "\n  removed mean   2.500e-01, ", ", both with zero mean\n",
          "\n  observed order 1.96, expected 2 (l2 error "}) {
        EXPECT_NE(text.find(line), std::string::npos) << line << "\nin\n" << text;
    }
}

TEST_F(PoissonReportText, summary_says_how_many_digits_rounding_leaves)
{
    PoissonReport few = report();
    EXPECT_EQ(summary_text(few).find("\n  digits "), std::string::npos);
    few.residual.forward_error = 2e-6;
    few.residual.relative_l2 = 0.3;
    const std::string text = summary_text(few);
    EXPECT_NE(text.find("about 5 of 15 are left of the solution"), std::string::npos) << text;
    EXPECT_NE(text.find("about 0 of 15 are left of the equations"), std::string::npos) << text;
    const Json residual = Json::parse(report_json(few))["residual"];
    EXPECT_EQ(residual["forward_error"], 2e-6);
    EXPECT_EQ(residual["at_rounding_level"], true);
}

TEST_F(PoissonReportText, lines_out_of_balance_are_above_rounding_level)
{
    PoissonReport bad = report();
    bad.residual.balance_error = 1e-6;
    EXPECT_NE(summary_text(bad).find(", ABOVE rounding level\n"), std::string::npos);
    EXPECT_EQ(Json::parse(report_json(bad))["residual"]["at_rounding_level"], false);
}

TEST_F(PoissonReportText, summary_says_what_is_wrong_or_left_out)
{
    PoissonReport bad = report();
    bad.residual.backward_error = 1e-10;
    bad.order = ObservedOrder{.expected = "2", .skipped = "of the weather"};
    bad.balance = std::nullopt;
    const std::string text = summary_text(bad);
    EXPECT_NE(text.find(", ABOVE rounding level\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n  observed order none: of the weather\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("removed mean"), std::string::npos) << text;
}

}  // namespace
}  // namespace tobiuo
