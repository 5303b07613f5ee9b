// SPDX-License-Identifier: BSD-3-Clause
// Copies of a flow's state and pressure, each made once between two steps.
#include "app/run/flow/flow_copies.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tests/app/output/gate.hpp"
#include "tests/support/asleep.hpp"
#include "tests/support/counting_machine.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

/// An engine on the CPU whose arrays are copied, which counts it.
struct CountedEngine {
    explicit CountedEngine(const flow::Problem& problem)
        : engine{problem, Backend::cpu, std::make_unique<test::CountingMachine>(counts)}
    {
    }
    [[nodiscard]] int states()
    {
        return counts
            .reads[static_cast<std::size_t>(engine.solver().state_values()) * sizeof(double)];
    }
    [[nodiscard]] int pressures()
    {
        return counts.reads[static_cast<std::size_t>(flow::points(engine.solver().problem())) *
                            sizeof(double)];
    }

    test::MachineCounts counts;
    FlowEngine<double> engine;
};

TEST(FlowCopies, are_made_once_between_two_steps_and_only_where_they_are_looked_at)
{
    const flow::Problem problem{.grid = box({.x = 4, .y = 4, .z = 4}, {1, 1, 1}), .viscosity = 1};
    CountedEngine counted{problem};
    FlowEngine<double>& engine = counted.engine;
    WriterThread writer;
    FlowCopies<double> copies{engine, problem, writer};
    engine.start({std::vector<double>(64, 1.0), std::vector<double>(64), std::vector<double>(64)},
                 {});
    EXPECT_EQ(copies.state_and_wait().front(), 1.0);
    EXPECT_EQ(counted.pressures(), 0);
    EXPECT_EQ(copies.arrays_and_wait().pressure.size(), 64U);
    EXPECT_EQ(copies.arrays_and_wait().state.front(), 1.0);
    EXPECT_EQ(counted.states(), 1);
    EXPECT_EQ(counted.pressures(), 1);
    engine.step(0.001);
    copies.expire();
    static_cast<void>(copies.pressure_and_wait());
    EXPECT_EQ(counted.states(), 1);
    EXPECT_EQ(counted.pressures(), 2);
    const std::vector<double> rest(copies.state_and_wait().size(), 0.0);
    EXPECT_EQ(counted.states(), 2);
    const test::TemporaryFolder folder;
    const auto bytes = std::as_bytes(std::span{rest});
    const auto file = folder.write("state", std::string(bytes.size(), '\0'));
    copies.resume({.path = file, .state_at = 0, .state_bytes = bytes.size()});
    EXPECT_EQ(copies.state_and_wait().front(), 0.0);
    EXPECT_EQ(counted.states(), 2);
    EXPECT_EQ(copies.arrays_and_wait().pressure.size(), 64U);
    EXPECT_EQ(counted.pressures(), 3);
}

/// Advances the velocity by a force that makes it larger by 1 in each step.
class HeldCopies : public ::testing::Test {
protected:
    void step()
    {
        engine_.step(1.0);
        copies_.expire();
    }

    flow::Problem problem_{
        .grid = box({.x = 4, .y = 4, .z = 4}, {4, 4, 4}), .viscosity = 0, .force = {1, 0, 0}};
    FlowEngine<double> engine_ = make_flow_engine<double>({}, problem_, {});
    WriterThread writer_;
    FlowCopies<double> copies_{engine_, problem_, writer_};
    const std::vector<double> zero_ = std::vector<double>(64);
};

TEST_F(HeldCopies, copies_stay_until_they_are_written_while_later_ones_are_made)
{
    engine_.start({zero_, zero_, zero_}, {});
    test::Gate disk;
    step();
    const std::span<const double> first = copies_.state_and_wait();
    copies_.hold_for(writer_.submit(disk.job()));
    EXPECT_EQ(copies_.state_and_wait().data(), first.data()) << "reading them goes on";
    for (int more = 0; more < 2; ++more) {
        step();
        EXPECT_NE(copies_.state_and_wait().data(), first.data());
        EXPECT_DOUBLE_EQ(copies_.state_and_wait().front(), 2.0 + more);
        EXPECT_DOUBLE_EQ(first.front(), 1.0);
    }
    copies_.hold_for(writer_.submit([] {}));
    disk.open();
    writer_.drain();
    step();
    EXPECT_NE(copies_.state_and_wait().data(), first.data()) << "no other pair is needed";
}

TEST_F(HeldCopies, a_third_copy_waits_for_the_first_one)
{
    engine_.start({zero_, zero_, zero_}, {});
    test::Gate disk;
    double written = 0.0;
    for (int copy = 0; copy < 2; ++copy) {
        step();
        const std::span<const double> state = copies_.state_and_wait();
        copies_.hold_for(writer_.submit([&, state, wait = disk.job()] {
            wait();
            written += state.front();
        }));
    }
    step();
    std::promise<pid_t> thread;
    auto third = std::async(std::launch::async, [&] {
        thread.set_value(::gettid());
        return copies_.state_and_wait().front();
    });
    test::wait_until_asleep(thread.get_future().get());
    EXPECT_EQ(third.wait_for(std::chrono::seconds{0}), std::future_status::timeout);
    disk.open();
    EXPECT_DOUBLE_EQ(third.get(), 3.0);
    writer_.drain();
    EXPECT_DOUBLE_EQ(written, 1.0 + 2.0) << "neither was written over";
}

}  // namespace
}  // namespace tobiuo
