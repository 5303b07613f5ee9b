// SPDX-License-Identifier: BSD-3-Clause
// The random input of transforms.
#include "app/bench/fft/testbeds.hpp"
#include "app/bench/peers/fftw.hpp"

namespace tobiuo::fft_bench {
namespace {

/// Value `index` of SplitMix64 (G. L. Steele et al., OOPSLA 2014), which needs no other value, so
/// that all threads can fill an array.
std::uint64_t random_bits(std::uint64_t index)
{
    std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

template <typename T>
void fill(bench::Bytes& bytes)
{
    auto* values = reinterpret_cast<T*>(bytes.data());
    const auto count = static_cast<std::int64_t>(bytes.size() / sizeof(T));
#pragma omp parallel for
    for (std::int64_t n = 0; n < count; ++n) {
        constexpr unsigned kept = 24;  // bits that both precisions hold exactly
        const auto bits = random_bits(static_cast<std::uint64_t>(n)) >> (64U - kept);
        values[n] = static_cast<T>(static_cast<double>(bits) / (1U << kept) - 0.5);
    }
}

}  // namespace

std::int64_t testbed_bytes(const fft::Problem& problem)
{
    const bool in_place = problem.placement == fft::Placement::in_place;
    return 2 * fft::input_bytes(problem) + (in_place ? 0 : fft::output_bytes(problem));
}

void fill_random(const fft::Problem& problem, bench::Bytes& input)
{
    if (problem.precision == Precision::fp32) {
        fill<float>(input);
    } else {
        fill<double>(input);
    }
    if (problem.kind == fft::Kind::c2r) {
        // Real rows in place are padded to their spectrum, as is the input of c2r in both
        // placements.
        fft::Problem forward = problem;
        forward.kind = fft::Kind::r2c;
        forward.direction = fft::Direction::forward;
        forward.placement = fft::Placement::in_place;
        void* data = input.data();
        bench::plan_fftw(forward)->execute(data, data);
    }
}

bench::Bytes random_input(const fft::Problem& problem)
{
    bench::Bytes bytes{static_cast<std::size_t>(fft::input_bytes(problem))};
    fill_random(problem, bytes);
    return bytes;
}

}  // namespace tobiuo::fft_bench
