// SPDX-License-Identifier: BSD-3-Clause
// HostPlan, by FFTW: every kind, placement and precision is compared with the definition.
#include "kernels/fft/host/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/fft/host/fftw.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

using test::host_transform;
using test::poisoned;
using test::random_input;
using test::Wide;

constexpr unsigned seed = 20240229;

/// The problems of every kind, direction and placement with these lengths.
std::vector<Problem> every_problem(const std::vector<std::int64_t>& lengths, std::int64_t batch,
                                   Precision precision)
{
    std::vector<Problem> problems;
    for (const auto& [kind, direction] :
         {std::pair{Kind::c2c, Direction::forward}, std::pair{Kind::c2c, Direction::inverse},
          std::pair{Kind::r2c, Direction::forward}, std::pair{Kind::c2r, Direction::inverse}}) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            problems.push_back({.lengths = lengths,
                                .kind = kind,
                                .direction = direction,
                                .precision = precision,
                                .placement = placement,
                                .batch = batch});
        }
    }
    return problems;
}

template <typename T>
class FftHostPlan : public ::testing::Test {
protected:
    static constexpr Precision precision = precision_of<T>;

    static void expect_exact(const std::vector<std::int64_t>& lengths, std::int64_t batch = 1)
    {
        for (const Problem& problem : every_problem(lengths, batch, precision)) {
            const auto in = random_input<T>(problem, seed);
            const auto out = test::output_numbers(problem, host_transform(problem, in));
            EXPECT_LE(test::relative_l2(out, test::exact_output(problem, in)),
                      test::fft_tolerance<T>(points(problem)))
                << describe(problem) << ", seed " << seed;
        }
    }

    static Problem complex_of(const std::vector<std::int64_t>& lengths,
                              Direction direction = Direction::forward)
    {
        return {.lengths = lengths, .direction = direction, .precision = precision};
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftHostPlan, Reals);

TYPED_TEST(FftHostPlan, is_the_definition_for_every_length_up_to_64_and_some_primes)
{
    for (std::int64_t length = 1; length <= 64; ++length) {
        this->expect_exact({length});
    }
    for (const std::int64_t prime : {67, 97, 101, 127, 131, 251}) {
        this->expect_exact({prime});
    }
}

TYPED_TEST(FftHostPlan, is_the_definition_in_two_and_three_dimensions)
{
    for (const auto& lengths : std::vector<std::vector<std::int64_t>>{
             {5, 7}, {8, 6}, {1, 4}, {4, 1}, {9, 16}, {3, 5, 7}, {4, 3, 1}, {1, 1, 6}, {5, 2, 8}}) {
        this->expect_exact(lengths);
    }
}

TYPED_TEST(FftHostPlan, is_the_definition_for_each_array_of_a_batch)
{
    this->expect_exact({12}, 5);
    this->expect_exact({1}, 3);
    this->expect_exact({3, 4}, 3);
    this->expect_exact({3, 2, 5}, 4);
}

TYPED_TEST(FftHostPlan, transforms_the_slowest_axis_alone_of_each_array_of_a_batch)
{
    for (const std::int64_t batch : {1, 4}) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            Problem planes = this->complex_of({6, 5});
            planes.batch = batch;
            planes.placement = placement;
            Problem rows = this->complex_of({5});
            rows.batch = 6 * batch;
            auto in = random_input<TypeParam>(planes, seed);
            const auto expected = test::output_numbers(planes, host_transform(planes, in));

            auto out = poisoned<TypeParam>(output_bytes(planes));
            TypeParam* const to = placement == Placement::in_place ? in.data() : out.data();
            HostPlan{planes, Effort::estimate, 1, Axes::slowest}.execute(in.data(), to);
            HostPlan{rows, Effort::estimate, 1}.execute(to, to);

            const auto& found = placement == Placement::in_place ? in : out;
            EXPECT_LE(test::relative_l2(test::output_numbers(planes, found), expected),
                      2 * test::fft_tolerance<TypeParam>(points(planes)));  // of both
        }
    }
}

TYPED_TEST(FftHostPlan, makes_one_spike_of_a_single_mode)
{
    const std::int64_t n = 48;
    const std::int64_t mode = 11;
    const auto roots = test::roots_of_unity(n, +1);
    std::vector<TypeParam> x;
    for (std::int64_t at = 0; at < n; ++at) {
        const Wide value = roots[static_cast<std::size_t>(at * mode % n)];
        x.push_back(static_cast<TypeParam>(value.real()));
        x.push_back(static_cast<TypeParam>(value.imag()));
    }
    std::vector<Wide> spike(static_cast<std::size_t>(n));
    spike[static_cast<std::size_t>(mode)] = static_cast<long double>(n);

    const Problem problem = this->complex_of({n});
    const auto spectrum = test::output_numbers(problem, host_transform(problem, x));

    EXPECT_LE(test::relative_l2(spectrum, spike), test::fft_tolerance<TypeParam>(n));
}

TYPED_TEST(FftHostPlan, is_linear)
{
    const Problem problem = this->complex_of({6, 10});
    const auto x = random_input<TypeParam>(problem, seed);
    const auto y = random_input<TypeParam>(problem, seed + 1);
    std::vector<TypeParam> sum;
    for (std::size_t at = 0; at < x.size(); ++at) {
        sum.push_back(3 * x[at] - 2 * y[at]);
    }
    const auto of_x = test::output_numbers(problem, host_transform(problem, x));
    const auto of_y = test::output_numbers(problem, host_transform(problem, y));
    std::vector<Wide> expected;
    for (std::size_t at = 0; at < of_x.size(); ++at) {
        expected.push_back(3.0L * of_x[at] - 2.0L * of_y[at]);
    }

    const auto of_sum = test::output_numbers(problem, host_transform(problem, sum));

    EXPECT_LE(test::relative_l2(of_sum, expected), test::fft_tolerance<TypeParam>(60));
}

TYPED_TEST(FftHostPlan, comes_back_with_the_number_of_points_as_factor)
{
    const std::vector<std::int64_t> lengths{16, 9, 10};
    for (const Kind kind : {Kind::c2c, Kind::r2c}) {
        Problem there = this->complex_of(lengths);
        there.kind = kind;
        Problem back = there;
        back.kind = kind == Kind::r2c ? Kind::c2r : Kind::c2c;
        back.direction = Direction::inverse;
        const auto x = random_input<TypeParam>(there, seed);

        const auto again = host_transform(back, host_transform(there, x));

        std::vector<Wide> expected = test::input_numbers(there, x);
        for (Wide& value : expected) {
            value *= 1440;
        }
        EXPECT_LE(test::relative_l2(test::output_numbers(back, again), expected),
                  2 * test::fft_tolerance<TypeParam>(1440))
            << describe(there);
    }
}

TYPED_TEST(FftHostPlan, plans_by_measuring_with_the_same_result)
{
    for (const Problem& problem : every_problem({8, 6, 5}, 2, TestFixture::precision)) {
        const auto in = random_input<TypeParam>(problem, seed);
        const HostPlan plan{problem, Effort::measure, 1};
        const auto out = test::output_numbers(problem, host_transform(plan, problem, in));
        EXPECT_LE(test::relative_l2(out, test::exact_output(problem, in)),
                  test::fft_tolerance<TypeParam>(points(problem)))
            << plan.describe();
    }
}

TYPED_TEST(FftHostPlan, gives_the_same_on_any_number_of_threads)
{
    for (const auto& lengths :
         std::vector<std::vector<std::int64_t>>{{30000}, {150, 200}, {24, 35, 36}}) {
        for (const Problem& problem : every_problem(lengths, 2, TestFixture::precision)) {
            const auto in = random_input<TypeParam>(problem, seed);
            const auto one = test::output_numbers(problem, host_transform(problem, in));
            for (const int threads : {2, 3}) {
                const HostPlan plan{problem, Effort::estimate, threads};
                const auto out = test::output_numbers(problem, host_transform(plan, problem, in));
                EXPECT_LE(test::relative_l2(out, one),
                          2 * test::fft_tolerance<TypeParam>(points(problem)))
                    << plan.describe();
            }
        }
    }
}

TYPED_TEST(FftHostPlan, keeps_what_it_promises_to_keep)
{
    for (const Problem& problem : every_problem({6, 5, 8}, 2, TestFixture::precision)) {
        if (problem.placement == Placement::in_place) {
            continue;
        }
        const auto original = random_input<TypeParam>(problem, seed);
        auto in = original;
        auto out = poisoned<TypeParam>(output_bytes(problem));
        const HostPlan plan{problem, Effort::estimate, 1};
        plan.execute(static_cast<const void*>(in.data()), out.data());
        EXPECT_EQ(in, original) << describe(problem);
        EXPECT_LE(
            test::relative_l2(test::output_numbers(problem, out), test::exact_output(problem, in)),
            test::fft_tolerance<TypeParam>(points(problem)))
            << describe(problem);
    }
}

TYPED_TEST(FftHostPlan, executes_from_several_threads_at_a_time)
{
    const Problem problem = this->complex_of({32, 30});
    const HostPlan plan{problem, Effort::estimate, 1};
    const auto in = random_input<TypeParam>(problem, seed);
    const auto expected = host_transform(plan, problem, in);
    std::vector<std::vector<TypeParam>> results(4);
    {
        std::vector<std::jthread> threads;
        for (auto& result : results) {
            threads.emplace_back([&] {
                for (int turn = 0; turn < 20; ++turn) {
                    static_cast<void>(
                        HostPlan{problem, Effort::estimate, 1});  // plans while the others execute
                    result = host_transform(plan, problem, in);
                }
            });
        }
    }
    for (const auto& result : results) {
        EXPECT_EQ(result, expected);
    }
}

// 8 bytes from a 16-byte boundary is aligned to a complex value in single precision, not to a
// vector.
TEST(FftHostPlanArrays, may_be_aligned_to_a_complex_number_only)
{
    for (const Problem& problem : every_problem({16, 8, 12}, 1, Precision::fp32)) {
        const auto aligned_in = random_input<float>(problem, seed);
        auto in = poisoned<float>(input_bytes(problem) + 8);
        auto out = poisoned<float>(output_bytes(problem) + 8);
        std::copy(aligned_in.begin(), aligned_in.end(), in.begin() + 2);
        const bool in_place = problem.placement == Placement::in_place;
        const HostPlan plan{problem, Effort::estimate, 1};

        plan.execute(in.data() + 2, (in_place ? in : out).data() + 2);

        auto result = in_place ? in : out;
        result.erase(result.begin(), result.begin() + 2);
        EXPECT_LE(test::relative_l2(test::output_numbers(problem, result),
                                    test::exact_output(problem, aligned_in)),
                  test::fft_tolerance<float>(points(problem)))
            << describe(problem);
    }
}

TEST(FftHostPlanArrays, are_checked)
{
    const HostPlan plan{{.lengths = {4}}};
    std::vector<float> data(16);
    EXPECT_THROW(plan.execute(data.data(), data.data() + 8), std::invalid_argument);
    EXPECT_THROW(plan.execute(static_cast<const void*>(data.data()), nullptr),
                 std::invalid_argument);
}

// The problem has 2^35 values; planning touches no memory.
TEST(FftHostPlanArrays, may_have_more_than_two_to_the_31_elements)
{
    const HostPlan plan{{.lengths = {1 << 12}, .batch = 1LL << 23}, Effort::estimate, 1};
    EXPECT_THAT(plan.describe(), ::testing::HasSubstr(" c2c 4096 single, batch 8388608, in place"));
}

TEST(FftHostPlanWords, name_version_problem_threads_and_effort)
{
    const HostPlan plan{{.lengths = {256, 4, 2}, .kind = Kind::r2c, .precision = Precision::fp64},
                        Effort::measure,
                        2};
    EXPECT_THAT(plan.describe(), ::testing::MatchesRegex("FFTW 3\\.[0-9.]+ r2c 256x4x2 double, in "
                                                         "place, 2 threads, measure"));
    const HostPlan large{{.lengths = {1024, 1024}}};
    const int threads = std::min(omp_get_max_threads(), 41);
    EXPECT_THAT(large.describe(),
                ::testing::EndsWith("c2c 1024x1024 single, in place, " + std::to_string(threads) +
                                    (threads == 1 ? " thread" : " threads") + ", estimate"));
    EXPECT_THAT((HostPlan{{.lengths = {8}}}.describe()),
                ::testing::EndsWith(", 1 thread, estimate"));
}

TEST(FftHostPlanWords, refuse_what_cannot_be_planned)
{
    EXPECT_THROW(HostPlan{{.lengths = {0}}}, std::invalid_argument);
    try {
        const HostPlan plan{{.lengths = {4}}, Effort::estimate, -2};
        ADD_FAILURE() << "planned on -2 threads";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "a transform on -2 threads was asked for (somebody must do the work): give 1 "
                     "or more, or 0 for all");
    }
}

TEST(FftHostPlanThreads, leave_those_of_the_programs_own_plans_as_they_were)
{
    ASSERT_NE(Fftw<double>::init_threads(), 0);
    Fftw<double>::plan_with_threads(3);

    const HostPlan plan{{.lengths = {64}, .precision = Precision::fp64}, Effort::estimate, 2};

    EXPECT_EQ(Fftw<double>::planner_threads(), 3);
    Fftw<double>::plan_with_threads(1);
}

}  // namespace
}  // namespace tobiuo::fft
