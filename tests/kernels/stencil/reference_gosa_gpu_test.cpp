// SPDX-License-Identifier: BSD-3-Clause
// The benchmark's reference values are reproduced on the device, for all sizes.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/survey.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/device.hpp"
#include "tests/support/reference_gosa.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::stencil {
namespace {

class ReferenceGosaOnDevice : public test::OnDevice {};

TEST_F(ReferenceGosaOnDevice, is_reproduced_in_both_precisions)
{
    for (const test::ReferenceGosa& reference : test::reference_gosa) {
        const Shape shape = reference.shape();
        const auto source = himeno::official_source(shape);
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const SweepRequest request{.shape = shape, .precision = precision, .parameters = {}};
            const SweepKind& kind = choose_kind(Backend::cuda, "auto", request);
            if (kind.footprint(request).device_bytes > device::free_device_bytes(0)) {
                continue;
            }
            SCOPED_TRACE(::testing::Message()
                         << reference.preset << " after " << reference.sweeps
                         << (precision == Precision::fp32 ? " single" : " double"));
            const auto plan = kind.make(request);
            plan->load(*source);
            std::vector<double> gosa(reference.sweeps);
            plan->sweep_and_wait(gosa);
            const double expected = reference.in(precision);
            EXPECT_NEAR(gosa.back(), expected, expected * test::seven_digits);
        }
    }
}

}  // namespace
}  // namespace tobiuo::stencil
