// SPDX-License-Identifier: BSD-3-Clause
// The memory that FFTW may need is asked for before FFTW does, which would end the process.
#include "kernels/fft/host/fftw_memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <new>
#include <tobiuo/fft/plan.hpp>
#include <tobiuo/fft/r2r_plan.hpp>

namespace tobiuo::fft {
namespace {

constexpr std::int64_t prime = 1'000'000'007;

/// Whether work() throws std::bad_alloc in a child whose address space is small.
template <typename Work>
bool is_out_of_memory(const Work& work)
{
    const pid_t child = fork();
    if (child == 0) {
        constexpr rlim_t small = rlim_t{4} << 30;
        const rlimit limit{.rlim_cur = small, .rlim_max = small};
        setrlimit(RLIMIT_AS, &limit);
        try {
            work();
        } catch (const std::bad_alloc&) {
            _exit(0);
        } catch (...) {
            _exit(1);
        }
        _exit(2);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0;
}

TEST(FftwMemory, a_long_prime_length_is_out_of_memory_and_no_end_of_the_process)
{
    for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r}) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            EXPECT_TRUE(is_out_of_memory([&] {
                const Plan plan{{.extents = {prime, 1, 1}, .kind = kind, .placement = placement},
                                {.backend = Backend::cpu, .threads = 1}};
            }));
        }
    }
}

TEST(FftwMemory, so_is_one_of_cosines_and_sines)
{
    for (const R2rKind kind : {R2rKind::dct_1, R2rKind::dct_2, R2rKind::dst_1, R2rKind::dst_4}) {
        EXPECT_TRUE(is_out_of_memory([&] {
            const R2rPlan plan{{.extents = {prime, 1, 1}, .kinds = {kind, kind, kind}},
                               {.backend = Backend::cpu, .threads = 1}};
        }));
    }
}

TEST(FftwMemory, a_prime_length_counts_more_than_a_product_and_every_thread_has_its_own)
{
    constexpr std::array<std::int64_t, 1> product{1 << 20};
    constexpr std::array<std::int64_t, 1> near{(1 << 20) - 3};  // a prime
    EXPECT_LT(fftw_memory(product, 1).to_plan, fftw_memory(near, 1).to_plan);
    EXPECT_LT(fftw_memory(product, 1).to_execute, fftw_memory(near, 1).to_execute);
    EXPECT_EQ(fftw_memory(near, 4).to_execute, 4 * fftw_memory(near, 1).to_execute);
    EXPECT_GE(fftw_r2r_memory(product, 1).to_plan, fftw_memory(product, 1).to_plan);
}

TEST(FftwMemory, more_than_an_address_reaches_is_refused)
{
    constexpr std::array<std::int64_t, 1> endless{std::int64_t{1} << 58};
    const FftwMemory memory = fftw_memory(endless, 64);
    EXPECT_THROW(require_memory_to_execute(memory, 16), std::bad_alloc);
    EXPECT_NO_THROW(require_memory(1));
}

}  // namespace
}  // namespace tobiuo::fft
