// SPDX-License-Identifier: BSD-3-Clause
// Planes that ranks copy from each other.
#include "app/ranks/rank_planes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/support/thread_ranks.hpp"

namespace tobiuo {
namespace {

constexpr std::int64_t values = 3;

/// Reads planes whose values are their numbers in the field, of `own` only.
poisson::PlaneReader numbers_of(const ranks::Slice& own)
{
    return [own](std::int64_t first, std::span<double> planes) {
        if (first < own.first || first + std::ssize(planes) / values > own.end()) {
            throw std::out_of_range{"not of this rank"};
        }
        std::iota(planes.begin(), planes.end(), static_cast<double>(first * values));
    };
}

void expect_numbers(const poisson::PlaneReader& read, std::int64_t first, std::int64_t count)
{
    std::vector<double> found(static_cast<std::size_t>(count * values));
    read(first, found);
    std::vector<double> expected(found.size());
    std::iota(expected.begin(), expected.end(), static_cast<double>(first * values));
    EXPECT_EQ(found, expected) << count << " planes from " << first;
}

// Seven planes in a ring: each rank reads its own ones and that behind them, the last rank with
// planes also the first one of all; the fourth rank has none.
TEST(CopiedPlanes, are_read_beside_own_ones)
{
    const CopiedPlanes planes{.values = values,
                              .slices = {{0, 3}, {3, 1}, {4, 3}, {7, 0}},
                              .wanted = {{3}, {4}, {0}, {}}};
    test::on_ranks(4, [&](const Communicator& ranks) {
        const ranks::Slice own = planes.slices.at(static_cast<std::size_t>(ranks.rank()));
        const poisson::PlaneReader read = with_copied_planes(ranks, planes, numbers_of(own));
        for (std::int64_t z = own.first; z < own.end(); ++z) {
            expect_numbers(read, z, own.end() - z);
        }
        if (ranks.rank() < 2) {
            expect_numbers(read, own.first, own.count + 1);
        } else if (ranks.rank() == 2) {
            expect_numbers(read, 0, 1);
        }
    });
}

TEST(CopiedPlanes, of_others_are_not_guessed)
{
    const CopiedPlanes planes{.values = values, .slices = {{0, 2}, {2, 2}}, .wanted = {{2}, {}}};
    test::on_ranks(2, [&](const Communicator& ranks) {
        const ranks::Slice own = planes.slices.at(static_cast<std::size_t>(ranks.rank()));
        const poisson::PlaneReader read = with_copied_planes(ranks, planes, numbers_of(own));
        std::vector<double> plane(values);
        EXPECT_THROW(read(ranks.rank() == 0 ? 3 : 1, plane), std::out_of_range);
    });
}

}  // namespace

}  // namespace tobiuo
