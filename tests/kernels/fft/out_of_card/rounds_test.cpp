// SPDX-License-Identifier: BSD-3-Clause
// Every decomposition into rounds, run on the host: chunk by chunk it gives the whole transform.
#include "kernels/fft/out_of_card/rounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/out_of_card/fold_ends.hpp"
#include "kernels/fft/out_of_card/twiddle_transpose.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/memory/host_rows.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/tolerance.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::every_transform;
using test::poisoned;
using test::random_input;
using test::reference_problem;
using test::refusal;
using ::testing::HasSubstr;

constexpr unsigned seed = 2011;

/// Transforms the middle axis of [batch][points][inner], line by line, by a plan of one line.
template <typename T>
void transform_slowest_axis(const HostPlan& plan, const Problem& problem, Complex<T>* values)
{
    const std::int64_t points = problem.lengths.front();
    const std::int64_t inner = problem.lengths.size() > 1 ? problem.lengths.back() : 1;
    std::vector<Complex<T>> line(static_cast<std::size_t>(points));
    for (std::int64_t column = 0; column < problem.batch * inner; ++column) {
        Complex<T>* const first = values + column / inner * points * inner + column % inner;
        for (std::int64_t n = 0; n < points; ++n) {
            line[static_cast<std::size_t>(n)] = first[n * inner];
        }
        plan.execute(line.data(), line.data());
        for (std::int64_t n = 0; n < points; ++n) {
            first[n * inner] = line[static_cast<std::size_t>(n)];
        }
    }
}

/// Runs rounds on the host, with one block of memory in the place of the device's.
template <typename T>
class HostMachine {
public:
    HostMachine(const Rounds& rounds, void* in, void* out)
        : rounds_{rounds},
          work_(static_cast<std::size_t>(rounds.host_work_bytes)),
          arrays_{static_cast<std::byte*>(in), static_cast<std::byte*>(out), work_.data()},
          axis_twiddles_{std::max<std::int64_t>(rounds.factored, 1)},
          fold_twiddles_{2 * std::max<std::int64_t>(rounds.folded, 1)}
    {
    }

    void load(const Round& round, const Chunk& chunk)
    {
        EXPECT_LE(chunk.bytes(), rounds_.chunk_bytes);
        block_.assign(static_cast<std::size_t>(chunk.bytes()), std::byte{0xff});
        memory::gather(chunk.loads, array(round.from), block_.data());
    }

    void compute(const Round& round, const Chunk& chunk)
    {
        const ChunkTask& task = round.tasks.at(chunk.task);
        auto* const values = reinterpret_cast<Complex<T>*>(block_.data());
        std::vector<std::byte> result(block_.size(), std::byte{0xff});
        auto* const transposed = reinterpret_cast<Complex<T>*>(result.data());
        const bool inverse = task.problem.direction == Direction::inverse;
        const std::int64_t lines = task.problem.lengths.front();
        switch (task.task) {
            case Task::all_axes: {
                void* const out = task.in_place() ? block_.data() : result.data();
                plan_of(task.problem).execute(static_cast<void*>(block_.data()), out);
                break;
            }
            case Task::slowest_axis:
                transform_slowest_axis(plan_of_line(task.problem), task.problem, values);
                result = block_;
                break;
            case Task::first_factor: {
                transform_slowest_axis(plan_of_line(task.problem), task.problem, values);
                const std::int64_t columns = chunk.loaded_bytes() / (lines * 2 * sizeof_real);
                for (const HostRows& rows : chunk.stores) {
                    const std::int64_t first_row = rows.in_block / (columns * 2 * sizeof_real);
                    twiddle_transpose_on_host<T>(
                        {.in = values + first_row * columns,
                         .out = transposed + first_row * columns,
                         .rows = rows.bytes() / (columns * 2 * sizeof_real),
                         .first_row = first_row,
                         .columns = columns,
                         .first = chunk.first,
                         .twiddles = axis_twiddles_.view(),
                         .inverse = inverse});
                }
                break;
            }
            case Task::fold: {
                fold_({.near = values,
                       .far = values + lines,
                       .count = lines,
                       .first = chunk.first,
                       .pairs = rounds_.folded,
                       .twiddles = fold_twiddles_.view(),
                       .inverse = inverse},
                      lines, nullptr);
                break;
            }
        }
        if (!task.in_place()) {
            block_ = result;
        }
    }

    void store(const Round& round, const Chunk& chunk)
    {
        memory::scatter(chunk.stores, block_.data(), array(round.to));
    }

    void finish(const Round& /*round*/) {}

private:
    static constexpr std::int64_t sizeof_real = sizeof(T);

    [[nodiscard]] std::byte* array(HostArray which) const
    {
        return arrays_.at(static_cast<std::size_t>(which));
    }

    const HostPlan& plan_of(const Problem& problem)
    {
        for (const auto& [known, plan] : plans_) {
            if (known == problem) {
                return plan;
            }
        }
        plans_.emplace_back(problem, HostPlan{problem, Effort::estimate, 1});
        return plans_.back().second;
    }
    const HostPlan& plan_of_line(Problem problem)
    {
        problem.lengths.resize(1);
        problem.placement = Placement::in_place;
        problem.batch = 1;
        return plan_of(problem);
    }

    const Rounds& rounds_;
    std::vector<std::byte> work_;
    std::array<std::byte*, 3> arrays_;
    HostTwiddles<T> axis_twiddles_;
    HostTwiddles<T> fold_twiddles_;
    runtime::ForEach<FoldEnds<T>> fold_{*runtime::make_host_machine()};
    std::vector<std::byte> block_;
    std::vector<std::pair<Problem, HostPlan>> plans_;
};

template <typename T>
std::vector<T> transformed(const Problem& problem, const Rounds& rounds, std::vector<T> in)
{
    std::vector<T> out = problem.placement == Placement::in_place
                             ? std::vector<T>{}
                             : poisoned<T>(output_bytes(problem));
    const bool in_place = problem.placement == Placement::in_place;
    HostMachine<T> machine{rounds, in.data(), in_place ? in.data() : out.data()};
    run_rounds(rounds, machine);
    return in_place ? in : out;
}

template <typename T>
class FftRounds : public ::testing::Test {
protected:
    /// Checks all kinds of a transform in chunks of `bytes`, and the number of their rounds.
    static void check(const Extents& extents, std::int64_t bytes,
                      const std::set<std::size_t>& counts)
    {
        for (const Transform& transform : every_transform<T>(extents, 2)) {
            Problem problem = reference_problem(transform);
            while (problem.lengths.size() > 1 && problem.lengths.front() == 1) {
                problem.lengths.erase(problem.lengths.begin());
            }
            const Rounds rounds = make_rounds(problem, bytes);
            EXPECT_LE(rounds.chunk_bytes, bytes) << fft::describe(transform);
            EXPECT_TRUE(counts.contains(rounds.rounds.size()))
                << fft::describe(transform) << ": " << fft::describe(rounds);
            const auto in = random_input<T>(problem, seed);
            const auto out = transformed(problem, rounds, in);
            EXPECT_LE(
                test::relative_l2(test::output_numbers(problem, out),
                                  test::output_numbers(problem, test::host_transform(problem, in))),
                2 * test::fft_tolerance<T>(points(problem)))
                << fft::describe(transform) << ": " << fft::describe(rounds);
        }
    }
    static std::int64_t bytes(std::int64_t values)
    {
        return values * 2 * static_cast<std::int64_t>(sizeof(T));
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftRounds, Reals);

TYPED_TEST(FftRounds, are_one_where_a_transform_is_a_chunk)
{
    this->check({12, 10, 6}, this->bytes(12 * 10 * 6), {1});
    this->check({30}, this->bytes(30), {1});
}

TYPED_TEST(FftRounds, are_two_where_planes_are_chunks)
{
    this->check({12, 10, 16}, this->bytes(12 * 10 * 3), {2});
    this->check({12, 10, 16}, this->bytes(12 * 10), {2});
    this->check({15, 9, 7}, this->bytes(15 * 9), {2});
    this->check({12, 60}, this->bytes(90), {2});
    this->check({16, 1, 20}, this->bytes(64), {2});
}

TYPED_TEST(FftRounds, are_three_where_only_rows_are_chunks)
{
    this->check({16, 20, 12}, this->bytes(20), {3});
    this->check({15, 8, 12}, this->bytes(15 * 3), {3});
}

TYPED_TEST(FftRounds, divide_a_single_axis_into_factors)
{
    // Rows of c2c take two rounds, and real ones a third; shorter half spectra may fit.
    this->check({240}, this->bytes(40), {2, 3});
    this->check({256}, this->bytes(16), {2, 3});
    this->check({.x = 252}, this->bytes(84), {2, 3});
}

TEST(FftRoundsRefusal, names_what_does_not_fit)
{
    const auto made = [](const Problem& problem, std::int64_t bytes) {
        return [=] { static_cast<void>(make_rounds(problem, bytes)); };
    };
    EXPECT_THAT(refusal(made({.lengths = {8, 64}}, 8 * 63)), HasSubstr("a row of 64 points"));
    EXPECT_THAT(refusal(made({.lengths = {64, 8}}, 8 * 63)), HasSubstr("a line of 64 points"));
    EXPECT_THAT(refusal(made({.lengths = {1009}}, 8 * 500)), HasSubstr("no two factors"));
    EXPECT_THAT(refusal(made({.lengths = {1001}, .kind = Kind::r2c}, 8 * 100)),
                HasSubstr("if the number were even"));
}

TEST(FftRounds1024, move_the_data_of_a_cube_twice_each_way_in_long_rows)
{
    const Problem cube{.lengths = {1024, 1024, 1024}, .precision = Precision::fp64};
    const Rounds rounds = make_rounds(cube, 1LL << 30);
    ASSERT_EQ(rounds.rounds.size(), 2U);
    for (const Round& round : rounds.rounds) {
        EXPECT_EQ(round.loaded_bytes(), input_bytes(cube));
        EXPECT_EQ(round.stored_bytes(), input_bytes(cube));
        EXPECT_GE(round.chunks.front().loads.front().row_bytes, 32 << 10);
    }
    const Rounds line =
        make_rounds({.lengths = {1LL << 30}, .precision = Precision::fp64}, 1LL << 30);
    ASSERT_EQ(line.rounds.size(), 2U);
    EXPECT_EQ(line.host_work_bytes, 1LL << 34);
    EXPECT_EQ(line.factored, 1LL << 30);
    EXPECT_GE(line.rounds.front().chunks.front().loads.front().row_bytes, 8 << 10);
    const Problem along_z{.lengths = {1LL << 30, 1, 1}, .precision = Precision::fp64};
    EXPECT_EQ(describe(make_rounds(along_z, 1LL << 30)), describe(line));
}

}  // namespace
}  // namespace tobiuo::fft
