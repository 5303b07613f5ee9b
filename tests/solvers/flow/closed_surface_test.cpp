// SPDX-License-Identifier: BSD-3-Clause
// Closed surfaces of triangles: what they have inside, and what is wrong with others.
#include "solvers/flow/bodies/closed_surface.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "solvers/flow/bodies/surface_faults.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/surfaces.hpp"

namespace tobiuo::flow {
namespace {

using test::box_surface;
using test::joined;
using test::sphere_surface;
using test::Surface;
using test::turned_round;
using ::testing::Pair;

ClosedSurface inside_of(const Surface& surface, InsideRule rule = InsideRule::winding)
{
    return ClosedSurface{surface, rule};
}

double tenth(int n)
{
    return 0.1 * n;
}

/// Calls take(x, y, z) with the points of a grid of `count` tenths along each axis.
template <typename Take>
void for_each_tenth(int count, const Take& take)
{
    for (int k = 0; k < count; ++k) {
        for (int j = 0; j < count; ++j) {
            for (int i = 0; i < count; ++i) {
                take(tenth(i), tenth(j), tenth(k));
            }
        }
    }
}

/// The volume of a closed surface, by tetrahedra from the origin.
double volume(const Surface& surface)
{
    double sum = 0.0;
    for (const auto& [a, b, c] : surface) {
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6.0;
}

// Points lie on all its faces, edges, corners and the diagonals of its faces.
TEST(ClosedSurface, of_a_box_has_the_points_at_its_lower_ends)
{
    const ClosedSurface box =
        inside_of(box_surface({tenth(3), tenth(3), tenth(3)}, {tenth(7), tenth(7), tenth(7)}));
    const auto is_between = [](double x) { return x >= tenth(3) && x < tenth(7); };
    for_each_tenth(11, [&](double x, double y, double z) {
        EXPECT_EQ(box.contains(x, y, z), is_between(x) && is_between(y) && is_between(z))
            << x << ", " << y << ", " << z;
    });
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(box.contains(none, 0.5, 0.5) || box.contains(0.5, none, 0.5) ||
                 box.contains(0.5, 0.5, none));
}

TEST(ClosedSurface, of_touching_boxes_share_no_point_and_miss_none)
{
    std::vector<ClosedSurface> boxes;
    Surface all;
    for (int n = 0; n < 8; ++n) {
        const Corner lower{tenth(5 * (n % 2)), tenth(5 * (n / 2 % 2)), tenth(5 * (n / 4))};
        const Corner upper{tenth(5 + 5 * (n % 2)), tenth(5 + 5 * (n / 2 % 2)),
                           tenth(5 + 5 * (n / 4))};
        const Surface box = box_surface(lower, upper);
        boxes.push_back(inside_of(box));
        all = joined(all, box);
    }
    EXPECT_TRUE(find_faults(all).is_closed());
    const ClosedSurface whole = inside_of(all);
    EXPECT_THAT(whole.windings(), Pair(0, 1));
    for_each_tenth(10, [&](double x, double y, double z) {
        const auto count = std::ranges::count_if(
            boxes, [&](const ClosedSurface& box) { return box.contains(x, y, z); });
        EXPECT_EQ(count, 1) << x << ", " << y << ", " << z;
        EXPECT_TRUE(whole.contains(x, y, z)) << x << ", " << y << ", " << z;
    });
}

TEST(ClosedSurface, leaks_no_line_through_corners_and_edges)
{
    const Corner centre{0.0, 0.0, 0.0};
    const Surface octahedron = sphere_surface(centre, 1.0, 2);  // four sides round
    const ClosedSurface inside = inside_of(octahedron);
    for (int n = -20; n <= 20; ++n) {
        const double x = tenth(n);
        EXPECT_EQ(inside.contains(x, 0.0, 0.0), x >= -1.0 && x < 1.0) << x;
    }
    // Corners of a fine sphere, seen from before it and from behind.
    const Surface sphere = sphere_surface({0.3, 0.2, 0.1}, 0.7, 40);
    const ClosedSurface ball = inside_of(sphere);
    for (const Triangle& triangle : sphere) {
        for (const double x : {-0.4, 1.01}) {
            EXPECT_FALSE(ball.contains(x, triangle[0][1], triangle[0][2]));
            EXPECT_FALSE(ball.contains(x, 0.5 * (triangle[0][1] + triangle[1][1]),
                                       0.5 * (triangle[0][2] + triangle[1][2])));
        }
    }
}

TEST(ClosedSurface, of_a_sphere_has_its_volume_and_its_points)
{
    const Corner centre{0.1, -0.2, 0.3};
    constexpr double radius = 0.8;
    constexpr int parts = 64;
    const Surface sphere = sphere_surface(centre, radius, parts);
    const ClosedSurface ball = inside_of(sphere);
    EXPECT_FALSE(find_faults(sphere).turned > 0 || !find_faults(sphere).is_closed());
    const double deepest = radius * (1.0 - std::pow(std::cos(std::numbers::pi / (2 * parts)), 2));
    double previous = 1.0;
    for (const int count : {16, 32, 64, 128}) {
        std::int64_t inside = 0;
        const double width = 2.0 / count;
        for (int n = 0; n < count * count * count; ++n) {
            const Corner at{(n % count + 0.5) * width - 1.0,
                            (n / count % count + 0.5) * width - 1.2,
                            (n / count / count + 0.5) * width - 0.7};
            const bool is_inside = ball.contains(at[0], at[1], at[2]);
            inside += is_inside ? 1 : 0;
            const double from_surface =
                std::hypot(at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]) - radius;
            if (from_surface > 0.0 || from_surface < -deepest) {
                EXPECT_EQ(is_inside, from_surface < 0.0) << at[0] << ", " << at[1] << ", " << at[2];
            }
        }
        const double error =
            std::abs(static_cast<double>(inside) * std::pow(width, 3) / volume(sphere) - 1.0);
        EXPECT_LT(error, std::max(previous, 1e-3)) << count;
        previous = error;
    }
    EXPECT_LT(previous, 1e-3);  // surface, 12,900 cells, by the root of their number
}

TEST(ClosedSurface, of_parts_has_what_any_of_them_has)
{
    const Surface box = box_surface({0, 0, 0}, {1, 1, 1});
    const Surface other = box_surface({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5});
    const ClosedSurface both = inside_of(joined(box, other));
    EXPECT_TRUE(both.contains(0.7, 0.7, 0.7));
    EXPECT_THAT(both.windings(), Pair(0, 2));
    EXPECT_FALSE(inside_of(joined(box, other), InsideRule::parity).contains(0.7, 0.7, 0.7));

    const ClosedSurface hollow =
        inside_of(joined(box, turned_round(box_surface({0.2, 0.2, 0.2}, {0.8, 0.8, 0.8}))));
    EXPECT_THAT(hollow.windings(), Pair(0, 1));
    EXPECT_FALSE(hollow.contains(0.5, 0.5, 0.5));
    EXPECT_TRUE(hollow.contains(0.1, 0.5, 0.5));

    const ClosedSurface inside_out = inside_of(turned_round(box));
    EXPECT_THAT(inside_out.windings(), Pair(-1, 0));
    EXPECT_TRUE(inside_out.contains(0.5, 0.5, 0.5));
}

/// Whether a point is in the tetrahedron, by the four sides of it; nothing beside one.
std::optional<bool> in_tetrahedron(const Surface& sides, const Corner& at)
{
    for (const auto& [a, b, c] : sides) {
        double out = 0.0;
        for (std::size_t n = 0; n < 3; ++n) {
            const std::size_t next = (n + 1) % 3;
            const std::size_t last = (n + 2) % 3;
            out += (at.at(n) - a.at(n)) * ((b.at(next) - a.at(next)) * (c.at(last) - a.at(last)) -
                                           (b.at(last) - a.at(last)) * (c.at(next) - a.at(next)));
        }
        if (std::abs(out) < 1e-7) {
            return std::nullopt;
        }
        if (out > 0.0) {
            return false;
        }
    }
    return true;
}

// Triangles of all shapes, in many buckets: none is missed.
TEST(ClosedSurface, of_many_tetrahedra_has_the_points_of_each)
{
    std::mt19937 random{7};
    std::uniform_real_distribution<double> number{-1.0, 1.0};
    const auto corner = [&] { return Corner{number(random), number(random), number(random)}; };
    std::vector<Surface> tetrahedra;
    Surface all;
    while (tetrahedra.size() < 60) {
        const Corner a = corner();
        const Corner b = corner();
        const Corner c = corner();
        const Corner d = corner();
        Surface sides{{a, c, b}, {a, b, d}, {b, c, d}, {c, a, d}};
        if (volume(sides) < 0.0) {
            sides = turned_round(sides);
        }
        tetrahedra.push_back(sides);
        all = joined(all, sides);
    }
    const ClosedSurface surface = inside_of(all);
    int compared = 0;
    for (int n = 0; n < 4000; ++n) {
        const Corner at = corner();
        bool is_inside = false;
        bool is_known = true;
        for (const Surface& sides : tetrahedra) {
            const std::optional<bool> in_one = in_tetrahedron(sides, at);
            is_known = is_known && in_one.has_value();
            is_inside = is_inside || in_one.value_or(false);
        }
        if (is_known) {
            ++compared;
            EXPECT_EQ(surface.contains(at[0], at[1], at[2]), is_inside) << n;
        }
    }
    EXPECT_GT(compared, 3900);
}

TEST(ClosedSurface, answers_several_threads)
{
    const ClosedSurface ball = inside_of(sphere_surface({0.5, 0.5, 0.5}, 0.45, 20));
    const auto count = [&] {
        std::int64_t inside = 0;
        for_each_tenth(
            11, [&](double x, double y, double z) { inside += ball.contains(x, y, z) ? 1 : 0; });
        return inside;
    };
    const std::int64_t expected = count();
    std::array<std::int64_t, 4> counts{};
    {
        std::vector<std::jthread> threads;
        for (std::int64_t& own : counts) {
            threads.emplace_back([&count, &own] { own = count(); });
        }
    }
    EXPECT_GT(expected, 0);
    EXPECT_THAT(counts, ::testing::Each(expected));
}

TEST(ClosedSurface, without_a_volume_has_nothing_inside)
{
    const Triangle one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const ClosedSurface flat = inside_of(joined({one}, turned_round({one})));
    EXPECT_FALSE(flat.contains(0.1, 0.1, 0.0));
    EXPECT_EQ(test::refusal([] { return inside_of({}); }),
              "a closed surface has from 1 to 2^27 triangles");
    Triangle endless = one;
    endless[2][1] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(test::refusal([&] { return inside_of({endless}); }),
              "a corner of a surface is not finite");
}

TEST(SurfaceFaults, are_found_at_edges)
{
    const Surface box = box_surface({0, 0, 0}, {1, 1, 1});
    const SurfaceFaults none = find_faults(box);
    EXPECT_TRUE(none.is_closed());
    EXPECT_EQ(none.flat + none.turned, 0);

    Surface open = box;  // without a triangle of the lower side across x
    open.erase(open.begin());
    EXPECT_FALSE(find_faults(open).is_closed());
    EXPECT_EQ(find_faults(open).open, 3);
    EXPECT_EQ(find_faults(open).holes, 1);
    open.erase(open.begin() + 1);  // and of the upper one
    EXPECT_EQ(find_faults(open).open, 6);
    EXPECT_EQ(find_faults(open).holes, 2);

    Surface turned = box;
    std::swap(turned[0][0], turned[0][1]);
    EXPECT_EQ(find_faults(turned).turned, 3);
    EXPECT_TRUE(find_faults(turned).is_closed());

    Surface with_wall = box;  // a diagonal wall in it
    with_wall.insert(with_wall.end(),
                     {{{{0, 0, 0}, {1, 1, 0}, {1, 1, 1}}}, {{{0, 0, 0}, {1, 1, 1}, {0, 0, 1}}}});
    EXPECT_GT(find_faults(with_wall).branching, 0);
    EXPECT_FALSE(find_faults(with_wall).is_closed());

    Surface flat = box;
    flat.push_back({{{0, 0, 0}, {1, 1, 1}, {-0.0, 0, 0}}});  // minus zero is zero
    EXPECT_EQ(find_faults(flat).flat, 1);
    EXPECT_TRUE(find_faults(flat).is_closed());
}

}  // namespace
}  // namespace tobiuo::flow
