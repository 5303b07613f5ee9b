// The larger reference values of gosa on the CPU: minutes of sweeps, so a validation test.
#include <gtest/gtest.h>
#include <unistd.h>

#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/presets.hpp"
#include "tests/support/reference_gosa.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::himeno {
namespace {

class ReferenceGosa : public ::testing::TestWithParam<test::ReferenceGosa> {};

TEST_P(ReferenceGosa, is_reproduced_by_the_cpu_back_end)
{
    const stencil::Shape shape = find_preset(GetParam().preset).value().shape;
    const stencil::SweepRequest request{.shape = shape, .parameters = {}};
    const stencil::SweepKind& kind = stencil::choose_kind(Backend::cpu, "auto", request);
    const std::int64_t memory = sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
    if (kind.footprint(request).host_bytes > memory) {
        GTEST_SKIP() << "needs " << kind.footprint(request).host_bytes << " bytes of memory";
    }
    const auto plan = kind.make(request);
    plan->load(*official_source(shape));
    std::vector<double> gosa(GetParam().sweeps);
    plan->sweep_and_wait(gosa);
    EXPECT_NEAR(gosa.back(), GetParam().single_precision,
                GetParam().single_precision * test::seven_digits);
}

std::vector<test::ReferenceGosa> larger_ones()
{
    std::vector<test::ReferenceGosa> chosen;
    for (const test::ReferenceGosa& reference : test::reference_gosa) {
        const stencil::Shape shape = find_preset(reference.preset).value().shape;
        if (shape.values() * static_cast<std::int64_t>(reference.sweeps) > 300'000'000) {
            chosen.push_back(reference);
        }
    }
    return chosen;
}

INSTANTIATE_TEST_SUITE_P(Validation, ReferenceGosa, ::testing::ValuesIn(larger_ones()),
                         [](const auto& info) {
                             return std::string{info.param.preset} + "_after_" +
                                    std::to_string(info.param.sweeps);
                         });

}  // namespace
}  // namespace tobiuo::himeno
