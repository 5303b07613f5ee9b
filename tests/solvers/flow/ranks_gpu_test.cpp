// SPDX-License-Identifier: BSD-3-Clause
// The flow solver on several ranks with GPUs against the one on one rank, on the CPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/precision.hpp"
#include "tests/solvers/flow/moving_bodies.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

/// The planes of a rank on its device.
template <typename T>
class DeviceRank {
public:
    DeviceRank(const Problem& problem, const Communicator& ranks, bool through_host_memory)
        : solver{problem,
                 ranks,
                 {.backend = Backend::cuda, .through_host_memory = through_host_memory}},
          planes_{problem.grid.axes[2].cells}
    {
        const Velocity<T> own = cut(sampled<T>(problem, swirl()), planes_, solver.planes());
        const auto u = uploaded(own.u);
        const auto v = uploaded(own.v);
        const auto w = uploaded(own.w);
        solver.start(u.data(), v.data(), w.data(), stream_.get());
        if (problem.scalar) {
            const auto scalar =
                uploaded(cut(sampled_at_centres<T>(problem, layers), planes_, solver.planes()));
            solver.set_scalar(scalar.data(), stream_.get());
        }
        device::synchronize(stream_.get());  // the arrays are read
    }

    void advance(double time_step, int steps)
    {
        for (int step = 0; step < steps; ++step) {
            solver.step(time_step, stream_.get());
        }
    }
    void advance(const ProblemAt& problem, double time_step, int steps)
    {
        for (int step = 0; step < steps; ++step) {
            solver.step(time_step, faces_of_step(problem, step * time_step, time_step),
                        stream_.get());
        }
    }

    void advance(const ObstaclesAt& obstacles, double time_step, int steps)
    {
        advance_moving(
            solver, obstacles, 0.0, time_step, steps,
            [&](double length) { solver.step(length, stream_.get()); }, stream_.get());
    }

    /// Compares what this rank has with its part of the flow on one.
    void expect_the_part_of(const Solver& alone) const
    {
        const Velocity<T> whole = velocity_of<T>(alone);
        const Velocity<T> own = cut(whole, planes_, solver.planes());
        const device::DeviceBuffer<T> u{own.u.size()};
        const device::DeviceBuffer<T> v{own.v.size()};
        const device::DeviceBuffer<T> w{own.w.size()};
        solver.velocity(u.data(), v.data(), w.data(), stream_.get());
        const Velocity<T> found{device::fetch_and_wait(u, stream_.get()),
                                device::fetch_and_wait(v, stream_.get()),
                                device::fetch_and_wait(w, stream_.get())};
        EXPECT_LT(largest_difference(found, own), after_steps_on_ranks<T>);
        if (alone.problem().scalar) {
            std::vector<T> scalar(whole.u.size());
            alone.scalar(scalar.data());
            solver.scalar(u.data(), stream_.get());
            EXPECT_LT(largest_difference(device::fetch_and_wait(u, stream_.get()),
                                         cut(scalar, planes_, solver.planes())),
                      after_steps_on_ranks<T>);
        }
        const Observed here = solver.observed_and_wait();
        const Observed there = alone.observed_and_wait();
        EXPECT_NEAR(here.kinetic_energy, there.kinetic_energy, after_steps_on_ranks<T>);
        EXPECT_NEAR(here.largest_rate, there.largest_rate,
                    after_steps_on_ranks<T> * there.largest_rate);
        EXPECT_LT(here.largest_divergence, 100.0 * after_steps_on_ranks<T>);
    }

    Solver solver;

private:
    [[nodiscard]] device::DeviceBuffer<T> uploaded(const std::vector<T>& values) const
    {
        return device::uploaded(values, stream_.get());
    }

    device::Stream stream_ = device::make_stream();
    std::int64_t planes_;
};

/// Calls work(communicator) on ranks that take turns with the devices.
template <typename Work>
void on_device_ranks(int size, const Work& work)
{
    SCOPED_TRACE(std::to_string(size) + " ranks");
    const auto devices = static_cast<int>(device::survey().devices.size());
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        work(ranks);
    });
}

class FlowRanksOnDevice : public test::OnDevice {};

template <typename T>
void expect_the_flow_of_one_rank(Problem problem, const std::vector<int>& sizes)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    Solver alone = started<T>(problem, swirl());
    if (problem.scalar) {
        alone.set_scalar(sampled_at_centres<T>(problem, layers).data());
    }
    advance(alone, 0.006, 3);
    for (const int size : sizes) {
        on_device_ranks(size, [&](const Communicator& ranks) {
            DeviceRank<T> rank{problem, ranks, size == 3};
            rank.advance(0.002, 3);
            rank.expect_the_part_of(alone);
        });
    }
}

TEST_F(FlowRanksOnDevice, compute_the_flow_of_one_rank)
{
    for (const Problem& problem : rank_problems()) {
        expect_the_flow_of_one_rank<double>(problem, {2, 3});
    }
    expect_the_flow_of_one_rank<double>(vortex_problem({32, 16, 24}, 0.01), {1, 2, 4});
}

TEST_F(FlowRanksOnDevice, compute_it_in_single_precision)
{
    for (const Problem& problem :
         {vortex_problem({32, 16, 24}, 0.01), channel_across(1), jet_across(0, true)}) {
        expect_the_flow_of_one_rank<float>(problem, {2});
    }
}

TEST_F(FlowRanksOnDevice, follow_faces_that_change)
{
    constexpr double time_step = 0.002;
    Solver alone = started(shaken_box(0.0), swirl());
    advance(alone, shaken_box, 0.0, 3 * time_step, 3);
    on_device_ranks(2, [&](const Communicator& ranks) {
        DeviceRank<double> rank{shaken_box(0.0), ranks, false};
        rank.advance(shaken_box, time_step, 3);
        rank.expect_the_part_of(alone);
    });
}

TEST_F(FlowRanksOnDevice, move_bodies_from_rank_to_rank)
{
    const Problem problem = box_around(piston_at, {16, 12, 15}, true);
    Solver alone = started(problem, swirl());
    alone.set_scalar(sampled_at_centres<double>(problem, layers).data());
    advance_moving(alone, piston_at, 0.0, 0.01, 8, [&](double length) { alone.step(length); });
    for (const int size : {2, 3}) {
        on_device_ranks(size, [&](const Communicator& ranks) {
            DeviceRank<double> rank{problem, ranks, size == 3};
            rank.advance(piston_at, 0.01, 8);
            rank.expect_the_part_of(alone);
        });
    }
}

}  // namespace
}  // namespace tobiuo::flow
