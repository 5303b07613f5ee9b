// SPDX-License-Identifier: BSD-3-Clause
// Runs a poisson case on the CPU and by another back end, whose solutions must agree.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/run/poisson/poisson_run.hpp"

namespace tobiuo::test {

/// The tolerance for two solves whose transforms round differently, by a few eps of the largest
/// value in each stage.
inline double both_rounded(double eps)
{
    constexpr double stages_and_margin = 100.0;
    return stages_and_margin * eps;
}

inline constexpr double eps_single = std::numeric_limits<float>::epsilon();
inline constexpr double eps_double = std::numeric_limits<double>::epsilon();

class PoissonAgreement : public PoissonCaseRun {
protected:
    /// The solution of `text` by `backend`.
    std::vector<double> solution(const std::string& text, const std::string& backend)
    {
        const auto outcome = run(text + "backend: " + backend + "\n");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(report()["backend"], backend) << report()["backend_reason"];
        return field("p");
    }

    void expect_agreement(const std::string& text, const std::string& backend, double eps)
    {
        SCOPED_TRACE(text);
        const auto cpu = solution(text, "cpu");
        const auto other = solution(text, backend);
        ASSERT_EQ(cpu.size(), other.size());
        double largest = 0.0;
        double difference = 0.0;
        for (std::size_t n = 0; n < cpu.size(); ++n) {
            largest = std::max(largest, std::abs(cpu[n]));
            difference = std::max(difference, std::abs(cpu[n] - other[n]));
        }
        EXPECT_GT(largest, 0.0);
        EXPECT_LE(difference, both_rounded(eps) * largest);
        const nlohmann::json residual = report()["residual"];
        EXPECT_LE(residual["backward_error"], residual["rounding_level"]);
    }
};

}  // namespace tobiuo::test
