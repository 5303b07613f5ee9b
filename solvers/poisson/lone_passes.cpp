#include "solvers/poisson/lone_passes.hpp"

#include <cstddef>
#include <variant>

namespace tobiuo::poisson {
namespace {

/// Times that all multiprocessors are filled with blocks.
long long waves(const fft::PassForm& form, const fft::DeviceLimits& limits)
{
    const long long places =
        static_cast<long long>(form.block.resident_blocks) * limits.multiprocessors;
    return (form.blocks() + places - 1) / places;
}

}  // namespace

void refine_lone_passes(fft::Schedule& schedule, const SolveLines& lines,
                        const fft::PassBlocks& blocks, const fft::DeviceLimits& limits)
{
    std::size_t pass = 0;
    for (fft::Step& step : schedule.steps) {
        if (std::holds_alternative<fft::MergedStep>(step)) {
            pass += 2;
            continue;
        }
        fft::PassForm& form = std::get<fft::PassStep>(step).form;
        if (form.block.load_along && form.block.store_along) {
            blocks.narrow(form, pass);
        } else if (const auto tight = lines.without_padding(form);
                   tight && waves(*tight, limits) < waves(form, limits)) {
            form = *tight;
        }
        ++pass;
    }
}

}  // namespace tobiuo::poisson
