// What tuning found for a transform, as an entry of a wisdom file.
#pragma once

#include <string>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/tuning/wisdom.hpp"

namespace tobiuo::fft {

/// The `kernel` of such an entry.
inline constexpr const char* wisdom_kernel = "fft";

/// The choices as parameters of a wisdom file, and back. from_parameters() throws
/// std::invalid_argument if they are not what to_parameters() writes.
[[nodiscard]] tuning::Parameters to_parameters(const Choices& choices);
[[nodiscard]] Choices from_parameters(const tuning::Parameters& parameters);

/// The situation of a problem on a device, for wisdom: all of it must be equal.
[[nodiscard]] tuning::Situation situation_of(const Problem& problem, const std::string& device,
                                             const std::string& architecture,
                                             const std::string& driver);

}  // namespace tobiuo::fft
