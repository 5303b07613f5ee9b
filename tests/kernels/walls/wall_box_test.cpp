// SPDX-License-Identifier: BSD-3-Clause
// The walls of a box on the host: each unknown is corrected once, by what its walls are held at.
#include "kernels/walls/wall_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tests/kernels/walls/wall_example.hpp"

namespace tobiuo::walls {
namespace {

using Example = WallExample<double>;

/// What all walls take from the unknown (x, y, z), straight from the definition of Face.
double taken(const Example& example, const std::array<long long, 3>& here)
{
    const auto f_at = [&](const std::array<long long, 3>& at) {
        return example.f.at(static_cast<std::size_t>((at[2] * 4 + at[1]) * 5 + at[0]));
    };
    double sum = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t faster = axis == 0 ? 1 : 0;
        const std::size_t slower = axis == 2 ? 1 : 2;
        for (std::size_t end = 0; end < 2; ++end) {
            const std::size_t face = 2 * axis + end;
            const Face& wall = example.box.faces[face];
            const long long last = example.box.counts[axis] - 1;
            const long long row = end == 0 ? here.at(axis) : last - here.at(axis);
            if (row >= wall.rows) {
                continue;
            }
            const auto g = [&](long long i, long long j) {
                const long long columns = example.box.counts[faster];
                const auto& values = example.values.at(face);
                return values.empty() ? example.given.of[face].constant
                                      : values.at(static_cast<std::size_t>(j * columns + i));
            };
            const long long i = here.at(faster);
            const long long j = here.at(slower);
            double v = -example.box.lambda * g(i, j);
            for (int n = 0; n < extrapolation_points; ++n) {
                std::array<long long, 3> inside = here;
                inside.at(axis) = end == 0 ? n : last - n;
                v += wall.extrapolation[n] * f_at(inside);
            }
            // Three points around each, moved inside at the ends of x and z, around those of y.
            const auto neighbour = [&](std::size_t along, long long at, int n) {
                const long long count = example.box.counts[along];
                if (along == 1) {
                    return (at - 1 + n + count) % count;
                }
                return std::min(std::max(at - 1, 0LL), count - 3) + n;
            };
            const bool varies = !example.values.at(face).empty();
            for (int n = 0; varies && n < 3; ++n) {
                const auto weight = [&](std::size_t along, long long at) {
                    return example.weights.at(along).at(
                        static_cast<std::size_t>(at * difference_points + n));
                };
                v -= weight(faster, i) * g(neighbour(faster, i, n), j);
                v -= weight(slower, j) * g(i, neighbour(slower, j, n));
            }
            sum += wall.by_value[row] * g(i, j) + wall.by_curvature[row] * v;
        }
    }
    return sum;
}

void expect_the_definition(const Example& example)
{
    const std::vector<double> result = example.corrected(1);
    for (long long z = 0; z < 3; ++z) {
        for (long long y = 0; y < 4; ++y) {
            for (long long x = 0; x < 5; ++x) {
                const auto at = static_cast<std::size_t>((z * 4 + y) * 5 + x);
                EXPECT_NEAR(result[at], example.f[at] - taken(example, {x, y, z}), 1e-12)
                    << x << " " << y << " " << z;
            }
        }
    }
}

TEST(Walls, take_what_their_definition_says_from_one_row_and_from_two)
{
    expect_the_definition(Example{1});
    expect_the_definition(Example{2});
}

TEST(Walls, constants_have_no_curvature_along_their_face)
{
    Example example{2};
    for (const std::size_t face : {0U, 3U, 4U}) {
        example.values.at(face).clear();
        example.given.of[face] = {.values = nullptr, .constant = 0.3};
    }
    expect_the_definition(example);
}

TEST(Walls, faces_at_zero_change_only_what_their_curvature_enters)
{
    for (const int rows : {1, 2}) {
        Example example{rows};
        example.values = {};
        example.given = {};
        EXPECT_EQ(only_changing(example.box, example.given).points, rows == 1 ? 0 : 2 * 47);
        EXPECT_EQ(example.corrected(1) == example.f, rows == 1);
    }
    // A box of which one face is not zero.
    Example one{1};
    one.values = {};
    one.given = {};
    one.given.of[3] = {.values = nullptr, .constant = 2.0};
    EXPECT_EQ(only_changing(one.box, one.given).points, 15);
    expect_the_definition(one);
}

TEST(Walls, are_the_same_on_any_number_of_threads)
{
    const Example example{2};
    EXPECT_EQ(example.corrected(4), example.corrected(1));
}

/// Corrects planes of the example from `first` on as a rank that has no others. It has all values on
/// the faces across x and y, or those beside its planes only.
std::vector<double> corrected_planes(const Example& example, long long first, long long count,
                                     bool all_values)
{
    constexpr long long plane = 20;
    const auto begin = example.f.begin() + first * plane;
    std::vector<double> f(begin, begin + count * plane);
    std::vector<double> upper;
    for (long long z = 2; z >= 0; --z) {
        upper.insert(upper.end(), example.f.begin() + z * plane,
                     example.f.begin() + (z + 1) * plane);
    }
    GivenFaces<double> given = example.given;
    given.first_plane = all_values ? 0 : first;
    for (int face = 0; face < 4 && !all_values; ++face) {
        given.of[face].values += first * example.box.counts[faster_axis(face / 2)];
    }
    const Box box = only_changing(with_planes(example.box, first, count), given);
    std::vector<double> curvatures(static_cast<std::size_t>(box.points));
    correct<double>({.box = box,
                     .given = given,
                     .f = f.data(),
                     .curvatures = curvatures.data(),
                     .beside = {example.f.data(), upper.data()}},
                    *runtime::make_host_machine(1));
    return f;
}

TEST(Walls, take_from_some_planes_what_they_take_from_all)
{
    for (const int rows : {1, 2}) {
        const Example example{rows};
        const std::vector<double> expected = example.corrected(1);
        for (long long first = 0; first < 3; ++first) {
            for (long long count = 1; first + count <= 3; ++count) {
                const auto begin = expected.begin() + first * 20;
                EXPECT_EQ(corrected_planes(example, first, count, rows == 2),
                          std::vector<double>(begin, begin + count * 20))
                    << count << " planes from " << first << " on";
            }
        }
    }
}

TEST(Walls, across_z_are_beside_as_many_planes_as_they_have_rows)
{
    Box box = Example{2}.box;
    box.counts[2] = 9;
    const auto rows = [&](long long first, long long count, int face) {
        return with_planes(box, first, count).faces[face].rows;
    };
    EXPECT_EQ(rows(1, 1, 4), 2);
    EXPECT_EQ(rows(2, 5, 4), 0);
    EXPECT_EQ(rows(2, 5, 5), 0);
    EXPECT_EQ(rows(7, 1, 5), 2);
    EXPECT_EQ(with_planes(box, 9, 0).points, 0);
}

TEST(Walls, a_single_unknown_between_two_walls_takes_from_both)
{
    Box box;
    box.faces[0] = {.rows = 1, .by_value = {3.0}};
    box.faces[1] = {.rows = 1, .by_value = {5.0}};
    GivenFaces<float> given;
    given.of[0].constant = 2.0;
    given.of[1].constant = 7.0;
    float f = 1.0F;
    correct<float>(
        {.box = only_changing(box, given), .given = given, .f = &f, .curvatures = nullptr},
        *runtime::make_host_machine(1));
    EXPECT_EQ(f, 1.0F - 6.0F - 35.0F);
}

}  // namespace
}  // namespace tobiuo::walls
