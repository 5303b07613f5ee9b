// How a user's function of every element of a spectrum is compiled into a pass: Complex is that of
// complex.hpp, Index the ModeIndex of pointwise_modes.hpp.
#pragma once

#include <string>

#include <tobiuo/fft/pointwise_plan.hpp>

#include "kernels/device/specialisation.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// Throws std::invalid_argument unless there is a source and the name is a C++ name.
void validate(const Pointwise& function);

/// How a pass of modes is compiled with the function between its transforms.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision,
                                                const Pointwise& function);

/// Throws std::invalid_argument with one sentence: the compiler's first error, and its place in the
/// user's text. `log` is the log of the compiler.
[[noreturn]] void refuse(const Pointwise& function, const std::string& log);

}  // namespace tobiuo::fft
