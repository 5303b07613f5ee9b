// Plans of FFTW on fewer threads than they were made for.
#include "kernels/fft/host/fftw_threads.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <array>

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
