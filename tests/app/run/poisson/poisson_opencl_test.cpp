// SPDX-License-Identifier: BSD-3-Clause
// A poisson case with OpenCL: the same solution as on the CPU, the device in the report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "app/errors.hpp"
#include "app/run/poisson/poisson_place.hpp"
#include "solvers/grid.hpp"
#include "tests/app/run/poisson/poisson_agreement.hpp"
#include "tests/support/opencl.hpp"

namespace tobiuo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;
using test::eps_double;
using test::eps_single;
using test::mixed_case;

class PoissonRunOnOpenCL : public test::PoissonAgreement {
protected:
    void SetUp() override
    {
        if (const std::string why = test::why_no_opencl(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }
};

TEST_F(PoissonRunOnOpenCL, agrees_with_the_cpu_with_walls_and_their_values)
{
    expect_agreement(mixed_case, "opencl", eps_double);
    expect_agreement(std::string{mixed_case} + "method: { precision: single }\n", "opencl",
                     eps_single);
    expect_agreement(std::string{mixed_case} + "method: { operator: fourth-order, lambda: -3 }\n",
                     "opencl", eps_double);
}

TEST_F(PoissonRunOnOpenCL, agrees_with_the_cpu_where_a_constant_is_free)
{
    expect_agreement(
        "grid: { cells: [32, 16, 64] }\nboundary: { x: neumann, y: periodic, z: neumann }\n"
        "source: \"2 + cos(2*pi*x) + exp(y) * z\"\n",
        "opencl", eps_double);
    EXPECT_GT(report()["null_space"]["removed_mean"], 2.0);
}

TEST_F(PoissonRunOnOpenCL, agrees_with_the_cpu_in_a_periodic_spectral_box_of_odd_length)
{
    expect_agreement(
        "grid: { cells: [15, 21] }\nboundary: { x: periodic, y: periodic }\n"
        "source: \"sin(2*pi*x) * cos(4*pi*y)\"\nmethod: { operator: spectral }\n",
        "opencl", eps_double);
}

TEST_F(PoissonRunOnOpenCL, report_names_the_device_its_memory_and_its_version)
{
    const auto outcome = run(std::string{mixed_case} + "backend: opencl\nrun: { repeat: 3 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json json = report();
    EXPECT_EQ(json["backend_reason"], "the case asks for it");
    EXPECT_EQ(json["device"], opencl_text(opencl::chosen_device()));
    EXPECT_GE(json["device_bytes"], 2 * 8 * 32 * 24 * 16);
    EXPECT_THAT(json["plan"].get<std::string>(), HasSubstr(" passes: "));
    EXPECT_EQ(json["run"]["seconds_each"].size(), 3U);
    EXPECT_EQ(json["versions"]["opencl"], opencl::chosen_device().version);
}

TEST_F(PoissonRunOnOpenCL, lambda_that_makes_the_problem_singular_is_refused)
{
    const auto outcome =
        run("grid: { cells: [8, 8, 8] }\nsource: 1\nmethod: { lambda: 37.49033200812192 }\n"
            "backend: opencl\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("method.lambda: lambda = 37.4903320081"));
}

TEST_F(PoissonRunOnOpenCL, arrays_in_host_memory_are_refused)
{
    const auto outcome = run(std::string{mixed_case} + "backend: opencl\ndevice_memory: 90 kB\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("device_memory: arrays stay in host memory with CUDA only"));
}

/// A machine with an OpenCL GPU of so many bytes, and without CUDA.
MachineFacts machine_with(std::int64_t bytes)
{
    static const device::Survey no_cuda{.devices = {}, .reason = "no NVIDIA driver is installed"};
    static opencl::DeviceInfo device{
        .platform = "rusticl", .name = "Radeon", .kind = opencl::DeviceKind::gpu};
    device.memory_bytes = bytes;
    MachineFacts machine;
    machine.survey = []() -> const device::Survey& { return no_cuda; };
    machine.opencl = [] { return &device; };
    return machine;
}

Place decided(std::int64_t bytes)
{
    PoissonCase poisson;
    poisson.problem.grid = grid_of_cells({10, 10, 10}, Location::cell);
    return decide_place(Case{}, poisson_device_solver(poisson), machine_with(bytes));
}

TEST_F(PoissonRunOnOpenCL, auto_takes_an_opencl_gpu_where_there_is_no_cuda_and_the_case_fits)
{
    const Place large = decided(1'000'000);
    EXPECT_EQ(large.backend, Backend::opencl);
    EXPECT_EQ(large.where, "OpenCL device 0, Radeon (rusticl)");
    EXPECT_EQ(large.reason,
              "no GPU is used: no NVIDIA driver is installed; an OpenCL device is there");
    ASSERT_TRUE(large.needs);
    EXPECT_GE(large.needs->bytes, 2 * 8 * 1000);

    const Place small = decided(15'000);
    EXPECT_EQ(small.backend, Backend::cpu);
    EXPECT_THAT(small.reason, HasSubstr("; the OpenCL device is too small: the case needs "));
}

}  // namespace
}  // namespace tobiuo
