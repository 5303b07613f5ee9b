// SPDX-License-Identifier: BSD-3-Clause
// The viscosity of eddies against the formulas of the papers, with plain gradients.
#include "kernels/flow/eddy_items.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/flow/plain_stage.hpp"
#include "tests/kernels/flow/eddy_example.hpp"

namespace tobiuo::flow {
namespace {

class FlowEddyItems : public ::testing::TestWithParam<ExampleShape> {};

template <typename T>
void expect_the_formulas(const ExampleShape& shape)
{
    const EddyExample<T> example{shape};
    for (const EddyForm form : eddy_forms) {
        std::vector<T> found(static_cast<std::size_t>(example.box().points()));
        const FindViscosity<T> item = example.item(form, found.data());
        for (long long n = 0; n < example.box().points(); ++n) {
            item(n);
        }
        expect_eddies(found, example.expected(form));
    }
}

TEST_P(FlowEddyItems, are_the_formulas_of_the_papers)
{
    expect_the_formulas<double>(GetParam());
    expect_the_formulas<float>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(, FlowEddyItems, ::testing::ValuesIn(example_shapes()),
                         [](const auto& shape) { return shape.param.name(); });

constexpr float squares[3] = {0.1F, 0.2F, 0.3F};  // of widths

/// In pure shear exactly.
TEST(FlowEddyRates, of_wale_and_vreman_are_zero_in_pure_shear)
{
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            CellGradient<float> shear{};
            shear.of[a][b] = a == b ? 0.0F : 0.7F;
            const EddyRate<float> rate{shear};
            EXPECT_EQ(rate.wale(), 0.0F);
            EXPECT_EQ(rate.vreman(squares), 0.0F);
        }
    }
}

/// Powers of gradients do not leave the range of single precision.
TEST(FlowEddyRates, are_proportional_to_the_gradient)
{
    const float g[3][3] = {{0.4F, 1.1F, -0.3F}, {0.2F, -0.7F, 0.9F}, {-0.5F, 0.6F, 0.3F}};
    const auto rate_of = [&](float scale) {
        CellGradient<float> gradient{};
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                gradient.of[a][b] = scale * g[a][b];
            }
        }
        return EddyRate<float>{gradient};
    };
    for (const float scale : {1e-30F, 1e30F}) {
        EXPECT_NEAR(rate_of(scale).wale() / scale, rate_of(1.0F).wale(), 1e-5F);
        EXPECT_NEAR(rate_of(scale).vreman(squares) / scale, rate_of(1.0F).vreman(squares), 1e-5F);
        EXPECT_NEAR(rate_of(scale).smagorinsky() / scale, rate_of(1.0F).smagorinsky(), 1e-5F);
    }
}

}  // namespace
}  // namespace tobiuo::flow
