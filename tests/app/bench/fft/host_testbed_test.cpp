// SPDX-License-Identifier: BSD-3-Clause
// FFTW in its testbed: fresh data every time, and the right result.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "app/bench/fft/testbeds.hpp"
#include "kernels/fft/reference.hpp"
#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

TEST(FftHostTestbed, output_is_that_of_the_input_however_often_it_was_transformed_before)
{
    for (const auto placement : {fft::Placement::in_place, fft::Placement::out_of_place}) {
        for (const auto kind : {fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r}) {
            fft::Problem problem = test::cube(8, kind);
            problem.placement = placement;
            SCOPED_TRACE(fft::describe(problem));
            const bench::Bytes input = random_input(problem);
            const auto testbed =
                make_testbed(bench::host_kind(), 0, problem, input, {.host = {.threads = 1}});
            const auto transform = testbed->plan("fftw");
            EXPECT_GT(testbed->time_and_wait(*transform, 3), 0.0);
            const bench::Bytes output = testbed->output_and_wait(*transform);
            EXPECT_LT(fft::errors_of(problem, input.data(), output.data()).relative_l2, 1e-6);
        }
    }
}

TEST(FftHostTestbed, names_fftw_and_its_version)
{
    const fft::Problem problem = test::cube(4);
    const bench::Bytes input = random_input(problem);
    const auto testbed =
        make_testbed(bench::host_kind(), 0, problem, input, {.host = {.threads = 1}});
    const auto transform = testbed->plan("fftw");
    EXPECT_TRUE(transform->version().starts_with("3.")) << transform->version();
    EXPECT_NE(transform->describe().find("FFTW " + transform->version() + " c2c 4x4x4"),
              std::string::npos);
    EXPECT_FALSE(transform->workspace_bytes());
    EXPECT_THROW(static_cast<void>(testbed->plan("cufft")), bench::NotPlanned);
}

}  // namespace
}  // namespace tobiuo::fft_bench
