// SPDX-License-Identifier: BSD-3-Clause
// Plans of FFTW on fewer threads than they were made for.
#include "kernels/fft/host/fftw_planner.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/fft/host/fftw.hpp"
#include "kernels/fft/host/plan.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

/// A part of some work, as FFTW hands them out, and who did it.
struct Part {
    int times_done = 0;
    int threads = 0;  ///< of the team
};

void* note(char* part)
{
    auto* const its = reinterpret_cast<Part*>(part);  // NOLINT(*-reinterpret-cast): FFTW's way
    ++its->times_done;
    its->threads = omp_get_num_threads();
    return nullptr;
}

std::array<Part, 5> five_parts()
{
    std::array<Part, 5> parts{};
    // NOLINTNEXTLINE(*-reinterpret-cast): FFTW's way
    run_fftw_parts(note, reinterpret_cast<char*>(parts.data()), sizeof(Part), 5, nullptr);
    for (const Part& part : parts) {
        EXPECT_EQ(part.times_done, 1);
    }
    return parts;
}

TEST(FftwThreads, do_all_parts_on_as_many_as_are_allowed)
{
    EXPECT_EQ(five_parts().front().threads, 5);
    {
        const FftwThreads two{2};
        EXPECT_EQ(five_parts().front().threads, 2);
        {
            const FftwThreads one{1};
            EXPECT_EQ(five_parts().back().threads, 1);
        }
        EXPECT_EQ(five_parts().back().threads, 2);
    }
    EXPECT_EQ(five_parts().back().threads, 5);
}

int most_parts = 0;
int most_team = 0;

/// Does the parts as run_fftw_parts() does, and remembers how many there are, and of which team.
void watched_parts(void* (*work)(char*), char* parts, std::size_t bytes, int count, void* nothing)
{
    most_parts = std::max(most_parts, count);
    most_team = std::max(most_team, five_parts().front().threads);
    run_fftw_parts(work, parts, bytes, count, nothing);
}

TEST(FftwThreads, hold_for_the_plans_of_this_library)
{
    const Problem problem{.lengths = {64, 64, 16}, .precision = Precision::fp64};
    const HostPlan plan{problem, Effort::estimate, 3};
    const auto in = test::random_input<double>(problem, 1);
    Fftw<double>::set_loop(watched_parts, nullptr);
    static_cast<void>(test::host_transform(plan, problem, in));
    EXPECT_GT(most_parts, 1);
    EXPECT_EQ(most_team, 3) << "a plan for three threads that nothing else limits";
    most_team = 0;
    {
        const FftwThreads one{1};
        static_cast<void>(test::host_transform(plan, problem, in));
    }
    EXPECT_EQ(most_team, 1);
    Fftw<double>::set_loop(run_fftw_parts, nullptr);
}

TEST(FftwThreads, leave_the_bits_of_a_plan_as_they_are)
{
    const Problem problem{.lengths = {24, 35, 36}, .kind = Kind::c2c, .precision = Precision::fp64};
    const auto in = test::random_input<double>(problem, 1);
    const HostPlan plan{problem, Effort::estimate, 3};
    const auto three = test::host_transform(plan, problem, in);
    const FftwThreads one{1};
    EXPECT_EQ(test::host_transform(plan, problem, in), three);
}

}  // namespace
}  // namespace tobiuo::fft
