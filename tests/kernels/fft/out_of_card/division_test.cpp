// SPDX-License-Identifier: BSD-3-Clause
// Chunks and their work arrays in device memory, without a device: limits are kept, and passes that
// share the slots of a chunk with their work array compute what they should.
#include "kernels/fft/out_of_card/division.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/line_passes.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::fft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(FftDivision, keeps_within_the_memory_that_it_may_take)
{
    for (const Problem& problem :
         {Problem{.lengths = {1024, 1024, 1024}, .precision = Precision::fp64},
          Problem{.lengths = {1 << 15, 1 << 15}, .precision = Precision::fp64},
          Problem{.lengths = {1 << 30}, .precision = Precision::fp64},
          Problem{.lengths = {17 * 1021, 23 * 1019}},
          Problem{.lengths = {1 << 30}, .kind = Kind::r2c}}) {
        constexpr std::int64_t limit = 4LL << 30;
        const Division division = divided(problem, limit, DeviceLimits{}, {});
        EXPECT_LE(division.device_bytes(), limit) << describe(problem);
        for (const Round& round : division.rounds.rounds) {
            EXPECT_GE(round.chunks.front().loads.front().row_bytes, 4 << 10) << describe(problem);
        }
    }
}

TEST(FftDivision, refuses_too_little_memory_in_one_sentence)
{
    const auto refused = [](const Problem& problem, std::int64_t bytes) {
        return test::refusal(
            [&] { static_cast<void>(divided(problem, bytes, DeviceLimits{}, {})); });
    };
    EXPECT_THAT(refused({.lengths = {256, 512, 1024}}, 1 << 14),
                AllOf(HasSubstr("c2c 1024x512x256 single"), HasSubstr("takes 16384 bytes"),
                      HasSubstr("a row of 1024 points is longer"), HasSubstr("allow it more")));
    EXPECT_THAT(
        refused({.lengths = {1 << 30}, .kind = Kind::c2r, .direction = Direction::inverse}, 1),
        HasSubstr("no two factors"));
}

/// Runs the passes of columns on the host as the engine does: from one slot to another, with the
/// first one as their work array.
template <typename T>
std::vector<T> transformed_in_slots(const Schedule& schedule, std::vector<T> from,
                                    std::size_t slot_values)
{
    from.resize(slot_values, test::poison<T>);
    std::vector<T> to(slot_values, test::poison<T>);
    const auto at = [&](Array array) { return array == Array::output ? to.data() : from.data(); };
    for (const Step& step : schedule.steps) {
        const auto& pass = std::get<PassStep>(step);
        test::LinePass<T>{pass.form}.run(at(pass.from), at(pass.to));
    }
    return to;
}

template <typename T>
void expect_right_in_slots(std::int64_t points, std::int64_t inner)
{
    const Problem problem{.lengths = {points, inner},
                          .precision = precision_of<T>,
                          .placement = Placement::out_of_place};
    const ChunkTask task{.task = Task::slowest_axis, .problem = problem};
    const Schedule schedule = schedule_of(task, DeviceLimits{}, {});
    const std::int64_t slot_values = std::max(schedule.work_values, points * inner);
    ASSERT_GT(schedule.work_values, 0) << "the axis needs no work array";
    ASSERT_EQ(work_place(task, schedule.work_values * complex_bytes(precision_of<T>),
                         slot_values * complex_bytes(precision_of<T>)),
              WorkPlace::other_slot);

    const std::vector<T> in = test::random_input<T>(problem, 2011);
    const std::vector<T> out =
        transformed_in_slots(schedule, in, static_cast<std::size_t>(2 * slot_values));

    const HostPlan plan{{.lengths = {points}, .precision = precision_of<T>}, Effort::estimate, 1};
    std::vector<T> expected(in.size());
    for (std::int64_t column = 0; column < inner; ++column) {
        std::vector<std::complex<T>> line;
        for (std::int64_t n = 0; n < points; ++n) {
            const auto place = static_cast<std::size_t>(2 * (n * inner + column));
            line.emplace_back(in[place], in[place + 1]);
        }
        void* const data = line.data();
        plan.execute(data, data);
        for (std::int64_t n = 0; n < points; ++n) {
            const auto place = static_cast<std::size_t>(2 * (n * inner + column));
            expected[place] = line[static_cast<std::size_t>(n)].real();
            expected[place + 1] = line[static_cast<std::size_t>(n)].imag();
        }
    }
    const std::vector<T> got(out.begin(), out.begin() + std::ssize(in));
    EXPECT_LE(test::relative_l2(test::output_numbers(problem, got),
                                test::output_numbers(problem, expected)),
              2 * test::fft_tolerance<T>(points))
        << describe(schedule);
}

TEST(FftDivision, columns_of_several_passes_work_in_their_two_slots)
{
    expect_right_in_slots<double>(1 << 14, 3);  // two passes
    expect_right_in_slots<float>(1 << 15, 2);
    expect_right_in_slots<double>(10'007, 3);  // a convolution
}

}  // namespace
}  // namespace tobiuo::fft
