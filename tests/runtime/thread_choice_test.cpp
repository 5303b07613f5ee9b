// SPDX-License-Identifier: BSD-3-Clause
// Several threads work unless they lose time against one.
#include "runtime/thread_choice.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace tobiuo {
namespace {

/// A machine whose clock only work moves.
class Machine {
public:
    /// Lets work be done for some seconds, in which several threads take `several` seconds and one
    /// takes `alone`. Returns the seconds of an execution, on average.
    double work(ThreadChoice& choice, double seconds, double several, double alone)
    {
        int executions = 0;
        double all = 0.0;
        for (; all < seconds; ++executions) {
            const int threads = choice.threads(now_);
            const double took = threads == 1 ? alone : several;
            now_ += std::chrono::duration_cast<ThreadChoice::Clock::duration>(
                std::chrono::duration<double>(took));
            choice.took(threads, took, now_);
            all += took;
        }
        return all / executions;
    }

private:
    ThreadChoice::Clock::time_point now_;
};

TEST(ThreadChoice, several_threads_work_where_they_are_faster)
{
    ThreadChoice choice{2, 1e-3};
    EXPECT_NEAR(Machine{}.work(choice, 1.0, 0.6e-3, 1e-3), 0.6e-3, 1e-9);
}

TEST(ThreadChoice, one_thread_works_beside_another_job_and_looks_now_and_then)
{
    ThreadChoice choice{2, 1e-3};
    Machine machine;
    EXPECT_LT(machine.work(choice, 10.0, 24e-3, 1e-3), 1.1e-3);
    // The processors are free again.
    static_cast<void>(machine.work(choice, 1.0, 0.6e-3, 1e-3));
    EXPECT_NEAR(machine.work(choice, 1.0, 0.6e-3, 1e-3), 0.6e-3, 1e-9);
}

TEST(ThreadChoice, a_single_delay_changes_nothing)
{
    ThreadChoice choice{16, 1e-3};
    Machine machine;
    static_cast<void>(machine.work(choice, 3e-3, 4e-3, 1e-3));
    EXPECT_NEAR(machine.work(choice, 1.0, 0.1e-3, 1e-3), 0.1e-3, 1e-9);
}

TEST(ThreadChoice, a_wrong_estimate_is_measured_anew)
{
    ThreadChoice choice{2, 1e-6};
    Machine machine;
    static_cast<void>(machine.work(choice, 1.0, 0.6e-3, 1e-3));
    EXPECT_NEAR(machine.work(choice, 1.0, 0.6e-3, 1e-3), 0.6e-3, 1e-9);
}

TEST(ThreadChoice, long_work_gets_all_threads)
{
    ThreadChoice choice{2, 1.0};
    EXPECT_NEAR(Machine{}.work(choice, 100.0, 1.5, 1.0), 1.5, 1e-9);
}

TEST(ThreadChoice, work_returns_its_result_from_the_threads_it_gets)
{
    ThreadChoice choice{3, 1.0};
    EXPECT_EQ(choice.run([](int threads) { return 10 * threads; }), 30);
    ThreadChoice alone{1, 1.0};
    EXPECT_EQ(alone.run([](int threads) { return threads; }), 1);
}

}  // namespace
}  // namespace tobiuo
