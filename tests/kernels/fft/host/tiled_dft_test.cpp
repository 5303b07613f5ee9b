// SPDX-License-Identifier: BSD-3-Clause
// HostTiledDft: every kind, placement and precision is compared with the definition and with FFTW.
#include "kernels/fft/host/tiled_dft.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/stores.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;

constexpr unsigned tiled_seed = 24;

constexpr std::array<std::pair<Kind, Direction>, 4> fourier_kinds{
    {{Kind::c2c, Direction::forward},
     {Kind::c2c, Direction::inverse},
     {Kind::r2c, Direction::forward},
     {Kind::c2r, Direction::inverse}}};

template <typename T>
class FftHostTiledDft : public ::testing::Test {
protected:
    static constexpr std::int64_t pairs = tile_width<T> / 2;

    /// The problems of every kind and placement that tiles take: real rows are even.
    static std::vector<Problem> problems_of(const Lengths& lengths, std::int64_t batch = 1)
    {
        std::vector<Problem> problems;
        for (const auto& [kind, direction] : fourier_kinds) {
            for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
                if (kind == Kind::c2c || lengths.back() % 2 == 0) {
                    problems.push_back({.lengths = lengths,
                                        .kind = kind,
                                        .direction = direction,
                                        .precision = precision_of<T>,
                                        .placement = placement,
                                        .batch = batch});
                }
            }
        }
        return problems;
    }

    static std::vector<T> transformed(const HostTiledDft<T>& plan, const Problem& problem,
                                      std::vector<T> in, int threads = 1)
    {
        if (problem.placement == Placement::in_place) {
            plan.execute(in.data(), in.data(), threads);
            return in;
        }
        const std::vector<T> kept = in;
        auto out = test::poisoned<T>(output_bytes(problem));
        plan.execute(in.data(), out.data(), threads);
        if (problem.kind != Kind::c2r) {
            EXPECT_EQ(in, kept) << describe(problem);
        }
        return out;
    }

    static void expect_near(const Problem& problem, const std::vector<test::Wide>& expected,
                            const std::vector<T>& in, int threads, double inexact_results)
    {
        const HostTiledDft<T> plan{problem, threads};
        const auto out = test::output_numbers(problem, transformed(plan, problem, in, threads));
        EXPECT_LE(test::relative_l2(out, expected),
                  inexact_results * test::fft_tolerance<T>(points(problem)))
            << describe(problem) << ", seed " << tiled_seed;
    }

    static void expect_the_definition(const Lengths& lengths)
    {
        for (const Problem& problem : problems_of(lengths)) {
            const auto in = test::random_input<T>(problem, tiled_seed);
            expect_near(problem, test::exact_output(problem, in), in, 1, 1.0);
        }
    }

    static void expect_as_fftw(const Lengths& lengths, std::int64_t batch, int threads)
    {
        for (const Problem& problem : problems_of(lengths, batch)) {
            const auto in = test::random_input<T>(problem, tiled_seed);
            const auto fftws = test::output_numbers(problem, test::host_transform(problem, in));
            expect_near(problem, fftws, in, threads, 2.0);
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftHostTiledDft, Reals);

// 17 has no butterfly. Rows that fill tiles, fill some and begin another one, and are all in it.
TYPED_TEST(FftHostTiledDft, is_the_definition)
{
    constexpr std::int64_t pairs = FftHostTiledDft<TypeParam>::pairs;
    this->expect_the_definition({pairs, 2});
    this->expect_the_definition({pairs + 1, 6});
    this->expect_the_definition({3, pairs, 5});
    this->expect_the_definition({1, 17, 34});
    this->expect_the_definition({4, pairs, 8});
}

TYPED_TEST(FftHostTiledDft, is_fftws_result_for_batches_on_several_threads)
{
    this->expect_as_fftw({24, 35, 36}, 2, 3);
    this->expect_as_fftw({5, 32, 64}, 1, 2);
    this->expect_as_fftw({40, 66}, 3, 2);
    this->expect_as_fftw({21, 33, 27}, 1, 1);
}

TYPED_TEST(FftHostTiledDft, comes_back_with_the_number_of_points_as_factor)
{
    const Lengths lengths{6, 20, 18};
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        const Problem there{.lengths = lengths,
                            .kind = Kind::r2c,
                            .precision = precision_of<TypeParam>,
                            .placement = placement};
        Problem back = there;
        back.kind = Kind::c2r;
        back.direction = Direction::inverse;
        const auto in = test::random_input<TypeParam>(there, tiled_seed);
        const auto spectrum = this->transformed(HostTiledDft<TypeParam>{there, 1}, there, in);
        const auto out = this->transformed(HostTiledDft<TypeParam>{back, 1}, back, spectrum);
        auto expected = test::numbers(there, true, in);
        for (test::Wide& number : expected) {
            number *= static_cast<long double>(points(there));
        }
        EXPECT_LE(test::relative_l2(test::output_numbers(back, out), expected),
                  2.0 * test::fft_tolerance<TypeParam>(points(there)));
    }
}

TYPED_TEST(FftHostTiledDft, stores_the_same_bits_past_the_caches)
{
    for (const Problem& problem : this->problems_of({10, 33, 34})) {
        const auto in = test::random_input<TypeParam>(problem, tiled_seed);
        std::vector<TypeParam> results[2];
        for (const auto stores : {memory::Stores::cached, memory::Stores::streaming}) {
            const test::ChosenStores chosen{stores};
            results[stores == memory::Stores::streaming] =
                this->transformed(HostTiledDft<TypeParam>{problem, 2}, problem, in, 2);
        }
        EXPECT_EQ(results[0], results[1]) << describe(problem);
    }
}

TYPED_TEST(FftHostTiledDft, takes_what_must_be_real_as_real)
{
    const Problem problem{.lengths = {8, 24, 24},
                          .kind = Kind::c2r,
                          .direction = Direction::inverse,
                          .precision = precision_of<TypeParam>};
    const HostTiledDft<TypeParam> plan{problem, 1};
    auto in = test::random_input<TypeParam>(problem, tiled_seed);
    const auto expected = this->transformed(plan, problem, in);
    constexpr std::size_t row = 2 * (24 / 2 + 1);
    for (const std::size_t plane : {0U, 4U}) {
        for (const std::size_t line : {0U, 12U}) {
            const std::size_t begin = (plane * 24 + line) * row;
            in[begin + 1] = TypeParam(1e30);
            in[begin + row - 1] = TypeParam(-1e30);
        }
    }
    EXPECT_EQ(this->transformed(plan, problem, in), expected);
}

TYPED_TEST(FftHostTiledDft, executes_from_several_threads_at_a_time)
{
    const Problem problem = this->problems_of({8, 16, 20}).front();
    const HostTiledDft<TypeParam> plan{problem, 2};
    const auto in = test::random_input<TypeParam>(problem, tiled_seed);
    const auto expected = this->transformed(plan, problem, in);
    std::vector<std::vector<TypeParam>> results(4);
    {
        std::vector<std::jthread> threads;
        for (auto& result : results) {
            threads.emplace_back([&] {
                for (int turn = 0; turn < 10; ++turn) {
                    result = this->transformed(plan, problem, in, 2);
                }
            });
        }
    }
    for (const auto& result : results) {
        EXPECT_EQ(result, expected);
    }
}

template <typename T>
bool tiles_suit(Kind kind, const Lengths& lengths, std::int64_t batch = 1, int threads = 1)
{
    const Direction direction = kind == Kind::c2r ? Direction::inverse : Direction::forward;
    return HostTiledDft<T>::suits(
        {.lengths = lengths, .kind = kind, .direction = direction, .batch = batch}, threads);
}

TEST(HostTiledDftSuits, planes_of_many_rows_without_large_prime_factors)
{
    if (usable_tile_functions<float>().size() == 1) {
        EXPECT_FALSE(tiles_suit<float>(Kind::r2c, {64, 64, 64})) << "narrow registers";
        return;
    }
    EXPECT_TRUE(tiles_suit<double>(Kind::r2c, {64, 64, 64}, 1, 16));
    EXPECT_TRUE(tiles_suit<double>(Kind::c2r, {512, 512, 512}, 1, 16));
    EXPECT_TRUE(tiles_suit<float>(Kind::r2c, {24, 26}, 64));
    EXPECT_TRUE(tiles_suit<float>(Kind::c2c, {63, 45, 65}));
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {64, 64, 68})) << "a factor of 17";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {34, 64, 64})) << "a factor of 17";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {64, 64, 65})) << "odd rows";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {1 << 20})) << "one axis";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {1024, 16, 64})) << "few rows";
    EXPECT_FALSE(tiles_suit<double>(Kind::c2c, {64, 64, 32})) << "short rows";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {2, 128, 128})) << "few planes";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {64, 64})) << "few values";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {32, 32, 1024})) << "long rows in a cache";
    EXPECT_TRUE(tiles_suit<double>(Kind::r2c, {128, 64, 1024})) << "long rows in memory";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {2048, 2048})) << "a plane that no cache holds";
    EXPECT_FALSE(tiles_suit<double>(Kind::r2c, {256, 256}, 2, 4)) << "threads without a plane";
}

}  // namespace
}  // namespace tobiuo::fft
