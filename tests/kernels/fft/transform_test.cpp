// SPDX-License-Identifier: BSD-3-Clause
// A user's transform: its defaults, what it becomes, and each sentence that refuses one.
#include "kernels/fft/transform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/fft.hpp>

namespace tobiuo::fft {
namespace {

using ::testing::StartsWith;

std::string refusal(const Transform& transform)
{
    return unsupported_reason(transform, Backend::cpu).value_or("accepted");
}

TEST(FftTransform, is_double_precision_in_place_unless_told)
{
    const Problem problem = problem_of({.extents = {8}});

    EXPECT_EQ(problem.precision, Precision::fp64);
    EXPECT_EQ(problem.placement, Placement::in_place);
    EXPECT_EQ(problem.direction, Direction::forward);
    EXPECT_EQ(problem.batch, 1);
}

TEST(FftTransform, has_its_slowest_axis_first_in_the_engine)
{
    EXPECT_EQ(problem_of({.extents = {4, 5, 6}}).lengths, (std::vector<std::int64_t>{6, 5, 4}));
    EXPECT_EQ(problem_of({.extents = {4, 5}}).lengths, (std::vector<std::int64_t>{5, 4}));
    EXPECT_EQ(problem_of({.extents = {.x = 4}}).lengths, (std::vector<std::int64_t>{4}));
    EXPECT_EQ(problem_of({.extents = {.z = 4}}).lengths, (std::vector<std::int64_t>{4, 1, 1}));
    EXPECT_EQ(problem_of({.extents = {}}).lengths, (std::vector<std::int64_t>{1}));
}

TEST(FftTransform, has_the_direction_that_its_kind_implies)
{
    EXPECT_EQ(problem_of({.extents = {8}, .kind = Kind::r2c}).direction, Direction::forward);
    EXPECT_EQ(problem_of({.extents = {8}, .kind = Kind::c2r}).direction, Direction::inverse);
    EXPECT_EQ(problem_of({.extents = {8}, .direction = Direction::inverse}).direction,
              Direction::inverse);
}

TEST(FftTransform, is_accepted_on_the_cpu_with_any_points_and_the_right_direction)
{
    EXPECT_EQ(refusal({.extents = {}}), "accepted");
    EXPECT_EQ(refusal({.extents = {7, 1, 97}, .kind = Kind::c2r}), "accepted");
    EXPECT_EQ(refusal({.extents = {4}, .kind = Kind::c2r, .direction = Direction::inverse}),
              "accepted");
    EXPECT_EQ(refusal({.extents = {4}, .kind = Kind::r2c, .direction = Direction::forward}),
              "accepted");
}

TEST(FftTransform, is_refused_with_the_axis_that_has_no_points)
{
    EXPECT_EQ(refusal({.extents = {4, 0, 8}}),
              "the transform has 0 points along y (an axis has at least one): give 1 or more");
    EXPECT_EQ(refusal({.extents = {.z = -2}}),
              "the transform has -2 points along z (an axis has at least one): give 1 or more");
    EXPECT_EQ(refusal({.extents = {4}, .batch = 0}),
              "the batch of the transform is 0 (there is nothing to transform): give 1 or more");
    EXPECT_THAT(refusal({.extents = {1LL << 30, 1LL << 30}, .batch = 8}),
                StartsWith("the transform needs 2^63 bytes or more"));
}

TEST(FftTransform, is_refused_in_a_direction_that_contradicts_its_kind)
{
    EXPECT_THAT(refusal({.extents = {4}, .kind = Kind::c2r, .direction = Direction::forward}),
                StartsWith("a forward c2r transform was asked for (c2r is always inverse): "));
    EXPECT_THAT(refusal({.extents = {4}, .kind = Kind::r2c, .direction = Direction::inverse}),
                StartsWith("an inverse r2c transform was asked for (r2c is always forward): "));
}

TEST(FftTransform, is_refused_where_there_is_no_gpu)
{
    const auto no_gpu = unsupported_reason(Backend::cuda);
    if (!no_gpu) {
        GTEST_SKIP() << "there is one";
    }
    const std::string sentence =
        "no transform runs on a GPU here (" + *no_gpu + "): choose Backend::cpu";

    EXPECT_EQ(unsupported_reason(Transform{.extents = {8}}, Backend::cuda), sentence);
    EXPECT_EQ(pointwise_unsupported_reason({.extents = {8}}),
              "no function between transforms runs on a GPU here (" + *no_gpu +
                  "): apply it between two plans on the CPU");
}

TEST(FftTransform, is_refused_with_a_function_unless_it_is_a_way_there)
{
    EXPECT_THAT(pointwise_unsupported_reason({.extents = {8}, .kind = Kind::c2r}).value_or(""),
                StartsWith("a function between transforms was asked for in a c2r transform"));
    EXPECT_THAT(pointwise_unsupported_reason({.extents = {8}, .direction = Direction::inverse})
                    .value_or(""),
                StartsWith("a function between transforms was asked for in an inverse transform"));
}

TEST(FftTransform, counts_the_bytes_of_its_arrays)
{
    Transform transform{.extents = {7, 5, 3}, .kind = Kind::r2c, .batch = 2};
    EXPECT_EQ(input_bytes(transform), 2 * 15 * 4 * 16) << "in place rows are padded";
    EXPECT_EQ(output_bytes(transform), 2 * 15 * 4 * 16);
    transform.placement = Placement::out_of_place;
    EXPECT_EQ(input_bytes(transform), 2 * 15 * 7 * 8);
    EXPECT_EQ(output_bytes(transform), 2 * 15 * 4 * 16);
}

TEST(FftTransform, describes_itself_with_x_first)
{
    EXPECT_EQ(describe(Transform{.extents = {512, 256, 128}, .kind = Kind::r2c}),
              "r2c 512x256x128 double, in place");
    EXPECT_EQ(describe(Transform{.extents = {64, 48},
                                 .direction = Direction::inverse,
                                 .precision = Precision::fp32,
                                 .placement = Placement::out_of_place,
                                 .batch = 3}),
              "c2c 64x48 single inverse, batch 3, out of place");
    EXPECT_EQ(describe(Transform{.extents = {1, 1, 5}}), "c2c 1x1x5 double, in place");
}

}  // namespace
}  // namespace tobiuo::fft
