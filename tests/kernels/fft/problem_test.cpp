// SPDX-License-Identifier: BSD-3-Clause
// Problems: sizes, counts, their names, and each sentence that refuses one.
#include "kernels/fft/problem.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace tobiuo::fft {
namespace {

std::string refusal(const Problem& problem)
{
    try {
        validate(problem);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

Problem c2r(const std::vector<std::int64_t>& lengths)
{
    return {.lengths = lengths, .kind = Kind::c2r, .direction = Direction::inverse};
}

TEST(FftProblem, is_accepted_with_one_to_three_axes_of_any_length)
{
    EXPECT_EQ(refusal({.lengths = {1}}), "accepted");
    EXPECT_EQ(refusal({.lengths = {7, 1}, .direction = Direction::inverse}), "accepted");
    EXPECT_EQ(refusal({.lengths = {2, 3, 4}, .kind = Kind::r2c, .batch = 5}), "accepted");
    EXPECT_EQ(refusal(c2r({2, 3, 4})), "accepted");
    EXPECT_EQ(refusal({.lengths = {1LL << 59}}), "accepted") << "2^62 bytes";
}

TEST(FftProblem, is_refused_without_axes_or_with_four)
{
    EXPECT_EQ(refusal({}),
              "the transform has no axis (there is nothing to transform): give one to three "
              "lengths");
    EXPECT_EQ(refusal({.lengths = {2, 2, 2, 2}}),
              "the transform has 4 axes (at most three are supported): transform the others in a "
              "second problem");
}

TEST(FftProblem, is_refused_with_nothing_to_transform)
{
    EXPECT_EQ(refusal({.lengths = {4, 0}}),
              "length 1 of the transform is 0 (an axis has at least one point): give each axis a "
              "length of 1 or more");
    EXPECT_EQ(refusal({.lengths = {-3}}),
              "length 0 of the transform is -3 (an axis has at least one point): give each axis a "
              "length of 1 or more");
    EXPECT_EQ(refusal({.lengths = {4}, .batch = 0}),
              "the batch of the transform is 0 (there is nothing to transform): give 1 or more");
}

TEST(FftProblem, is_refused_in_the_direction_that_a_real_kind_does_not_have)
{
    EXPECT_EQ(refusal({.lengths = {4}, .kind = Kind::r2c, .direction = Direction::inverse}),
              "an inverse r2c transform was asked for (r2c is always forward): set the direction "
              "to forward, or use c2r to come back from a spectrum");
    EXPECT_EQ(refusal({.lengths = {4}, .kind = Kind::c2r}),
              "a forward c2r transform was asked for (c2r is always inverse): set the direction to "
              "inverse, or use r2c to transform real values");
}

TEST(FftProblem, is_refused_when_its_bytes_overflow_at_any_factor)
{
    const std::string too_large =
        "the transform needs 2^63 bytes or more (addresses have 64 bits): use shorter axes or a "
        "smaller batch";
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(refusal({.lengths = {1LL << 60}}), too_large);
    for (const Problem& problem :
         {Problem{.lengths = {most}}, Problem{.lengths = {most}, .kind = Kind::r2c},
          Problem{.lengths = {1LL << 32, 1LL << 32, 1LL << 32}},
          Problem{.lengths = {1LL << 30, 1LL << 30}, .batch = 8},
          Problem{.lengths = {1LL << 59}, .precision = Precision::fp64}}) {
        EXPECT_EQ(refusal(problem), too_large) << describe(problem);
    }
}

TEST(FftProblem, counts_the_bytes_of_each_end)
{
    Problem problem{.lengths = {3, 5, 7}, .batch = 2};
    EXPECT_EQ(points(problem), 105);
    EXPECT_EQ(spectrum_row(problem), 7);
    EXPECT_EQ(input_bytes(problem), 2 * 105 * 8);
    EXPECT_EQ(output_bytes(problem), 2 * 105 * 8);

    problem.kind = Kind::r2c;
    EXPECT_EQ(spectrum_row(problem), 4);
    EXPECT_EQ(input_bytes(problem), 2 * 15 * 4 * 8) << "in place rows are padded";
    EXPECT_EQ(output_bytes(problem), 2 * 15 * 4 * 8);
    problem.placement = Placement::out_of_place;
    EXPECT_EQ(input_bytes(problem), 2 * 15 * 7 * 4);
    EXPECT_EQ(output_bytes(problem), 2 * 15 * 4 * 8);

    problem.kind = Kind::c2r;
    problem.precision = Precision::fp64;
    EXPECT_EQ(input_bytes(problem), 2 * 15 * 4 * 16);
    EXPECT_EQ(output_bytes(problem), 2 * 15 * 7 * 8);
}

TEST(FftProblem, has_half_a_row_and_one_of_spectrum_for_even_and_odd_lengths)
{
    EXPECT_EQ(spectrum_row({.lengths = {9, 8}, .kind = Kind::r2c}), 5);
    EXPECT_EQ(spectrum_row({.lengths = {8, 9}, .kind = Kind::r2c}), 5);
    EXPECT_EQ(spectrum_row(c2r({1})), 1);
}

TEST(FftProblem, describes_itself)
{
    EXPECT_EQ(describe({.lengths = {512, 512, 512}, .kind = Kind::r2c}),
              "r2c 512x512x512 single, in place");
    EXPECT_EQ(describe({.lengths = {1024},
                        .direction = Direction::inverse,
                        .precision = Precision::fp64,
                        .placement = Placement::out_of_place,
                        .batch = 64}),
              "c2c 1024 double inverse, batch 64, out of place");
    EXPECT_EQ(describe(c2r({6, 4})), "c2r 6x4 single, in place");
}

TEST(FftProblem, counts_flops_as_everybody_does)
{
    EXPECT_DOUBLE_EQ(flops({.lengths = {1024}}), 5 * 1024 * 10);
    EXPECT_DOUBLE_EQ(flops({.lengths = {8, 16}, .kind = Kind::r2c, .batch = 3}), 3 * 2.5 * 128 * 7);
    EXPECT_DOUBLE_EQ(flops(c2r({64})), 2.5 * 64 * 6);
}

class FftArrays : public ::testing::Test {
protected:
    [[nodiscard]] std::string refusal(const void* in, const void* out) const
    {
        try {
            validate_arrays(problem_, in, out);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "accepted";
    }

    Problem problem_{.lengths = {6}, .kind = Kind::r2c, .placement = Placement::out_of_place};
    alignas(16) std::array<std::byte, 128> bytes_{};  // 24 of input, 32 of output
};

TEST_F(FftArrays, are_accepted_where_they_fit)
{
    EXPECT_EQ(refusal(bytes_.data(), bytes_.data() + 24), "accepted")
        << "input ends, output starts";
    EXPECT_EQ(refusal(bytes_.data() + 40, bytes_.data() + 8), "accepted");
    problem_.placement = Placement::in_place;
    EXPECT_EQ(refusal(bytes_.data() + 8, bytes_.data() + 8), "accepted");
}

TEST_F(FftArrays, are_refused_if_one_is_null)
{
    EXPECT_EQ(refusal(nullptr, bytes_.data()),
              "the input array of the transform is null (there is no data): pass an "
              "array of 24 bytes");
    EXPECT_EQ(refusal(bytes_.data(), nullptr),
              "the output array of the transform is null (there is no data): pass an "
              "array of 32 bytes");
}

TEST_F(FftArrays, are_refused_if_one_is_not_aligned_to_a_complex_number)
{
    EXPECT_EQ(refusal(bytes_.data() + 4, bytes_.data() + 64),
              "the input array of the transform is not aligned (it is read and "
              "written as complex numbers): start it at a multiple of 8 bytes");
    problem_.precision = Precision::fp64;
    EXPECT_EQ(refusal(bytes_.data(), bytes_.data() + 72),
              "the output array of the transform is not aligned (it is read and "
              "written as complex numbers): start it at a multiple of 16 bytes");
}

TEST_F(FftArrays, are_refused_out_of_place_if_they_overlap)
{
    const std::string overlap =
        "the arrays of the transform overlap (the output would destroy input that is "
        "still needed): pass disjoint arrays, or plan it in place";
    EXPECT_EQ(refusal(bytes_.data(), bytes_.data()), overlap);
    EXPECT_EQ(refusal(bytes_.data(), bytes_.data() + 16), overlap);
    EXPECT_EQ(refusal(bytes_.data() + 24, bytes_.data()), overlap) << "output is the longer one";
}

TEST_F(FftArrays, are_refused_in_place_if_they_differ)
{
    problem_.placement = Placement::in_place;
    EXPECT_EQ(refusal(bytes_.data(), bytes_.data() + 64),
              "the arrays of the transform differ (an in-place transform has one array): "
              "pass the same address twice, or plan it out of place");
}

}  // namespace
}  // namespace tobiuo::fft
