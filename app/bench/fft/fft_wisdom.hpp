// What `tobiuo tune fft` found for a transform on this machine's GPU.
#pragma once

#include <string>
#include <vector>

#include "app/run/himeno_wisdom.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/tuning/wisdom.hpp"

namespace tobiuo {

/// The situation of a problem on CUDA device `device` of this machine, which must be there.
[[nodiscard]] tuning::Situation fft_situation(const fft::Problem& problem, int device);

struct FftChoice {
    fft::Choices choices;               ///< heuristic where wisdom is silent
    std::string explanation;            ///< "from wisdom of 2026-11-21", "heuristic: no wisdom"
    std::vector<std::string> warnings;  ///< of entries that are damaged
};

/// Throws nothing for what is in the wisdom file.
[[nodiscard]] FftChoice choose_fft(const fft::Problem& problem, int device,
                                   const WisdomOptions& options);

}  // namespace tobiuo
