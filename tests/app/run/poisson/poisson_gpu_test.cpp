// SPDX-License-Identifier: BSD-3-Clause
// A poisson case on the GPU: the same solution as on the CPU, the device in the report.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/run/poisson/poisson_agreement.hpp"
#include "tests/support/device.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;
using test::both_rounded;
using test::eps_double;
using test::eps_single;
using test::mixed_case;

class PoissonRunOnDevice : public test::PoissonAgreement {
protected:
    void SetUp() override
    {
        if (const std::string why = test::why_no_device(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }
};

TEST_F(PoissonRunOnDevice, cuda_and_cpu_agree_with_walls_and_their_values)
{
    expect_agreement(mixed_case, "cuda", eps_double);
    expect_agreement(std::string{mixed_case} + "method: { precision: single }\n", "cuda",
                     eps_single);
    expect_agreement(std::string{mixed_case} + "method: { operator: fourth-order, lambda: -3 }\n",
                     "cuda", eps_double);
}

TEST_F(PoissonRunOnDevice, cuda_and_cpu_agree_where_a_constant_is_free)
{
    for (const char* boundary :
         {"{ x: periodic, y: periodic, z: periodic }", "{ x: neumann, y: periodic, z: neumann }"}) {
        expect_agreement(std::string{"grid: { cells: [32, 16, 64] }\nboundary: "} + boundary +
                             "\nsource: \"2 + cos(2*pi*x) + exp(y) * z\"\n",
                         "cuda", eps_double);
        EXPECT_GT(report()["null_space"]["removed_mean"], 2.0);
    }
}

/// A case whose exact solution is a formula, on cells between walls and over a period.
constexpr const char* known_case =
    "grid: { cells: [32, 24, 16], extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
    "boundary: { x: dirichlet, y: periodic, z: neumann }\n"
    "source: \"-(6*pi^2)*sin(pi*x)*cos(2*pi*y)*cos(pi*z)\"\n"
    "exact: \"sin(pi*x)*cos(2*pi*y)*cos(pi*z)\"\n";

TEST_F(PoissonRunOnDevice, what_is_observed_on_the_device_is_what_the_cpu_finds)
{
    for (const std::string more : {"", "method: { operator: fourth-order }\n",
                                   "output: { fields: [p, f, residual, error, exact] }\n"}) {
        SCOPED_TRACE(more);
        const std::string text = known_case + more;
        ASSERT_EQ(run(text + "backend: cpu\n").code, 0);
        const Json cpu = report();
        const auto outcome = run(text + "backend: cuda\n");
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json cuda = report();
        for (const char* norm : {"l2", "max", "relative_l2", "relative_max"}) {
            const double error = cpu["error"][norm];
            EXPECT_NEAR(cuda["error"][norm], error, both_rounded(eps_double)) << norm;
        }
        EXPECT_NEAR(cuda["order"]["observed"], cpu["order"]["observed"], 1e-6);
        EXPECT_EQ(cuda["order"]["coarse_cells"], cpu["order"]["coarse_cells"]);
        EXPECT_LE(cuda["residual"]["backward_error"], cuda["residual"]["rounding_level"]);
        EXPECT_NEAR(cuda["residual"]["explained_l2"], cpu["residual"]["explained_l2"],
                    both_rounded(eps_double));
    }
    EXPECT_EQ(field("error").size(), field("residual").size());
}

TEST_F(PoissonRunOnDevice, a_formula_that_is_not_finite_is_refused_with_its_point)
{
    for (const std::string key : {"source", "exact"}) {
        const std::string other = key == "source" ? "exact" : "source";
        const std::string text =
            "grid: { cells: [8, 8, 8] }\n" + other + ": 0\n" + key + ": \"1 / (x - 0.0625)\"\n";
        const auto cpu = run(text + "backend: cpu\n");
        const auto cuda = run(text + "backend: cuda\n");
        EXPECT_EQ(cuda.code, 2);
        EXPECT_EQ(cuda.code, cpu.code);
        const auto sentence = [](const std::string& err) {
            return err.substr(err.find("case.yaml"));
        };
        EXPECT_EQ(sentence(cuda.err), sentence(cpu.err));
        EXPECT_NE(cuda.err.find(key + ": '1 / (x - 0.0625)' is infinite at x = 0.0625, y = 0.0625"),
                  std::string::npos)
            << cuda.err;
    }
}

TEST_F(PoissonRunOnDevice, report_names_the_device_its_memory_and_the_copy_as_ceiling)
{
    const auto outcome =
        run(std::string{mixed_case} + "backend: auto\nrun: { repeat: 3 }\n", "measure");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\n  device memory  "), std::string::npos) << outcome.out;
    const Json json = report();
    EXPECT_EQ(json["backend"], "cuda") << json["backend_reason"];
    EXPECT_EQ(json["backend_reason"], "a GPU is there and the case fits");
    EXPECT_NE(json["device"].get<std::string>().find("GPU 0"), std::string::npos);
    EXPECT_GE(json["device_bytes"], 2 * 8 * 32 * 24 * 16);
    EXPECT_NE(json["plan"].get<std::string>().find(" passes: "), std::string::npos);
    EXPECT_EQ(json["ceiling"]["mix"], "1 array read, 1 written");
    EXPECT_EQ(json["run"]["seconds_each"].size(), 3U);
    EXPECT_GT(json["run"]["percent_of_ceiling"], 0.0);
    const int bytes = json["run"]["bytes_per_point"];
    EXPECT_TRUE(bytes == 3 * 2 * 8 || bytes == 5 * 2 * 8) << bytes;
    EXPECT_TRUE(json["versions"].contains("cuda_driver"));
}

TEST_F(PoissonRunOnDevice, lambda_that_makes_the_problem_singular_is_refused)
{
    const auto outcome =
        run("grid: { cells: [8, 8, 8] }\nsource: 1\nmethod: { lambda: 37.49033200812192 }\n"
            "backend: cuda\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("method.lambda: lambda = 37.4903320081"), std::string::npos)
        << outcome.err;
}

TEST_F(PoissonRunOnDevice, a_case_that_does_not_fit_is_solved_from_host_memory)
{
    for (const std::string method :
         {"{ lambda: -3 }", "{ precision: single }", "{ operator: fourth-order }"}) {
        const std::string text =
            std::string{mixed_case} + "method: " + method + "\nbackend: cuda\nrun: { repeat: 2 }\n";
        const auto whole = run(text);
        ASSERT_EQ(whole.code, 0) << whole.err;
        EXPECT_TRUE(report()["link"].is_null());
        const auto expected = field("p");

        const auto outcome = run(text + "device_memory: 90 kB\n");
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json json = report();
        EXPECT_NE(json["backend_reason"].get<std::string>().find(
                      "90 kB are allowed by device_memory: its arrays stay in host memory"),
                  std::string::npos)
            << json["backend_reason"];
        EXPECT_LE(json["device_bytes"], 90'000);
        EXPECT_GT(json["link"]["bytes_each_way"], 0);
        EXPECT_GT(json["link"]["gbps_each_way"], 0.0);
        EXPECT_LE(json["residual"]["backward_error"], json["residual"]["rounding_level"]);
        EXPECT_NE(outcome.out.find("\n  link  "), std::string::npos) << outcome.out;
        const auto p = field("p");
        double largest = 0.0;
        double difference = 0.0;
        for (std::size_t n = 0; n < p.size(); ++n) {
            largest = std::max(largest, std::abs(expected[n]));
            difference = std::max(difference, std::abs(p[n] - expected[n]));
        }
        const bool single = json["precision"] == "single";
        EXPECT_LE(difference, both_rounded(single ? eps_single : eps_double) * largest);
    }
}

TEST_F(PoissonRunOnDevice, device_memory_that_is_too_little_is_refused_with_what_suffices)
{
    const std::string cuda = std::string{mixed_case} + "backend: cuda\n";
    auto outcome = run(cuda + "device_memory: 1 kB\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("device_memory: the case needs "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("and may take 1000: allow it more"), std::string::npos)
        << outcome.err;
    outcome = run(cuda + "device_memory: 9 kB\nmethod: { operator: spectral }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("have to fit): allow it more"), std::string::npos) << outcome.err;
}

TEST_F(PoissonRunOnDevice, check_predicts_the_time_of_a_solve_from_host_memory)
{
    const auto path = write_case(std::string{mixed_case} + "backend: cuda\ndevice_memory: 90 kB\n");
    const auto outcome = test::run_program({"check", path});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("they visit the GPU in chunks"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("  predicted time  "), std::string::npos) << outcome.out;
}

TEST_F(PoissonRunOnDevice, what_fits_neither_device_nor_host_is_refused_before_anything)
{
    const auto path = write_case(
        "grid: { cells: [8192, 4096, 4096] }\nmethod: { precision: single, operator: spectral }\n"
        "source: 0\nbackend: cuda\n");
    const auto outcome = test::run_program({"check", path});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find("TB of host memory"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace tobiuo
