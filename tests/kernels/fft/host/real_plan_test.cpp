// SPDX-License-Identifier: BSD-3-Clause
// Real transforms by FFTW are compared with their definitions.
#include "kernels/fft/host/real_plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

using std::numbers::pi_v;

/// Entry (k, j) of the transform's matrix: out[k] is the sum of entries times in[j].
long double entry(RealKind kind, std::int64_t k, std::int64_t j, std::int64_t n)
{
    const auto kk = static_cast<long double>(k);
    const auto jj = static_cast<long double>(j);
    const auto nn = static_cast<long double>(n);
    constexpr long double pi = pi_v<long double>;
    const bool is_end = j == 0 || j == n - 1;
    switch (kind) {
        case RealKind::halfcomplex:
            return k <= n / 2 ? std::cos(2 * pi * jj * kk / nn)
                              : -std::sin(2 * pi * jj * (nn - kk) / nn);
        case RealKind::cosine_1:
            return (is_end ? 1 : 2) * std::cos(pi * jj * kk / (nn - 1));
        case RealKind::cosine_2:
            return 2 * std::cos(pi * (jj + 0.5L) * kk / nn);
        case RealKind::cosine_3:
            return (j == 0 ? 1 : 2) * std::cos(pi * jj * (kk + 0.5L) / nn);
        case RealKind::cosine_4:
            return 2 * std::cos(pi * (jj + 0.5L) * (kk + 0.5L) / nn);
        case RealKind::sine_1:
            return 2 * std::sin(pi * (jj + 1) * (kk + 1) / (nn + 1));
        case RealKind::sine_2:
            return 2 * std::sin(pi * (jj + 0.5L) * (kk + 1) / nn);
        case RealKind::sine_3:
            return (j == n - 1 ? 1 : 2) * std::sin(pi * (jj + 1) * (kk + 0.5L) / nn);
        case RealKind::sine_4:
            return 2 * std::sin(pi * (jj + 0.5L) * (kk + 0.5L) / nn);
        case RealKind::real:
            break;
    }
    ADD_FAILURE() << "no matrix for this kind";
    return 0;
}

constexpr std::array pairs{std::pair{RealKind::halfcomplex, RealKind::real},
                           std::pair{RealKind::cosine_1, RealKind::cosine_1},
                           std::pair{RealKind::cosine_2, RealKind::cosine_3},
                           std::pair{RealKind::cosine_3, RealKind::cosine_2},
                           std::pair{RealKind::cosine_4, RealKind::cosine_4},
                           std::pair{RealKind::sine_1, RealKind::sine_1},
                           std::pair{RealKind::sine_2, RealKind::sine_3},
                           std::pair{RealKind::sine_3, RealKind::sine_2},
                           std::pair{RealKind::sine_4, RealKind::sine_4}};

std::vector<double> signal(std::int64_t n)
{
    std::vector<double> values;
    for (std::int64_t j = 0; j < n; ++j) {
        values.push_back(std::sin(1.0 + 3.7 * static_cast<double>(j * j % 101)));
    }
    return values;
}

double norm(const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double value : values) {
        sum += value * value;
    }
    return std::sqrt(sum);
}

TEST(HostRealPlan, every_kind_is_its_matrix_and_its_round_trip_the_factor_given)
{
    for (const auto& [forward, inverse] : pairs) {
        for (const std::int64_t n : {2, 3, 4, 7, 16, 30, 97}) {
            const std::vector<RealAxis> there{{.kind = forward, .length = n, .stride = 1}};
            const std::vector<RealAxis> back{{.kind = inverse, .length = n, .stride = 1}};
            const std::vector<double> in = signal(n);
            std::vector<double> out(in.size());
            HostRealPlan<double>{there, {}, Placement::out_of_place, Effort::estimate}.execute(
                in.data(), out.data());
            std::vector<double> errors(in.size());
            for (std::int64_t k = 0; k < n; ++k) {
                long double sum = 0;
                for (std::int64_t j = 0; j < n; ++j) {
                    sum += entry(forward, k, j, n) * in[static_cast<std::size_t>(j)];
                }
                const auto at = static_cast<std::size_t>(k);
                errors[at] = out[at] - static_cast<double>(sum);
            }
            // FFTW's transforms of type I lose a few more bits than the others.
            const double tolerance = 4.0 * test::fft_tolerance<double>(n);
            EXPECT_LT(norm(errors), tolerance * norm(out)) << name_of(forward) << ", n = " << n;

            HostRealPlan<double>{back, {}, Placement::in_place, Effort::estimate}.execute(
                out.data(), out.data());
            for (std::size_t at = 0; at < in.size(); ++at) {
                ASSERT_NEAR(out[at], round_trip(forward, n) * in[at],
                            tolerance * norm(in) * round_trip(forward, n))
                    << name_of(forward) << ", n = " << n;
            }
        }
    }
}

TEST(HostRealPlan, axes_and_batches_lie_where_their_strides_say)
{
    // Two columns of a 4 x 3 array are transformed; the third one must not change.
    std::vector<float> array(12);
    for (std::size_t at = 0; at < array.size(); ++at) {
        array[at] = static_cast<float>(at);
    }
    const HostRealPlan<float> plan{{{.kind = RealKind::cosine_2, .length = 4, .stride = 3}},
                                   {.count = 2, .stride = 1},
                                   Placement::in_place,
                                   Effort::measure};
    plan.execute(array.data(), array.data());
    EXPECT_FLOAT_EQ(array[0], 2.0F * (0 + 3 + 6 + 9));
    EXPECT_FLOAT_EQ(array[1], 2.0F * (1 + 4 + 7 + 10));
    EXPECT_FLOAT_EQ(array[2], 2.0F);
    EXPECT_FLOAT_EQ(array[5], 5.0F);
}

TEST(HostRealPlan, threads_share_an_array_and_change_nothing)
{
    const std::vector<RealAxis> axes{{.kind = RealKind::sine_2, .length = 20, .stride = 30},
                                     {.kind = RealKind::cosine_4, .length = 30, .stride = 1}};
    const std::vector<double> in = signal(600);
    std::vector<double> one(in.size());
    std::vector<double> some(in.size());
    const HostRealPlan<double> alone{axes, {}, Placement::out_of_place, Effort::estimate};
    const HostRealPlan<double> shared{axes, {}, Placement::out_of_place, Effort::estimate, 3};
    alone.execute(in.data(), one.data());
    shared.execute(in.data(), some.data());
    for (std::size_t at = 0; at < in.size(); ++at) {
        EXPECT_NEAR(some[at], one[at], test::fft_tolerance<double>(600) * norm(one));
    }
    EXPECT_THROW((HostRealPlan<double>{axes, {}, Placement::in_place, Effort::estimate, 0}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::fft
