// SPDX-License-Identifier: BSD-3-Clause
// The larger reference values of gosa on the CPU: sweeps of seconds in a validation test, of
// minutes in a nightly one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/reference_gosa.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::himeno {
namespace {

struct Expectation {
    test::ReferenceGosa reference;
    Precision precision;
};

std::string name_of(const Expectation& expectation)
{
    return std::string{expectation.reference.preset} + "_after_" +
           std::to_string(expectation.reference.sweeps) +
           (expectation.precision == Precision::fp32 ? "_single" : "_double");
}

void PrintTo(const Expectation& expectation, std::ostream* out)  // NOLINT: GoogleTest's name
{
    *out << name_of(expectation);
}

class ReferenceGosa : public ::testing::TestWithParam<Expectation> {};

TEST_P(ReferenceGosa, is_reproduced_by_the_cpu_back_end)
{
    const auto& [reference, precision] = GetParam();
    const stencil::SweepRequest request{
        .shape = reference.shape(), .precision = precision, .parameters = {}};
    const stencil::SweepKind& kind = stencil::choose_kind(Backend::cpu, "auto", request);
    const std::int64_t memory = sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
    if (kind.footprint(request).host_bytes > memory) {
        GTEST_SKIP() << "needs " << kind.footprint(request).host_bytes << " bytes of memory";
    }
    const auto plan = kind.make(request);
    plan->load(*official_source(request.shape));
    std::vector<double> gosa(reference.sweeps);
    plan->sweep_and_wait(gosa);
    const double expected = reference.in(precision);
    EXPECT_NEAR(gosa.back(), expected, expected * test::seven_digits);
}

/// The longest sweeps run in single precision only; the test on a device has all of them.
bool is_too_long(const test::ReferenceGosa& reference, Precision precision)
{
    constexpr std::int64_t most_updates = 2'000'000'000;
    return precision == Precision::fp64 &&
           reference.shape().values() * static_cast<std::int64_t>(reference.sweeps) > most_updates;
}

/// Sizes of some seconds on two cores; larger ones are nightly.
bool is_short(const test::ReferenceGosa& reference)
{
    constexpr std::int64_t short_updates = 500'000'000;
    return reference.shape().values() * static_cast<std::int64_t>(reference.sweeps) <=
           short_updates;
}

std::vector<Expectation> larger_ones(bool short_ones)
{
    std::vector<Expectation> chosen;
    for (const test::ReferenceGosa& reference : test::reference_gosa) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            if (is_short(reference) == short_ones && !test::is_quick(reference) &&
                !is_too_long(reference, precision)) {
                chosen.push_back({.reference = reference, .precision = precision});
            }
        }
    }
    return chosen;
}

const auto name_of_case = [](const auto& info) { return name_of(info.param); };
INSTANTIATE_TEST_SUITE_P(Validation, ReferenceGosa, ::testing::ValuesIn(larger_ones(true)),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Nightly, ReferenceGosa, ::testing::ValuesIn(larger_ones(false)),
                         name_of_case);

}  // namespace
}  // namespace tobiuo::himeno
