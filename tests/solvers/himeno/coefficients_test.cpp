// SPDX-License-Identifier: BSD-3-Clause
// The sources of Himeno data: official values, seeds, arrays in memory.
#include "solvers/himeno/coefficients.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::himeno {
namespace {

using stencil::Array;
using stencil::Shape;

template <typename Real>
std::vector<Real> all_of(const stencil::ArraySource& source, Array array, const Shape& shape)
{
    std::vector<Real> values(static_cast<std::size_t>(shape.values()));
    source.planes(array, 0, shape.ni, std::span<Real>{values});
    return values;
}

constexpr Shape shape{5, 4, 7};

TEST(OfficialSource, has_the_benchmarks_values)
{
    const auto source = official_source(shape);
    for (const Array array : {Array::a0, Array::a1, Array::a2, Array::c0, Array::bnd}) {
        EXPECT_EQ(all_of<float>(*source, array, shape), std::vector<float>(140, 1.0F));
    }
    EXPECT_EQ(all_of<float>(*source, Array::a3, shape), std::vector<float>(140, 1.0F / 6.0F));
    for (const Array array : {Array::b0, Array::b1, Array::b2, Array::wrk1}) {
        EXPECT_EQ(all_of<double>(*source, array, shape), std::vector<double>(140, 0.0));
    }
    const auto p = all_of<double>(*source, Array::p, shape);
    EXPECT_EQ(p[0], 0.0);
    EXPECT_EQ(p[2 * 28 + 3], 0.25);
    EXPECT_EQ(p[139], 1.0);
}

TEST(RandomSource, a_plane_does_not_depend_on_how_it_is_asked_for)
{
    const auto source = random_source(shape, 42);
    const auto whole = all_of<float>(*source, Array::b1, shape);
    std::vector<float> one(28);
    source->planes(Array::b1, 3, 1, std::span<float>{one});
    EXPECT_TRUE(std::equal(one.begin(), one.end(), whole.begin() + 3 * 28));
}

TEST(RandomSource, seeds_and_arrays_differ)
{
    const auto source = random_source(shape, 1);
    EXPECT_NE(all_of<float>(*source, Array::a0, shape), all_of<float>(*source, Array::a1, shape));
    EXPECT_NE(all_of<float>(*source, Array::a0, shape),
              all_of<float>(*random_source(shape, 2), Array::a0, shape));
}

TEST(RandomSource, exercises_every_term_and_contracts)
{
    const Shape larger{20, 20, 20};
    const auto source = random_source(larger, 3);
    std::array<double, 12> most{};
    for (std::size_t m = 0; m < 12; ++m) {
        for (const double value : all_of<double>(*source, static_cast<Array>(m), larger)) {
            most.at(m) = std::max(most.at(m), std::abs(value));
        }
        EXPECT_GT(most.at(m), 0.0) << stencil::array_names.at(m);
    }
    const double sum = most[0] + most[1] + most[2] + 4.0 * (most[4] + most[5] + most[6]) + most[7] +
                       most[8] + most[9];
    EXPECT_LT(sum * most[3], 1.0);
    const auto mask = all_of<double>(*source, Array::bnd, larger);
    const auto open = std::count(mask.begin(), mask.end(), 1.0);
    const auto shut = std::count(mask.begin(), mask.end(), 0.0);
    EXPECT_EQ(open + shut, 8000);
    EXPECT_NEAR(static_cast<double>(shut), 500.0, 100.0);
}

TEST(MemorySource, gives_back_what_it_was_given_in_either_precision)
{
    std::array<std::vector<double>, 13> arrays;
    for (std::size_t m = 0; m < 13; ++m) {
        arrays.at(m).assign(140, 0.1 * static_cast<double>(m));
    }
    const auto source = memory_source(shape, arrays);
    EXPECT_EQ(all_of<double>(*source, Array::p, shape), arrays[12]);
    EXPECT_EQ(all_of<float>(*source, Array::c2, shape),
              std::vector<float>(140, static_cast<float>(0.1 * 9.0)));
}

TEST(MemorySource, names_the_array_of_the_wrong_size)
{
    std::array<std::vector<float>, 13> arrays;
    arrays.fill(std::vector<float>(140));
    arrays[4].pop_back();
    try {
        static_cast<void>(memory_source(shape, arrays));
        FAIL() << "accepted";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "array 'b0' has 139 values, the grid has 140");
    }
}

}  // namespace
}  // namespace tobiuo::himeno
