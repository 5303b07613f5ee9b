// Every CUDA kernel against the host twin, bit by bit.
#include <gtest/gtest.h>

#include "kernels/stencil/march.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/device.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::stencil {
namespace {

using test::kind_called;
using test::swept;

constexpr std::uint64_t seed = 20081117;

template <typename Real>
class SweepOnDevice : public test::OnDevice {
protected:
    static SweepRequest request(const Shape& shape)
    {
        return {.shape = shape, .precision = test::precision_of<Real>, .parameters = {}};
    }

    /// All CUDA rows of the table, so that a new kernel is tested without a line here.
    static std::vector<SweepKind> cuda_rows()
    {
        std::vector<SweepKind> rows;
        for (const SweepKind& kind : sweep_kinds()) {
            if (kind.backend == Backend::cuda) {
                rows.push_back(kind);
            }
        }
        return rows;
    }

    static void expect_like_the_twin(const SweepKind& kind, const SweepRequest& wish,
                                     std::size_t sweeps)
    {
        const auto source = himeno::random_source(wish.shape, seed);
        const auto twin = swept<Real>(kind_called("twin"), request(wish.shape), *source, sweeps);
        const auto there = swept<Real>(kind, wish, *source, sweeps);
        EXPECT_TRUE(test::same_bits(there.p, twin.p));
        for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
            EXPECT_NEAR(there.gosa[sweep], twin.gosa[sweep],
                        twin.gosa[sweep] * test::reordered_sum(wish.shape.interior()))
                << "sweep " << sweep;
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SweepOnDevice, Reals);

TYPED_TEST(SweepOnDevice, has_the_bits_of_the_twin_at_awkward_sizes)
{
    for (const SweepKind& kind : this->cuda_rows()) {
        for (const Shape& shape : test::awkward_shapes) {
            SCOPED_TRACE(::testing::Message() << kind.name << " " << shape.ni << "x" << shape.nj
                                              << "x" << shape.nk << ", seed " << seed);
            this->expect_like_the_twin(kind, this->request(shape), 9);
        }
    }
}

TYPED_TEST(SweepOnDevice, has_the_bits_of_the_twin_for_every_value_of_every_parameter)
{
    const Shape shape{37, 19, 131};
    for (const SweepKind& kind : this->cuda_rows()) {
        for (const Parameter& parameter : kind.parameters) {
            for (const std::string_view choice : parameter.choices) {
                SCOPED_TRACE(::testing::Message()
                             << kind.name << " " << parameter.name << " = " << choice);
                SweepRequest request = this->request(shape);
                request.parameters[std::string{parameter.name}] = choice;
                this->expect_like_the_twin(kind, request, 4);
            }
        }
    }
}

TYPED_TEST(SweepOnDevice, gosa_has_the_same_bits_in_every_run)
{
    const Shape shape{67, 66, 130};
    const auto source = himeno::random_source(shape, seed);
    for (const SweepKind& kind : this->cuda_rows()) {
        const auto first = swept<TypeParam>(kind, this->request(shape), *source, 40, 40);
        const auto second = swept<TypeParam>(kind, this->request(shape), *source, 40, 3);
        EXPECT_EQ(first.gosa, second.gosa) << kind.name;
        EXPECT_TRUE(test::same_bits(first.p, second.p)) << kind.name;
    }
}

TYPED_TEST(SweepOnDevice, loading_again_starts_again)
{
    const Shape shape{9, 10, 70};
    const auto source = himeno::random_source(shape, seed);
    for (const SweepKind& kind : this->cuda_rows()) {
        const auto plan = kind.make(this->request(shape));
        std::vector<double> first(5);
        std::vector<double> second(5);
        plan->load(*source);
        plan->sweep_and_wait(first);
        plan->load(*source);
        plan->sweep_and_wait(second);
        EXPECT_EQ(first, second) << kind.name;
    }
}

TYPED_TEST(SweepOnDevice, reads_p_in_the_other_precision)
{
    const Shape shape{5, 6, 21};
    const auto source = himeno::random_source(shape, seed);
    for (const SweepKind& kind : this->cuda_rows()) {
        const auto plan = kind.make(this->request(shape));
        plan->load(*source);
        std::vector<TypeParam> same(static_cast<std::size_t>(2 * shape.plane()));
        std::vector<float> single(same.size());
        std::vector<double> twice(same.size());
        plan->read_pressure(3, 2, std::span<TypeParam>{same});
        plan->read_pressure(3, 2, std::span<float>{single});
        plan->read_pressure(3, 2, std::span<double>{twice});
        for (std::size_t n = 0; n < same.size(); ++n) {
            EXPECT_EQ(single[n], static_cast<float>(same[n]));
            EXPECT_EQ(twice[n], static_cast<double>(same[n]));
        }
    }
}

}  // namespace
}  // namespace tobiuo::stencil
