// SPDX-License-Identifier: BSD-3-Clause
// The model of several ranks: its limits, what it counts, and what it says about growth.
#include "app/scaling/model.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include <tobiuo/fft/distributed_plan.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/distributed_sweeps.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::scaling {
namespace {

constexpr Link fast{.bytes_per_second = 100e9, .latency_seconds = 5e-6, .overlaps = true};
constexpr SlabSolve solve{
    .planes = 1024, .modes = 1024 * 1024, .value_bytes = 8, .one_rank_seconds = 20e-3};
constexpr AllToAll transform{.planes = 1024,
                             .plane_values = 1024 * 1024,
                             .value_bytes = 16,
                             .chunks = 4,
                             .one_rank_seconds = 25e-3};
constexpr SlabSweeps sweeps{.planes = 510,
                            .plane_bytes = 1024 * 512 * 4,
                            .plane_bytes_of_all_arrays = 14.0 * 1024 * 512 * 4,
                            .sweeps_per_pass = 3,
                            .one_rank_seconds = 3e-3};

constexpr FlowSteps steps{
    .planes = 512, .plane_values = 512 * 512, .value_bytes = 8, .one_rank_seconds = 24e-3};

/// Calls expect(prediction on some ranks) for each of the models.
template <typename Expect>
void for_each_model(const Link& link, const Expect& expect)
{
    AllToAll there_and_back = transform;
    there_and_back.there_and_back = true;
    AllToAll solves = there_and_back;
    solves.solves = true;
    expect([&](int ranks) { return predicted(solve, ranks, link); });
    expect([&](int ranks) { return predicted(transform, ranks, link); });
    expect([&](int ranks) { return predicted(there_and_back, ranks, link); });
    expect([&](int ranks) { return predicted(solves, ranks, link); });
    expect([&](int ranks) { return predicted(sweeps, ranks, link); });
    expect([&](int ranks) { return predicted(steps, ranks, link); });
}

TEST(ScalingModel, one_rank_takes_what_it_was_measured_to_take)
{
    EXPECT_DOUBLE_EQ(predicted(solve, 1, fast).seconds, solve.one_rank_seconds);
    EXPECT_DOUBLE_EQ(predicted(transform, 1, fast).seconds, transform.one_rank_seconds);
    EXPECT_DOUBLE_EQ(predicted(sweeps, 1, fast).seconds, sweeps.one_rank_seconds);
    EXPECT_DOUBLE_EQ(predicted(steps, 1, fast).seconds, steps.one_rank_seconds);
    EXPECT_DOUBLE_EQ(predicted(steps, 1, fast).memory_bytes, 10 * 512 * steps.plane_bytes());
    for_each_model(fast, [](const auto& on) {
        EXPECT_EQ(on(1).bytes_sent, 0.0);
        EXPECT_EQ(on(1).exchange_seconds, 0.0);
    });
}

// Two thirds of the work are before the exchange, and half of the messages.
TEST(ScalingModel, passes_that_exchange_take_as_long_as_their_half_of_the_messages)
{
    AllToAll exchanging = transform;
    exchanging.in_passes = true;
    Link link = fast;
    EXPECT_EQ(predicted(exchanging, 2, link).seconds, predicted(transform, 2, link).seconds)
        << "no copies between devices";
    link.copies_rows = true;
    link.latency_seconds = 0.0;
    const double own = transform.one_rank_seconds / 2;
    const double half_bytes = 1024.0 * 1024 * 1024 * 16 / 2 / 2 / 2;
    EXPECT_DOUBLE_EQ(predicted(exchanging, 2, link).seconds, 2 * half_bytes / 100e9);
    link.bytes_per_second = half_bytes / (own / 2);
    EXPECT_DOUBLE_EQ(predicted(exchanging, 2, link).seconds, own * 2 / 3 + own / 2);
    link.bytes_per_second = half_bytes / (own / 4);
    EXPECT_DOUBLE_EQ(predicted(exchanging, 2, link).seconds, own);
    EXPECT_EQ(predicted(exchanging, 2, link).bytes_sent, 2 * half_bytes);
}

TEST(ScalingModel, a_link_without_limits_leaves_the_work)
{
    constexpr Link none{.bytes_per_second = 1e30, .latency_seconds = 0.0};
    for_each_model(none, [](const auto& on) {
        for (const int ranks : {2, 16, 128}) {
            EXPECT_DOUBLE_EQ(on(ranks).seconds, on(ranks).compute_seconds) << ranks;
        }
    });
}

TEST(ScalingModel, messages_take_longer_over_a_slower_link_and_never_less_than_none)
{
    constexpr Link slow{.bytes_per_second = 1e9, .latency_seconds = 50e-6, .overlaps = true};
    for (const int ranks : {2, 3, 64, 1024}) {
        std::vector<double> quick;
        for_each_model(fast, [&](const auto& on) { quick.push_back(on(ranks).seconds); });
        std::size_t at = 0;
        for_each_model(slow, [&](const auto& on) {
            EXPECT_GT(on(ranks).exchange_seconds, 0.0);
            EXPECT_GE(on(ranks).seconds, quick[at++]) << ranks;
        });
    }
}

TEST(ScalingModel, work_shrinks_and_overlap_never_costs_more_than_edges_sweep_twice)
{
    Link waits = fast;
    waits.overlaps = false;
    struct Time {
        double seconds;
        double compute_seconds;
    };
    std::vector<Time> without;
    for (const int ranks : {2, 4, 16, 64}) {
        for_each_model(waits, [&](const auto& on) {
            // But for the planes of all ranks, which slabs read at more than 1 TB/s.
            const double joining = 16.0 * 1024 * 1024 * ranks / 1e12;
            EXPECT_LT(on(2 * ranks).compute_seconds, on(ranks).compute_seconds + joining) << ranks;
            without.push_back({on(ranks).seconds, on(ranks).compute_seconds});
        });
    }
    std::size_t at = 0;
    for (const int ranks : {2, 4, 16, 64}) {
        for_each_model(fast, [&](const auto& on) {
            const Time& alone = without[at++];
            constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
            EXPECT_LE(on(ranks).seconds - (on(ranks).compute_seconds - alone.compute_seconds),
                      alone.seconds * (1 + rounding))
                << ranks;
            EXPECT_GE(on(ranks).seconds, on(ranks).exchange_seconds / 2) << ranks;
        });
    }
}

TEST(ScalingModel, edges_are_swept_first_only_where_that_hides_slow_messages)
{
    Link slow{.bytes_per_second = 1e9, .latency_seconds = 50e-6, .overlaps = true};
    Link waits = slow;
    waits.overlaps = false;
    EXPECT_LT(predicted(sweeps, 4, slow).seconds, predicted(sweeps, 4, waits).seconds);
    slow.copies_rows = true;  // on one machine
    EXPECT_DOUBLE_EQ(predicted(sweeps, 4, slow).seconds, predicted(sweeps, 4, waits).seconds);
}

TEST(ScalingModel, slabs_send_two_planes_to_every_rank_and_columns_a_part_to_each)
{
    for (const int ranks : {2, 4, 256}) {
        const double others = ranks - 1;
        EXPECT_DOUBLE_EQ(predicted(solve, ranks, fast).bytes_sent, others * 16.0 * 1024 * 1024);
        SlabSolve single = solve;
        single.told_bytes = 4;
        EXPECT_DOUBLE_EQ(predicted(single, ranks, fast).bytes_sent, others * 8.0 * 1024 * 1024);
        EXPECT_LT(predicted(single, ranks, fast).seconds, predicted(solve, ranks, fast).seconds);
        EXPECT_DOUBLE_EQ(predicted(solve, ranks, fast).memory_bytes -
                             predicted(single, ranks, fast).memory_bytes,
                         others * 8.0 * 1024 * 1024);
        // All ranks together send all numbers but those that stay.
        const double all = 1024.0 * 1024 * 1024 * 16;
        EXPECT_DOUBLE_EQ(ranks * predicted(transform, ranks, fast).bytes_sent,
                         all * others / ranks);
    }
}

TEST(ScalingModel, telling_takes_longer_than_own_planes_from_some_number_of_ranks_on)
{
    const int from = telling_takes_longer_from(solve, fast);
    ASSERT_GT(from, 2);
    const auto joining = [&](int ranks) {
        return predicted(solve, ranks, fast).seconds -
               solve.one_rank_seconds * PlaneShare{solve.planes, ranks}.part;
    };
    const auto own = [&](int ranks) {
        return solve.one_rank_seconds * PlaneShare{solve.planes, ranks}.part;
    };
    EXPECT_GT(joining(from), own(from));
    EXPECT_LE(joining(from - 1), own(from - 1));
    SlabSolve decays = solve;
    decays.squeezed = {1.0, 1.0};
    EXPECT_GT(telling_takes_longer_from(decays, fast), 2 * from);
}

TEST(ScalingModel, more_ranks_than_planes_change_nothing)
{
    for_each_model(fast, [](const auto& on) {
        EXPECT_DOUBLE_EQ(on(1024).seconds, on(1024).seconds);
        EXPECT_DOUBLE_EQ(on(4096).seconds, on(2048).seconds);
        EXPECT_DOUBLE_EQ(on(4096).memory_bytes, on(2048).memory_bytes);
    });
}

TEST(ScalingModel, counts_the_bytes_that_transforms_send)
{
    for (const bool both : {false, true}) {
        for (const int size : {2, 4}) {
            const AllToAll model{
                .planes = 8, .plane_values = 12 * 5, .value_bytes = 16, .there_and_back = both};
            test::on_ranks(size, [&](const Communicator& ranks) {
                const test::OnThreads one{1};
                const fft::DistributedPlan plan{
                    {.extents = {.x = 5, .y = 12, .z = 8}},
                    ranks,
                    {.backend = Backend::cpu,
                     .spectrum =
                         both ? fft::SpectrumLayout::same : fft::SpectrumLayout::transposed}};
                std::vector<std::complex<double>> data(static_cast<std::size_t>(8 * 12 * 5));
                plan.execute(data.data());
                EXPECT_EQ(static_cast<double>(plan.take_exchange_use_and_wait().bytes),
                          predicted(model, size, fast).bytes_sent);
            });
        }
    }
}

TEST(ScalingModel, counts_the_bytes_that_pencils_send)
{
    for (const bool both : {false, true}) {
        for (const int along_y : {1, 2, 3}) {
            const Pencils model{.z = 6,
                                .y = 12,
                                .x = 4,
                                .value_bytes = 16,
                                .along_z = 2,
                                .along_y = along_y,
                                .there_and_back = both};
            test::on_ranks(2 * along_y, [&](const Communicator& ranks) {
                const test::OnThreads one{1};
                const fft::DistributedPlan plan{
                    {.extents = {.x = 4, .y = 12, .z = 6}},
                    ranks,
                    {.backend = Backend::cpu,
                     .spectrum = both ? fft::SpectrumLayout::same : fft::SpectrumLayout::transposed,
                     .division = fft::RankDivision::pencils,
                     .ranks_along_z = 2}};
                std::vector<std::complex<double>> data(
                    static_cast<std::size_t>(plan.input_bytes()) / 16);
                plan.execute(data.data());
                EXPECT_EQ(static_cast<double>(plan.take_exchange_use_and_wait().bytes),
                          predicted(model, fast).bytes_sent);
            });
        }
    }
}

TEST(ScalingModel, pencils_go_on_where_slabs_end)
{
    const auto on = [](int along_z, int along_y, const Link& link, bool both) {
        const Pencils pencils{.z = 1024,
                              .y = 1024,
                              .x = 1024,
                              .value_bytes = 16,
                              .along_z = along_z,
                              .along_y = along_y,
                              .there_and_back = both,
                              .chunks_in_columns = 4,
                              .chunks_in_rows = 4,
                              .one_rank_seconds = transform.one_rank_seconds};
        return predicted(pencils, link);
    };
    constexpr Link none{.bytes_per_second = 1e30, .latency_seconds = 0.0, .copies_rows = true};
    constexpr Link slow{.bytes_per_second = 1e9, .latency_seconds = 50e-6, .overlaps = true};
    for (const bool both : {false, true}) {
        EXPECT_DOUBLE_EQ(on(1, 1, fast, both).seconds, transform.one_rank_seconds);
        EXPECT_DOUBLE_EQ(on(4, 8, none, both).seconds, transform.one_rank_seconds / 32);
        EXPECT_GT(on(4, 8, slow, both).seconds, on(4, 8, fast, both).seconds);
        EXPECT_GT(on(4, 8, fast, true).exchange_seconds, on(4, 8, fast, false).exchange_seconds);
        EXPECT_LT(on(64, 64, fast, both).memory_bytes, on(32, 32, fast, both).memory_bytes);
    }
    EXPECT_LT(on(64, 64, fast, false).seconds, predicted(transform, 4096, fast).seconds);
}

TEST(ScalingModel, counts_the_bytes_that_solves_by_slabs_send)
{
    poisson::Problem problem{.grid = box({.x = 6, .y = 5, .z = 8}, {1, 1, 1})};
    problem.sides.fill({poisson::Condition::dirichlet, poisson::Condition::dirichlet});
    const SlabSolve model{.planes = 8, .modes = 30, .value_bytes = 8};
    for (const int size : {2, 4}) {
        test::on_ranks(size, [&](const Communicator& ranks) {
            const test::OnThreads one{1};
            const poisson::DistributedSolver solver{problem, ranks, {.backend = Backend::cpu}};
            std::vector<double> u(static_cast<std::size_t>(30 * solver.planes().count));
            solver.solve(u.data(), u.data());
            EXPECT_EQ(static_cast<double>(solver.take_exchange_use_and_wait().bytes),
                      predicted(model, size, fast).bytes_sent);
        });
    }
}

/// The figures are those of an integral over all wave numbers.
TEST(ScalingModel, a_mode_is_told_as_far_as_its_wave_reaches)
{
    const auto heard = [](int ranks, std::int64_t planes, double bytes) {
        return mean_heard({.planes = planes * ranks, .value_bytes = bytes, .squeezed = {1.0, 1.0}},
                          ranks);
    };
    EXPECT_NEAR(heard(64, 32, 8), 2.6, 0.3);
    EXPECT_NEAR(heard(64, 8, 8), 7.5, 1.0);
    EXPECT_LT(heard(64, 32, 4), heard(64, 32, 8));
    EXPECT_EQ(heard(2, 32, 8), 1.0);
    EXPECT_EQ(heard(3, 32, 8), 2.0);
    EXPECT_EQ(mean_heard(solve, 64), 63.0) << "no axis decays";
}

TEST(ScalingModel, counts_the_bytes_of_ranks_that_are_not_heard_everywhere)
{
    poisson::Problem problem{.grid = box({.x = 8, .y = 8, .z = 60}, {1, 1, 60})};
    problem.sides.fill({poisson::Condition::periodic, poisson::Condition::periodic});
    constexpr int size = 6;
    const SlabSolve model{
        .planes = 60, .modes = 64, .value_bytes = 8, .squeezed = squeezed(problem.grid)};
    const double all = 5.0 * 2 * 64 * 8;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads one{1};
        const poisson::DistributedSolver solver{problem, ranks, {.backend = Backend::cpu}};
        std::vector<double> u(static_cast<std::size_t>(64 * solver.planes().count));
        solver.solve(u.data(), u.data());
        const auto sent = static_cast<double>(solver.take_exchange_use_and_wait().bytes);
        EXPECT_LT(sent, 0.7 * all);
        EXPECT_NEAR(sent, predicted(model, size, fast).bytes_sent, 0.2 * all);
    });
}

TEST(ScalingModel, counts_the_bytes_that_sweeps_send)
{
    const stencil::SweepRequest request{.shape = {11, 6, 7}, .precision = Precision::fp64};
    const SlabSweeps model{.planes = 9, .plane_bytes = 6 * 7 * 8};
    test::on_ranks(3, [&](const Communicator& ranks) {
        const test::OnThreads one{1};
        himeno::DistributedSweeps plan{request, test::kind_called("twin"), ranks};
        plan.load(*himeno::official_source(request.shape));
        std::vector<double> gosa(4);
        plan.sweep_and_wait(gosa);
        const auto bytes = static_cast<double>(plan.take_exchange_use_and_wait().bytes);
        if (ranks.rank() == 1) {  // between two neighbours
            EXPECT_EQ(bytes, 4 * predicted(model, 3, fast).bytes_sent);
        }
    });
}

}  // namespace
}  // namespace tobiuo::scaling
