// SPDX-License-Identifier: BSD-3-Clause
// Runs a poisson case on several ranks and compares its results with those of one.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "tests/app/run/ranked_run.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

inline std::string case_text(const std::string& rest, const std::string& backend = "cpu")
{
    return "name: ranked\nsolver: poisson\nbackend: " + backend + "\n" + rest;
}

inline double largest_of(const std::vector<double>& values)
{
    double most = 0.0;
    for (const double value : values) {
        most = std::max(most, std::abs(value));
    }
    return most;
}

class PoissonRankedRun : public RankedRun {
protected:
    void expect_near(const std::string& name, int ranks, double tolerance) const
    {
        const std::vector<double> many = field(ranks, name);
        const std::vector<double> one = field(1, name);
        ASSERT_EQ(many.size(), one.size());
        for (std::size_t at = 0; at < one.size(); ++at) {
            ASSERT_NEAR(many[at], one[at], tolerance) << name << " at " << at;
        }
    }

    /// All that depends on the solution is the same up to its rounding, the rest in every bit.
    void expect_results_of_one_rank(int ranks) const
    {
        SCOPED_TRACE(std::to_string(ranks) + " ranks");
        const poisson::Problem problem =
            std::get<PoissonCase>(read_case(case_file(), {}).solver).problem;
        const double tolerance = solution_tolerance(problem) * largest_of(field(1, "p"));
        const auto one = report(1);
        const auto many = report(ranks);
        EXPECT_EQ(field(ranks, "f"), field(1, "f"));
        EXPECT_EQ(field(ranks, "exact"), field(1, "exact"));
        expect_near("p", ranks, tolerance);
        expect_near("error", ranks, tolerance);
        EXPECT_EQ(many["ranks"]["count"], ranks);
        EXPECT_THAT(fields_file(ranks).filename(), ::testing::StartsWith("p.pvt"));
        EXPECT_NEAR(many["error"]["l2"], one["error"]["l2"], tolerance);
        EXPECT_NEAR(many["error"]["max"], one["error"]["max"], tolerance);
        EXPECT_LE(many["residual"]["backward_error"], many["residual"]["rounding_level"]);
        EXPECT_EQ(many["residual"]["max"].get<double>(), largest_of(field(ranks, "residual")));
        EXPECT_EQ(many["null_space"].is_null(), one["null_space"].is_null());
        EXPECT_EQ(many["order"]["coarse_cells"], one["order"]["coarse_cells"]);
        EXPECT_NEAR(many["order"]["coarse_l2"], one["order"]["coarse_l2"], tolerance);
    }
};

}  // namespace tobiuo::test
