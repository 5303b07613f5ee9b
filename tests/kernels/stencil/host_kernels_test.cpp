// SPDX-License-Identifier: BSD-3-Clause
// Tests of the CPU kernels only: their numbers of threads, and the benchmark's reference values.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/reference_gosa.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::stencil {
namespace {

using test::swept;

constexpr std::uint64_t seed = 20080817;

template <typename Real>
class HostKernels : public ::testing::Test {
protected:
    static SweepRequest request(const Shape& shape)
    {
        return {.shape = shape, .precision = precision_of<Real>, .parameters = {}};
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(HostKernels, Reals);

TYPED_TEST(HostKernels, gosa_has_the_same_bits_for_every_number_of_threads)
{
    const Shape shape{30, 29, 263};  // enough work for four threads
    const auto source = himeno::random_source(shape, seed);
    const int usual = omp_get_max_threads();
    for (const SweepKind& kind : sweep_kinds()) {
        if (kind.backend == Backend::cpu) {
            omp_set_num_threads(1);
            const auto alone = swept<TypeParam>(kind, this->request(shape), *source, 12);
            for (const int threads : {2, 3, 64}) {
                omp_set_num_threads(threads);
                const auto together = swept<TypeParam>(kind, this->request(shape), *source, 12);
                EXPECT_TRUE(test::same_bits(alone.gosa, together.gosa))
                    << kind.name << " on " << threads;
                EXPECT_TRUE(test::same_bits(alone.p, together.p)) << kind.name << " on " << threads;
            }
        }
    }
    omp_set_num_threads(usual);
}

// All values of the table that are quick; the others are validation tests.
TYPED_TEST(HostKernels, reference_gosa_is_reproduced)
{
    const Precision precision = precision_of<TypeParam>;
    for (const test::ReferenceGosa& reference : test::reference_gosa) {
        if (test::is_quick(reference)) {
            SCOPED_TRACE(::testing::Message() << reference.preset << " after " << reference.sweeps);
            const SweepRequest request = this->request(reference.shape());
            const auto source = himeno::official_source(request.shape);
            const auto run = swept<TypeParam>(choose_kind(Backend::cpu, "auto", request), request,
                                              *source, reference.sweeps, 100);
            const double expected = reference.in(precision);
            EXPECT_NEAR(run.gosa.back(), expected, expected * test::seven_digits);
        }
    }
}

}  // namespace
}  // namespace tobiuo::stencil
