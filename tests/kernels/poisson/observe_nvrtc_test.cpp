// SPDX-License-Identifier: BSD-3-Clause
// The kernels that observe fields compile for every architecture, on machines without a GPU too.
#include <gtest/gtest.h>

#include <cstddef>

#include "kernels/poisson/coefficient_items.hpp"
#include "kernels/poisson/line_items.hpp"
#include "kernels/poisson/norm_items.hpp"
#include "kernels/poisson/stencil_item.hpp"
#include "kernels/poisson/value_items.hpp"
#include "kernels/walls/face_items.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "tests/support/architectures.hpp"

namespace tobiuo::poisson {
namespace {

class ObserveNvrtc : public ::testing::TestWithParam<const char*> {};

TEST_P(ObserveNvrtc, compile_without_a_remark)
{
    std::size_t number = 0;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const runtime::ItemKind& kind :
             {NormPiece<float>::kind, NormRow<float>::kind, ApplyStencil<float>::kind,
              SumLines<float>::kind, CompareValues<float>::kind, RoundValues<float>::kind,
              FoldLaneSums<float>::kind, CoefficientRoot<float>::kind,
              MeasureCoefficient<float>::kind, CoefficientWall<float>::kind,
              SumOfUnknowns<float>::kind, CoefficientResidual<float>::kind,
              MeasureDirection<float>::kind, MoveUnknowns<float>::kind,
              walls::GatherFace<float>::kind}) {
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

INSTANTIATE_TEST_SUITE_P(Observe, ObserveNvrtc, ::testing::Values("sm_80", "sm_90", "sm_100"));

}  // namespace
}  // namespace tobiuo::poisson
