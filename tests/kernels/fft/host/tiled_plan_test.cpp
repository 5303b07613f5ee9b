// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms by tiles of lines are compared with FFTW's own.
#include "kernels/fft/host/tiled_plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/fft/host/real_plan.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/unequal_rows.hpp"

namespace tobiuo::fft {
namespace {

constexpr std::array tiled_kinds{RealKind::cosine_2, RealKind::cosine_3, RealKind::cosine_4,
                                 RealKind::sine_2,   RealKind::sine_3,   RealKind::sine_4};

template <typename T>
std::vector<T> whole_array_by_fftw(const std::vector<TiledAxis>& axes, std::int64_t batch,
                                   std::vector<T> values)
{
    std::vector<RealAxis> all;
    std::int64_t stride = 1;
    for (const TiledAxis& axis : axes) {
        all.insert(all.begin(), RealAxis{axis.kind, axis.length, stride});
        stride *= axis.length;
    }
    const HostRealPlan<T> plan{
        all, {.count = batch, .stride = stride}, Placement::in_place, Effort::estimate};
    plan.execute(values.data(), values.data());
    return values;
}

template <typename T>
void expect_fftws_values(const std::vector<TiledAxis>& axes, std::int64_t batch, int threads)
{
    std::int64_t count = batch;
    for (const TiledAxis& axis : axes) {
        count *= axis.length;
    }
    std::vector<T> in;
    for (std::int64_t at = 0; at < count; ++at) {
        in.push_back(static_cast<T>(std::sin(1.0 + 0.7 * static_cast<double>(at * at % 1009))));
    }
    const std::vector<T> kept = in;
    const std::vector<T> expected = whole_array_by_fftw(axes, batch, in);
    const HostTiledPlan<T> plan{axes, batch, 0.5, Effort::estimate};
    std::vector<T> out(in.size());
    plan.execute(in.data(), out.data(), threads);
    EXPECT_EQ(in, kept);
    plan.execute(in.data(), in.data(), threads + 1);
    EXPECT_EQ(in, out) << "in place on more threads as out of place";
    double norm = 0.0;
    double difference = 0.0;
    for (std::size_t at = 0; at < out.size(); ++at) {
        norm += std::pow(0.5 * expected[at], 2);
        difference += std::pow(out[at] - 0.5 * expected[at], 2);
    }
    EXPECT_LE(std::sqrt(difference / norm), 2.0 * test::fft_tolerance<T>(count))
        << name_of(axes.front().kind) << " of " << axes.front().length;
}

TEST(HostTiledPlan, transforms_as_fftw_does)
{
    for (const RealKind kind : tiled_kinds) {
        for (const std::int64_t length : {2, 4, 6, 8, 34, 64}) {
            // lines of which one, some or none fill a tile, neighbours or not
            expect_fftws_values<double>({{kind, length}, {RealKind::sine_2, 6}}, 3, 1);
            expect_fftws_values<float>({{RealKind::cosine_3, 10}, {kind, length}}, 2, 2);
            expect_fftws_values<double>({{RealKind::cosine_2, 16}, {kind, length}, {kind, 4}}, 1,
                                        2);
        }
        expect_fftws_values<float>({{kind, 40}}, 1, 1);
    }
}

/// Norms of lines are more than the digits of T apart, and one line has a NaN.
template <typename T>
void expect_each_line_beside_its_own_norm(RealKind kind, std::int64_t length)
{
    constexpr std::int64_t lines = 41;
    constexpr std::int64_t poisoned = 20;
    std::vector<T> in = test::unequal_rows<T>(length, lines);
    std::vector<T> expected = whole_array_by_fftw<T>({{kind, length}}, lines, in);
    in[poisoned * static_cast<std::size_t>(length)] = std::numeric_limits<T>::quiet_NaN();
    std::vector<T> out(in.size());
    HostTiledPlan<T>{{{kind, length}}, lines, 1.0, Effort::estimate}.execute(in.data(), out.data(),
                                                                             1);
    for (std::int64_t line = 0; line < lines; ++line) {
        if (line != poisoned) {
            EXPECT_LE(test::row_error(out, expected, length, line),
                      2.0 * test::fft_tolerance<T>(length))
                << name_of(kind) << " of " << length << ", line " << line;
        }
    }
}

TEST(HostTiledPlan, leaves_no_line_in_another)
{
    for (const RealKind kind : tiled_kinds) {
        for (const std::int64_t length : {2, 8, 34, 96}) {
            expect_each_line_beside_its_own_norm<double>(kind, length);
            expect_each_line_beside_its_own_norm<float>(kind, length);
        }
    }
}

TEST(HostTiledPlan, suits_arrays_of_many_even_lines)
{
    using Plan = HostTiledPlan<float>;
    const TiledAxis two{RealKind::cosine_2, 64};
    EXPECT_TRUE(Plan::suits({two, two, two}, 1));
    EXPECT_TRUE(Plan::suits({two, {RealKind::sine_3, 40}}, 16));
    EXPECT_FALSE(Plan::suits({two, {RealKind::sine_4, 40}}, 16));
    EXPECT_TRUE(Plan::suits({two, {RealKind::sine_4, 32}}, 16));
    EXPECT_FALSE(Plan::suits({two, {RealKind::sine_4, 32}}, 8));
    EXPECT_FALSE(Plan::suits({two, two, {RealKind::cosine_1, 64}}, 1));
    EXPECT_FALSE(Plan::suits({two, two}, 1)) << "too few values";
    EXPECT_FALSE(Plan::suits({{RealKind::cosine_2, 1 << 20}}, 64)) << "too long a line";
    EXPECT_FALSE(Plan::suits({{RealKind::cosine_2, 2048}}, 8)) << "too few lines";
    EXPECT_THROW((Plan{{{RealKind::halfcomplex, 8}}, 64, 1.0, Effort::estimate}),
                 std::invalid_argument);
    EXPECT_THROW((Plan{{{RealKind::cosine_1, 8}}, 64, 1.0, Effort::estimate}),
                 std::invalid_argument);
    EXPECT_THROW((Plan{{{RealKind::cosine_2, 9}}, 64, 1.0, Effort::estimate}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::fft
