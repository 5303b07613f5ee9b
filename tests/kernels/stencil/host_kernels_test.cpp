// The CPU kernels against their twin and against the benchmark's reference values.
#include <gtest/gtest.h>
#include <omp.h>

#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/presets.hpp"
#include "tests/support/reference_gosa.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::stencil {
namespace {

using test::kind_called;
using test::swept;

constexpr std::uint64_t seed = 20080817;

template <typename Real>
class HostKernels : public ::testing::Test {
protected:
    static SweepRequest request(const Shape& shape)
    {
        return {.shape = shape, .precision = test::precision_of<Real>, .parameters = {}};
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(HostKernels, Reals);

TYPED_TEST(HostKernels, blocked_gives_the_bits_of_the_twin_at_awkward_sizes)
{
    for (const Shape& shape : test::awkward_shapes) {
        for (const char* stores : {"cached", "streaming"}) {
            SCOPED_TRACE(::testing::Message() << shape.ni << "x" << shape.nj << "x" << shape.nk
                                              << " " << stores << ", seed " << seed);
            const auto source = himeno::random_source(shape, seed);
            auto request = this->request(shape);
            const auto twin = swept<TypeParam>(kind_called("twin"), request, *source, 9);
            request.parameters["stores"] = stores;
            const auto blocked = swept<TypeParam>(kind_called("blocked"), request, *source, 9);
            EXPECT_TRUE(test::same_bits(blocked.p, twin.p));
            for (std::size_t sweep = 0; sweep < twin.gosa.size(); ++sweep) {
                EXPECT_NEAR(blocked.gosa[sweep], twin.gosa[sweep],
                            twin.gosa[sweep] * test::reordered_sum(shape.interior()));
            }
        }
    }
}

TYPED_TEST(HostKernels, gosa_has_the_same_bits_for_every_number_of_threads_and_batches)
{
    const Shape shape{20, 19, 131};
    const auto source = himeno::random_source(shape, seed);
    const int threads = omp_get_max_threads();
    for (const char* kernel : {"blocked", "twin"}) {
        omp_set_num_threads(1);
        const auto alone =
            swept<TypeParam>(kind_called(kernel), this->request(shape), *source, 12, 12);
        omp_set_num_threads(5);
        const auto together =
            swept<TypeParam>(kind_called(kernel), this->request(shape), *source, 12, 1);
        omp_set_num_threads(threads);
        EXPECT_EQ(alone.gosa, together.gosa) << kernel;
        EXPECT_TRUE(test::same_bits(alone.p, together.p)) << kernel;
    }
}

TYPED_TEST(HostKernels, boundary_keeps_its_values)
{
    const Shape shape{6, 7, 21};
    const auto source = himeno::random_source(shape, seed);
    std::vector<TypeParam> before(static_cast<std::size_t>(shape.values()));
    source->planes(Array::p, 0, shape.ni, std::span<TypeParam>{before});
    for (const char* kernel : {"blocked", "twin"}) {
        const auto after = swept<TypeParam>(kind_called(kernel), this->request(shape), *source, 5);
        for (std::int64_t i = 0; i < shape.ni; ++i) {
            for (std::int64_t j = 0; j < shape.nj; ++j) {
                for (std::int64_t k = 0; k < shape.nk; ++k) {
                    const bool inside = i % (shape.ni - 1) != 0 && j % (shape.nj - 1) != 0 &&
                                        k % (shape.nk - 1) != 0;
                    const auto at = static_cast<std::size_t>(i * shape.plane() + j * shape.nk + k);
                    if (!inside) {
                        EXPECT_EQ(after.p[at], before[at]) << kernel << " at " << at;
                    }
                }
            }
        }
    }
}

// With the official data p depends on i alone, so the first residual is 1 / (3 (ni - 1)^2) at
// every interior point: gosa = interior / (9 (ni - 1)^4) exactly.
TYPED_TEST(HostKernels, first_gosa_is_the_closed_form)
{
    const Shape shape{16, 12, 40};
    const auto source = himeno::official_source(shape);
    const auto once = swept<TypeParam>(kind_called("blocked"), this->request(shape), *source, 1);
    const double last = 15.0;
    const double expected =
        static_cast<double>(shape.interior()) / (9.0 * last * last * last * last);
    const double rounding = 1e3 * std::numeric_limits<TypeParam>::epsilon();
    EXPECT_NEAR(once.gosa[0], expected, expected * rounding);
}

TYPED_TEST(HostKernels, reads_p_in_the_other_precision)
{
    const Shape shape{4, 5, 19};
    const auto source = himeno::random_source(shape, seed);
    for (const char* kernel : {"blocked", "twin"}) {
        const auto plan = kind_called(kernel).make(this->request(shape));
        plan->load(*source);
        std::vector<TypeParam> same(static_cast<std::size_t>(2 * shape.plane()));
        std::vector<float> single(same.size());
        std::vector<double> twice(same.size());
        plan->read_pressure(1, 2, std::span<TypeParam>{same});
        plan->read_pressure(1, 2, std::span<float>{single});
        plan->read_pressure(1, 2, std::span<double>{twice});
        for (std::size_t n = 0; n < same.size(); ++n) {
            EXPECT_EQ(single[n], static_cast<float>(same[n]));
            EXPECT_EQ(twice[n], static_cast<double>(same[n]));
        }
    }
}

// Every value of the table that takes seconds on two cores; the larger ones are validation tests.
TYPED_TEST(HostKernels, reference_gosa_is_reproduced)
{
    for (const test::ReferenceGosa& reference : test::reference_gosa) {
        const auto preset = himeno::find_preset(reference.preset).value();
        if (preset.shape.values() * static_cast<std::int64_t>(reference.sweeps) > 300'000'000) {
            continue;
        }
        SCOPED_TRACE(::testing::Message() << reference.preset << " after " << reference.sweeps);
        const auto source = himeno::official_source(preset.shape);
        const auto run = swept<TypeParam>(kind_called("blocked"), this->request(preset.shape),
                                          *source, reference.sweeps, 100);
        const double expected =
            sizeof(TypeParam) == 4 ? reference.single_precision : reference.double_precision;
        EXPECT_NEAR(run.gosa.back(), expected, expected * test::seven_digits);
    }
}

}  // namespace
}  // namespace tobiuo::stencil
