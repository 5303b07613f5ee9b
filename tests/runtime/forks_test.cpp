// SPDX-License-Identifier: BSD-3-Clause
// Children of a fork: parallel loops there get new threads, plans of the parent work, and drivers
// of devices that the parent has started are refused.
#include "runtime/forks.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <complex>
#include <mutex>
#include <thread>
#include <tobiuo/error.hpp>
#include <tobiuo/fft/plan.hpp>
#include <vector>

#include "kernels/fft/host/plan.hpp"

namespace tobiuo {
namespace {

constexpr unsigned patience = 60;  // seconds, after which a child that waits is ended

/// Runs work() in a forked child; whether it returned true there.
template <typename Work>
bool in_child(const Work& work)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(patience);
        _exit(work() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0;
}

int threads_that_meet()
{
    int count = 0;
#pragma omp parallel num_threads(3) reduction(+ : count)
    count += 1;
    return count;
}

TEST(Forks, loops_of_a_child_have_threads_of_its_own)
{
    const int together = threads_that_meet();
    for (int again = 0; again < 3; ++again) {
        EXPECT_TRUE(in_child([&] { return threads_that_meet() == together; }));
    }
    EXPECT_EQ(threads_that_meet(), together);
}

TEST(Forks, a_child_forks_a_child)
{
    const int together = threads_that_meet();
    EXPECT_TRUE(in_child([&] {
        return threads_that_meet() == together &&
               in_child([&] { return threads_that_meet() == together; });
    }));
}

TEST(Forks, a_plan_of_the_parent_transforms_in_the_child)
{
    for (const std::int64_t length : {64, 61}) {  // in tiles of lines, and by FFTW
        const fft::Plan plan{
            {.extents = {length, 64, 64}, .placement = fft::Placement::out_of_place},
            {.backend = Backend::cpu, .threads = 2}};
        const auto points = static_cast<std::size_t>(length * 64 * 64);
        std::vector<std::complex<double>> in(points, {1.0, -0.5});
        std::vector<std::complex<double>> out(points);
        plan.execute(in.data(), out.data());
        const auto transforms_alike = [&] {
            std::vector<std::complex<double>> again(points);
            plan.execute(in.data(), again.data());
            return again == out;
        };
        EXPECT_TRUE(in_child(transforms_alike)) << length;
        EXPECT_TRUE(transforms_alike()) << length;
    }
}

TEST(Forks, no_child_finds_a_mutex_of_another_thread)
{
    ForkMutex mutex;
    std::atomic<bool> ends = false;
    std::thread other{[&] {
        while (!ends) {
            const std::lock_guard lock{mutex};
            std::this_thread::sleep_for(std::chrono::microseconds{100});
        }
    }};
    for (int again = 0; again < 20; ++again) {
        EXPECT_TRUE(in_child([&] {
            const std::lock_guard lock{mutex};
            return true;
        }));
    }
    ends = true;
    other.join();
    const ForkMutex after;  // the list of all is whole
    EXPECT_TRUE(in_child([] { return true; }));
}

// The first transform of arrays that are less aligned than those planned for makes another plan.
TEST(Forks, a_child_transforms_by_a_plan_for_which_another_thread_plans_again)
{
    constexpr std::int64_t points = 4 * 61;
    const auto transforms = [](const fft::HostPlan& plan) {
        std::vector<std::complex<float>> array(points + 1, {1.0F, 0.0F});
        std::complex<float>* const unaligned = array.data() + 1;
        plan.execute(unaligned, unaligned);
        return std::abs(unaligned[0].real() - static_cast<float>(points)) < 1e-3F;
    };
    for (int again = 0; again < 20; ++again) {
        const fft::HostPlan plan{
            {.lengths = {points}, .kind = fft::Kind::c2c, .precision = Precision::fp32},
            fft::Effort::estimate,
            1};
        std::atomic<bool> begins = false;
        std::thread other{[&] {
            begins = true;
            EXPECT_TRUE(transforms(plan));
        }};
        while (!begins) {
        }
        EXPECT_TRUE(in_child([&] { return transforms(plan); }));
        other.join();
        EXPECT_TRUE(transforms(plan));
    }
}

TEST(Forks, drivers_that_the_parent_has_started_are_refused_in_the_child)
{
    EXPECT_TRUE(in_child([] {
        note_started(Backend::opencl);  // in a child, so that the tests keep theirs
        return !lost_by_fork(Backend::opencl) && in_child([] {
            const auto reason = unsupported_reason(Backend::opencl);
            try {
                require_not_lost_by_fork(Backend::opencl);
            } catch (const DeviceError&) {
                return reason && reason->find("OpenCL") != std::string::npos &&
                       !lost_by_fork(Backend::cpu);
            }
            return false;
        });
    }));
    EXPECT_FALSE(lost_by_fork(Backend::opencl));
}

}  // namespace
}  // namespace tobiuo
