// SPDX-License-Identifier: BSD-3-Clause
// Builds without a CUDA toolkit have no transforms on a GPU.
#include <tobiuo/error.hpp>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/engine.hpp"
#include "kernels/fft/out_of_card/engine.hpp"
#include "kernels/fft/ranks/exchanging_passes.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::fft {

/// engines_of() refuses the back end before.
const Engines& cuda_engines()
{
    static constexpr Engines none{};
    return none;
}

DeviceLimits limits_of_current_device()
{
    throw DeviceError{"no device to plan for: " + device::survey().reason};
}

Choices with_known_table(Choices choices)
{
    return choices;
}

OutOfCardEngine::OutOfCardEngine(const Problem& problem, const OutOfCardOptions& /*options*/,
                                 const TunedTable* /*table*/)
    : problem_{problem}
{
    require_device_for_rounds();
}

void validate_out_of_card(const Problem& /*problem*/, const OutOfCardOptions& /*options*/)
{
    require_device_for_rounds();
}

std::optional<ExchangingPasses> make_exchanging_passes(const Problem& /*problem*/,
                                                       const RankArray& /*array*/)
{
    return std::nullopt;
}

}  // namespace tobiuo::fft
