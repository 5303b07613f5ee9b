// SPDX-License-Identifier: BSD-3-Clause
// DCT-I and DST-I by an auxiliary sequence: where coefficients lie, and that they have the right
// values.
#include "kernels/fft/pass/type_one_sequence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <vector>

namespace tobiuo::fft {
namespace {

std::vector<TypeOneSequence> sequences()
{
    std::vector<TypeOneSequence> all;
    for (int points = 1; points <= 40; ++points) {
        all.push_back({TypeOne::dct, points});
        if (points > 1) {
            all.push_back({TypeOne::dst, points});
        }
    }
    return all;
}

int first_mode(const TypeOneSequence& one)
{
    return one.is_odd() ? 1 : 0;
}
int last_mode(const TypeOneSequence& one)
{
    return one.is_odd() ? one.points - 1 : one.points;
}

TEST(TypeOneSequence, has_a_place_for_every_mode_and_no_other)
{
    for (const TypeOneSequence& one : sequences()) {
        int place = 0;
        for (int mode = -2; mode <= one.points + 2; ++mode) {
            if (one.has(mode)) {
                EXPECT_EQ(one.position_of(mode), place++) << one.points;
            }
        }
        EXPECT_EQ(place, last_mode(one) - first_mode(one) + 1) << one.points;
    }
}

TEST(TypeOneSequence, its_pairs_and_middle_give_every_mode_once)
{
    for (const TypeOneSequence& one : sequences()) {
        for (const int threads_per_transform : {1, 3, 8}) {
            std::multiset<int> modes;
            for (int k = 0; k < one.pairs(); ++k) {
                modes.insert({2 * k, 2 * k + 1});
            }
            if (one.has_middle()) {
                modes.insert(one.points);
            }
            for (int mode = first_mode(one); mode <= last_mode(one); ++mode) {
                EXPECT_EQ(modes.count(mode), 1) << one.points;
            }
            EXPECT_GE(one.pairs_per_thread(threads_per_transform) * threads_per_transform,
                      one.pairs());
        }
    }
}

/// Compares the definition of the coefficients with the sums of the auxiliary sequence in its
/// documentation.
TEST(TypeOneSequence, sums_are_even_modes_and_differences_of_odd_ones)
{
    constexpr double pi = std::numbers::pi;
    for (const TypeOneSequence& one : sequences()) {
        const int p = one.points;
        std::vector<double> f;
        for (int j = 0; j <= p; ++j) {
            f.push_back(one.is_odd() && j % p == 0 ? 0.0 : std::sin(3.0 + j * j));
        }
        const auto mode = [&](int k) {
            double sum = one.is_odd() ? 0.0 : 0.5 * (f[0] + (k % 2 == 0 ? 1 : -1) * f.back());
            for (int j = 1; j < p; ++j) {
                const double angle = pi * j * k / p;
                sum += f[static_cast<std::size_t>(j)] *
                       (one.is_odd() ? std::sin(angle) : std::cos(angle));
            }
            return sum;
        };
        const auto sum_of_y = [&](int k, auto function) {
            double sum = 0.0;
            for (int j = 0; j < p; ++j) {
                const double here = f[static_cast<std::size_t>(j)];
                const double there = f[static_cast<std::size_t>(p - j)];
                const double sine = std::sin(pi * j / p);
                const double half = 0.5 * TypeOneSequence::share;
                const double y = one.is_odd() ? sine * (here + there) + half * (here - there)
                                              : half * (here + there) - sine * (here - there);
                sum += (j == 0 && one.is_odd() ? 0.0 : y) * function(2.0 * pi * j * k / p);
            }
            return sum;
        };
        const auto cosine = [](double x) { return std::cos(x); };
        const auto sine = [](double x) { return std::sin(x); };
        for (int k = 0; 2 * k + 1 <= last_mode(one); ++k) {
            const double even =
                (one.is_odd() ? sum_of_y(k, sine) : sum_of_y(k, cosine)) / TypeOneSequence::share;
            const double step = one.is_odd() ? sum_of_y(k, cosine) : sum_of_y(k, sine);
            if (k > 0) {
                EXPECT_NEAR(mode(2 * k + 1) - mode(2 * k - 1), step, 1e-11) << p << " " << k;
            }
            if (2 * k >= first_mode(one)) {
                EXPECT_NEAR(mode(2 * k), even, 1e-11) << p << " " << k;
            }
        }
        if (one.is_odd()) {
            EXPECT_NEAR(mode(1), 0.5 * sum_of_y(0, cosine), 1e-11) << p;
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
