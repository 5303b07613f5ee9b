// SPDX-License-Identifier: BSD-3-Clause
// Which problems one block of threads of a GPU solves, and the kernels of these for every
// architecture, even on machines without a GPU.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "solvers/poisson/device/fused_schedule.hpp"
#include "tests/solvers/poisson/device/solve_twin/fused_twin.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/architectures.hpp"

namespace tobiuo::poisson {
namespace {

using test::box;
using test::dirichlet;
using test::neumann;
using test::periodic;

std::optional<FusedSchedule> fused_of(const Problem& problem)
{
    return make_fused_schedule(problem, std::array{0.0, -1.0}, fft::DeviceLimits{});
}

TEST(PoissonFusedSchedule, holds_planes_small_boxes_and_lines_in_shared_memory)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const auto& sides : test::all_sides) {
            for (const Location location : test::all_locations) {
                for (const std::array<std::int64_t, 3>& cells :
                     {std::array<std::int64_t, 3>{128, 128, 1},
                      {64, 64, 1},
                      {24, 24, 24},
                      {16, 16, 16},
                      {31, 17, 1},
                      {1000, 1, 1}}) {
                    Problem problem = box(
                        cells,
                        {sides, cells[1] > 1 ? sides : periodic, cells[2] > 1 ? sides : periodic},
                        location);
                    problem.precision = precision;
                    const auto fused = fused_of(problem);
                    ASSERT_TRUE(fused) << describe(problem);
                    EXPECT_LE(fused->form.shared_elements() * complex_bytes(precision),
                              fft::DeviceLimits{}.shared_per_block);
                    EXPECT_LE(fused->form.threads(), fft::most_threads);
                }
            }
        }
    }
}

TEST(PoissonFusedSchedule, leaves_what_no_block_holds_and_what_is_not_transformed)
{
    EXPECT_FALSE(fused_of(box({256, 256, 1}, {periodic, neumann, periodic})));
    EXPECT_FALSE(fused_of(box({32, 32, 64}, {periodic, neumann, periodic})));
    EXPECT_FALSE(fused_of(test::stretched(box({16, 16, 1}, {periodic, neumann, periodic}), 1)));
    Problem open = box({16, 16, 1}, {periodic, periodic, periodic});
    open.sides[1] = {Condition::open, Condition::open};
    EXPECT_FALSE(fused_of(open));
}

TEST(PoissonFusedSchedule, has_one_form_for_all_lambdas)
{
    const Problem problem = box({64, 64, 1}, {periodic, dirichlet, periodic});
    const auto one = make_fused_schedule(problem, std::array{0.0}, fft::DeviceLimits{});
    const auto many = make_fused_schedule(problem, std::array{2.0, -1.0, 0.0}, fft::DeviceLimits{});
    EXPECT_EQ(one->form, many->form);
    EXPECT_EQ(many->solve.outer.size(), 3U);
    EXPECT_EQ(many->solve.outer[0], 2.0 * many->solve.round_trip);
}

void expect_fused_kernels(test::KernelChoice is_chosen)
{
    std::size_t number = 0;
    for (const Problem& problem : test::fused_cases()) {
        for (const std::string architecture : {"sm_80", "sm_90", "sm_100"}) {
            if (!is_chosen(architecture, number)) {
                continue;
            }
            fft::DeviceLimits limits;
            if (architecture == "sm_80") {
                limits.shared_per_block = 166912;
                limits.shared_per_multiprocessor = 167936;
            }
            const auto fused = make_fused_schedule(problem, std::array{0.0}, limits);
            const device::Specialisation what = fft::specialise(fused->form, problem.precision);
            const device::CompiledKernel compiled =
                device::compile(what, what.target(architecture));
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.name;
            EXPECT_EQ(compiled.log, "") << what.name;
        }
        ++number;
    }
}

TEST(PoissonFusedSchedule, compiles_in_a_sample_without_a_remark)
{
    expect_fused_kernels(test::is_sampled);
}

TEST(PoissonFusedScheduleNightly, compiles_without_a_remark)
{
    expect_fused_kernels(test::is_compiled_at_night);
}

}  // namespace
}  // namespace tobiuo::poisson
