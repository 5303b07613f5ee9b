#include "solvers/poisson/single_passes.hpp"

#include <cstddef>

namespace tobiuo::poisson {
namespace {

/// Times that all multiprocessors are filled with blocks.
long long waves(const fft::PassForm& form, const fft::DeviceLimits& limits)
{
    const long long places =
        static_cast<long long>(form.block.min_blocks_per_sm) * limits.multiprocessors;
    return (form.blocks() + places - 1) / places;
}

}  // namespace

void refine_single_passes(fft::Schedule& schedule, const SolveLines& lines,
                          const fft::PassBlocks& blocks, const fft::DeviceLimits& limits)
{
    fft::for_each_single_pass(schedule, [&](fft::PassForm& form, std::size_t number) {
        blocks.narrow(form, number);
        const auto tight = lines.without_padding(form);
        if (tight && waves(*tight, limits) < waves(form, limits)) {
            form = *tight;
        }
    });
}

}  // namespace tobiuo::poisson
