// SPDX-License-Identifier: BSD-3-Clause
// The passes of cosine and sine transforms compile, even on machines without a GPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <variant>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/kernels/fft/r2r_twin/r2r_cases.hpp"

namespace tobiuo::fft {
namespace {

/// Compiles every `step`-th transform of r2r_cases().
void expect_no_remark(const std::string& architecture, std::size_t step)
{
    const auto cases = test::r2r_cases();
    for (std::size_t at = 0; at < cases.size(); at += step) {
        for (const Step& pass : make_r2r_schedule(cases[at], {}).steps) {
            const auto what = specialise(std::get<PassStep>(pass).form, cases[at].precision);
            EXPECT_LT(what.identifier().size(), 200U) << what.identifier();
            const device::CompiledKernel compiled =
                device::compile(what, what.target(architecture));
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

TEST(FftR2rPasses, compile_in_a_sample_without_a_remark)
{
    expect_no_remark("sm_90", 5);
}

TEST(FftR2rPassesNightly, compile_without_a_remark)
{
    expect_no_remark("sm_80", 1);
    expect_no_remark("sm_100", 1);
}

}  // namespace
}  // namespace tobiuo::fft
