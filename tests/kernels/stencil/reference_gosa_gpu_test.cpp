// The benchmark's reference values on the device, all sizes.
#include <gtest/gtest.h>

#include "kernels/device/survey.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/presets.hpp"
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
        const Shape shape = himeno::find_preset(reference.preset).value().shape;
        const auto source = himeno::official_source(shape);
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const SweepRequest request{.shape = shape, .precision = precision, .parameters = {}};
            const SweepKind& kind = choose_kind(Backend::cuda, "auto", request);
            if (kind.footprint(request).device_bytes > device::free_device_bytes(0)) {
                continue;
            }
            const bool single = precision == Precision::fp32;
            SCOPED_TRACE(::testing::Message() << reference.preset << " after " << reference.sweeps
                                              << (single ? " single" : " double"));
            const auto plan = kind.make(request);
            plan->load(*source);
            std::vector<double> gosa(reference.sweeps);
            plan->sweep_and_wait(gosa);
            const double expected =
                single ? reference.single_precision : reference.double_precision;
            EXPECT_NEAR(gosa.back(), expected, expected * test::seven_digits);
        }
    }
}

}  // namespace
}  // namespace tobiuo::stencil
