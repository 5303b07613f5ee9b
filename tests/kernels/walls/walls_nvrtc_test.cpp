// SPDX-License-Identifier: BSD-3-Clause
// The kernels of walls compile for every architecture, on machines without a GPU too.
#include <gtest/gtest.h>

#include <cstddef>

#include "kernels/walls/wall_item.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "tests/support/architectures.hpp"

namespace tobiuo::walls {
namespace {

class WallsNvrtc : public ::testing::TestWithParam<const char*> {};

TEST_P(WallsNvrtc, compile_without_a_remark)
{
    std::size_t number = 0;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const runtime::ItemKind& kind : {FindCurvature<float>::kind, Correct<float>::kind,
                                              AddShare<float>::kind, Multiply<float>::kind}) {
            if (!test::is_compiled_at_night(GetParam(), number++)) {
                continue;
            }
            const device::Specialisation what = runtime::item_kernel(kind, precision);
            const device::CompiledKernel compiled = device::compile(what, GetParam());
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Walls, WallsNvrtc, ::testing::Values("sm_80", "sm_90", "sm_100"));

}  // namespace
}  // namespace tobiuo::walls
