// SPDX-License-Identifier: BSD-3-Clause
// Recurrences over columns on the host fulfil their equations between all edges, for every shift.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_twin.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_examples.hpp"
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_twins.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::toeplitz_form;
using test::ToeplitzExample;

TEST(TridiagonalDecay, keeps_what_is_lacking_to_one)
{
    for (const double loss : {1e-12, 1e-3, 0.5, 0.999}) {
        for (const int exponent : {0, 1, 7, 512}) {
            const double exact = -std::expm1(exponent * std::log1p(-loss));
            EXPECT_NEAR(power(Decay{loss}, exponent).loss, exact, 1e-14 * exact);
        }
    }
}

TEST(TridiagonalDecay, is_the_smaller_root)
{
    for (const double sigma : {1e-14, 1e-3, 1.0, 1e6}) {
        const Decay decay = decay_of(sigma, std::sqrt(discriminant(sigma)));
        const double r = decay.rest();

        // The roots fulfil (1 - r)^2 = sigma r.
        EXPECT_NEAR(decay.loss * decay.loss / sigma, r, 1e-9 + 1e-14);
    }
}

/// Expects that the data of an example solve its systems.
template <typename T>
void expect_solved(const ToeplitzExample<T>& example, bool with_level)
{
    for (int column = 0; column < 10; ++column) {
        SCOPED_TRACE(initialiser(example.form) + ", column " + std::to_string(column) +
                     (with_level ? " with level" : ""));
        EXPECT_LE(example.backward_error(column), 8.0);
    }
    if (with_level && are_level(example.form.first, example.form.last)) {
        EXPECT_NEAR(example.mean(0), 0.0, 64 * std::numeric_limits<T>::epsilon());
        EXPECT_NE(example.constant, T{});
    }
}

template <typename T>
void expect_rows_hold(Edge first, Edge last)
{
    for (const test::ToeplitzTwin<T>& twin : test::toeplitz_twins<T>(first, last)) {
        for (const bool with_level : {true, false}) {
            ToeplitzExample<T> example{twin.form, with_level};
            twin.solve(example.systems(example.data.data(), example.inner.data(),
                                       example.outer.data(), &example.constant));
            expect_solved(example, with_level);
        }
    }
}

template <typename T>
class TridiagonalToeplitz : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalToeplitz, Reals);

TYPED_TEST(TridiagonalToeplitz, holds_along_periodic_columns)
{
    expect_rows_hold<TypeParam>(Edge::periodic, Edge::periodic);
}

TYPED_TEST(TridiagonalToeplitz, holds_between_walls_beside_the_rows)
{
    expect_rows_hold<TypeParam>(Edge::even_half, Edge::even_half);
    expect_rows_hold<TypeParam>(Edge::even_half, Edge::odd_half);
    expect_rows_hold<TypeParam>(Edge::odd_half, Edge::even_half);
    expect_rows_hold<TypeParam>(Edge::odd_half, Edge::odd_half);
}

TYPED_TEST(TridiagonalToeplitz, holds_between_walls_on_rows)
{
    expect_rows_hold<TypeParam>(Edge::even_whole, Edge::even_whole);
    expect_rows_hold<TypeParam>(Edge::even_whole, Edge::odd_whole);
    expect_rows_hold<TypeParam>(Edge::odd_whole, Edge::even_whole);
    expect_rows_hold<TypeParam>(Edge::odd_whole, Edge::odd_whole);
}

TYPED_TEST(TridiagonalToeplitz, holds_along_unbounded_columns)
{
    expect_rows_hold<TypeParam>(Edge::unbounded, Edge::unbounded);
    expect_rows_hold<TypeParam>(Edge::even_half, Edge::unbounded);
    expect_rows_hold<TypeParam>(Edge::unbounded, Edge::even_whole);
    expect_rows_hold<TypeParam>(Edge::odd_half, Edge::unbounded);
    expect_rows_hold<TypeParam>(Edge::unbounded, Edge::odd_whole);
}

/// Modes on the faces of a box whose ten columns are five by two.
template <typename T>
struct ExampleFaces {
    int rows;
    std::vector<T> weight_x{0.5, -2.0, 1.5, 0.25, 3.0};
    std::vector<T> weight_y{-1.0, 0.75};
    std::vector<int> choice_x{0, 1, 0, 1, 1};
    std::vector<int> choice_y{1, 0};
    std::vector<T> beside_x[2];  // [z][y]
    std::vector<T> beside_y[2];  // [z][x]
    std::vector<T> beside_z[2];

    explicit ExampleFaces(int rows_of_columns) : rows{rows_of_columns}
    {
        for (int n = 0; n < 2; ++n) {
            for (int at = 0; at < 5 * rows; ++at) {
                beside_y[n].push_back(static_cast<T>(std::cos(3.0 * n + at)));
                beside_x[n].push_back(static_cast<T>(std::sin(2.0 * n + at * 0.7)));
            }
            for (int at = 0; at < 10; ++at) {
                beside_z[n].push_back(static_cast<T>(0.3 * n - std::cos(at)));
            }
            beside_x[n].resize(static_cast<std::size_t>(2 * rows));
        }
    }

    /// With faces across some axes only.
    [[nodiscard]] FaceModes<T> modes(bool x, bool y, bool z) const
    {
        FaceModes<T> made{.counts = {5, 2}};
        if (x) {
            made.weight[0] = weight_x.data();
            made.choice[0] = choice_x.data();
        }
        if (y) {
            made.weight[1] = weight_y.data();
            made.choice[1] = choice_y.data();
        }
        for (int n = 0; n < 2; ++n) {
            made.across[0][n] = x ? beside_x[n].data() : nullptr;
            made.across[1][n] = y ? beside_y[n].data() : nullptr;
        }
        made.below = z ? beside_z[0].data() : nullptr;
        made.above = z ? beside_z[1].data() : nullptr;
        return made;
    }

    [[nodiscard]] T expected(int column, int row, const FaceModes<T>& of) const
    {
        const auto x = static_cast<std::size_t>(column % 5);
        const auto y = static_cast<std::size_t>(column / 5);
        const auto z = static_cast<std::size_t>(row);
        T sum{};
        if (of.weight[0] != nullptr) {
            sum += weight_x[x] * beside_x[choice_x[x]][2 * z + y];
        }
        if (of.weight[1] != nullptr) {
            sum += weight_y[y] * beside_y[choice_y[y]][5 * z + x];
        }
        if (of.below != nullptr && row == 0) {
            sum += beside_z[0][static_cast<std::size_t>(column)];
        }
        if (of.above != nullptr && row == rows - 1) {
            sum += beside_z[1][static_cast<std::size_t>(column)];
        }
        return sum;
    }
};

template <typename T, ToeplitzForm form>
void expect_faces_added()
{
    constexpr ToeplitzForm adding = [] {
        ToeplitzForm made = form;
        made.adds_faces = true;
        return made;
    }();
    const ExampleFaces<T> faces{form.rows};
    for (const std::array<bool, 3>& across : {std::array{true, true, true},
                                              {true, true, false},
                                              {false, true, true},
                                              {true, false, false},
                                              {true, false, true}}) {
        const FaceModes<T> modes = faces.modes(across[0], across[1], across[2]);
        ToeplitzExample<T> example{form, false};
        std::vector<T> added = example.data;
        for (int row = 0; row < form.rows; ++row) {
            for (int column = 0; column < 10; ++column) {
                added[static_cast<std::size_t>(10 * row + column)] +=
                    faces.expected(column, row, modes);
            }
        }
        const auto systems = [&](const std::vector<T>& in, std::vector<T>& out) {
            ToeplitzSystems<T> made =
                example.systems(out.data(), example.inner.data(), example.outer.data(), nullptr);
            made.in = in.data();
            return made;
        };
        std::vector<T> expected(added.size());
        solve_toeplitz_on_host<form>(systems(added, expected));
        std::vector<T> found(added.size());
        ToeplitzSystems<T> with_faces = systems(example.data, found);
        with_faces.faces = modes;
        solve_toeplitz_on_host<adding>(with_faces);
        for (std::size_t column = 0; column < 10; ++column) {
            T largest{};
            T difference{};
            for (std::size_t at = column; at < found.size(); at += 10) {
                largest = std::max(largest, std::abs(expected[at]));
                difference = std::max(difference, std::abs(found[at] - expected[at]));
            }
            EXPECT_LE(difference, 16 * std::numeric_limits<T>::epsilon() * largest)
                << initialiser(adding) << ", column " << column;
        }
        EXPECT_EQ(example.data, example.right_side);
    }
}

TYPED_TEST(TridiagonalToeplitz, adds_modes_on_faces_to_right_hand_sides)
{
    using enum Edge;
    expect_faces_added<TypeParam, toeplitz_form(48, even_half, even_half, 4, 8)>();
    expect_faces_added<TypeParam, toeplitz_form(37, odd_half, even_half, 5, 16)>();
    expect_faces_added<TypeParam, toeplitz_form(41, even_half, odd_half, 5, 1)>();
    expect_faces_added<TypeParam, toeplitz_form(3, periodic, periodic, 3, 4)>();
    expect_faces_added<TypeParam, toeplitz_form(6, odd_whole, odd_whole, 1, 32)>();
}

TEST(TridiagonalToeplitzForm, begins_at_an_unbounded_edge)
{
    const ToeplitzForm form = toeplitz_form(8, Edge::even_half, Edge::unbounded, 1, 1);

    EXPECT_EQ(form.first, Edge::unbounded);
    EXPECT_EQ(form.last, Edge::even_half);
    EXPECT_TRUE(form.reversed);
}

TEST(TridiagonalToeplitzForm, begins_at_an_even_edge_if_the_other_one_is_odd)
{
    const ToeplitzForm form = toeplitz_form(8, Edge::odd_half, Edge::even_half, 1, 1);

    EXPECT_EQ(form.first, Edge::even_half);
    EXPECT_EQ(form.last, Edge::odd_half);
    EXPECT_TRUE(form.reversed);
    EXPECT_FALSE(toeplitz_form(8, Edge::odd_half, Edge::odd_half, 1, 1).reversed);
}

TEST(TridiagonalToeplitzForm, fits_the_registers_of_a_multiprocessor_or_is_refused)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const int rows : {1, 2, 3, 17, 64, 129, 500, 513, 1025, 4097, most_toeplitz_rows}) {
            const auto form = choose_toeplitz({.rows = rows,
                                               .step = 1000,
                                               .columns = 1000,
                                               .first = Edge::odd_half,
                                               .last = Edge::even_half},
                                              precision, {});
            ASSERT_TRUE(form) << rows;
            EXPECT_GE(form->last_values(), 1);
            EXPECT_LE(form->last_values(), form->values);
            EXPECT_LE(form->threads(), 1024);
            EXPECT_GE(form->threads(), 32);
            EXPECT_GE(form->min_blocks_per_sm, 1);
        }
        EXPECT_FALSE(choose_toeplitz({.rows = most_toeplitz_rows + 1}, precision, {}));
    }
}

TEST(TridiagonalToeplitzForm, leaves_no_second_wave_for_a_few_blocks)
{
    const fft::DeviceLimits limits;
    const auto form = choose_toeplitz({.rows = 129,
                                       .step = 129 * 136,
                                       .columns = 129 * 136,
                                       .first = Edge::even_whole,
                                       .last = Edge::even_whole},
                                      Precision::fp32, limits);
    ASSERT_TRUE(form);
    EXPECT_LE(form->tiles(), form->min_blocks_per_sm * limits.multiprocessors)
        << short_name(*form) << ": 17 rows a thread would need one more block here and there";
}

TEST(TridiagonalToeplitzForm, keeps_all_rows_in_registers)
{
    struct Columns {
        int rows;
        long long count;
        Edge edge;
        Precision precision;
        const char* form;
    };
    const long long many = 1 << 18;
    for (const Columns& columns :
         {Columns{513, many, Edge::even_whole, Precision::fp32, "8x32"},  // nine warps are too many
          Columns{513, many, Edge::even_whole, Precision::fp64, "11x16"},
          Columns{257, 1 << 16, Edge::even_whole, Precision::fp64, "8x32"},
          Columns{1200, many, Edge::odd_half, Precision::fp64, "25x8"},
          Columns{127, 128 * 127, Edge::odd_whole, Precision::fp32, "7x32"},
          Columns{127, 128 * 127, Edge::odd_whole, Precision::fp64, "4x16"}}) {
        const auto form = choose_toeplitz({.rows = columns.rows,
                                           .step = columns.count,
                                           .columns = columns.count,
                                           .first = columns.edge,
                                           .last = columns.edge},
                                          columns.precision, fft::DeviceLimits{});
        ASSERT_TRUE(form);
        EXPECT_EQ(short_name(*form), std::to_string(columns.rows) + " rows by recurrences, " +
                                         columns.form + " threads");
        device::Specialisation what = specialise(*form, columns.precision);
        what.options.emplace_back("--ptxas-options=-v");
        EXPECT_THAT(device::compile(what, "sm_90").log,
                    ::testing::HasSubstr("0 bytes spill stores, 0 bytes spill loads"));
    }
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        auto form = choose_toeplitz({.rows = 512,
                                     .step = many,
                                     .columns = many,
                                     .first = Edge::odd_half,
                                     .last = Edge::odd_half},
                                    precision, fft::DeviceLimits{});
        ASSERT_TRUE(form);
        form->adds_faces = true;
        device::Specialisation what = specialise(*form, precision);
        what.options.emplace_back("--ptxas-options=-v");
        EXPECT_THAT(device::compile(what, "sm_90").log,
                    ::testing::HasSubstr("0 bytes spill stores, 0 bytes spill loads"));
    }
}

TEST(TridiagonalToeplitzForm, compiles_without_a_gpu)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const Edge edge :
             {Edge::periodic, Edge::odd_half, Edge::even_whole, Edge::unbounded}) {
            const auto form =
                choose_toeplitz({.rows = edge == Edge::odd_half ? most_toeplitz_rows : 100,
                                 .step = 1024,
                                 .columns = 1024,
                                 .first = edge,
                                 .last = edge},
                                precision, {});
            const device::Specialisation what = specialise(*form, precision);
            SCOPED_TRACE(what.identifier());
            EXPECT_FALSE(device::compile(what, "sm_90").image.empty());
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
