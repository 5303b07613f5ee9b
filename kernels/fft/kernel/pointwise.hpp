// A user's function of every element of a spectrum, between a transform and its inverse.
#pragma once

#include <string>

#include "kernels/device/specialisation.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// CUDA C++ that defines a function, and the function's name. For instance a shift by data[0] of the
/// length of x, a whole number of points:
///
///     Complex shifted(Complex value, const Index& index, const void* data)
///     {
///         const Real turns = -index.x * *static_cast<const Real*>(data);
///         return value * Complex{cospi(2 * turns), sinpi(2 * turns)};
///     }
///
/// Names     Real (float or double), Complex (complex.hpp: x, y, +, -, *, conjugate) and Index
///           (ModeIndex of pointwise_modes.hpp) are there. The text stands in a namespace of its
///           own, so it includes no headers; helpers and constants beside the function are welcome.
/// value     the element of the spectrum, not scaled; what is returned takes its place. In half a
///           spectrum it stands for its conjugate in the other half too; what it makes of elements
///           that are conjugates of each other within the half must be so again, or what would make
///           the result complex is dropped.
/// data      the address that is given to execute(): device memory of the user, or null.
/// Order     any: once for each element, by many threads at a time.
struct Pointwise {
    std::string source;
    std::string function;
};

/// Throws std::invalid_argument unless there is a source, and the name is one in C++.
void validate(const Pointwise& function);

/// How the pass of a form of modes is compiled with the function in its middle.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision,
                                                const Pointwise& function);

/// Throws std::invalid_argument, one sentence: what the compiler finds wrong first, and where in the
/// user's text. `log` is the compiler's.
[[noreturn]] void refuse(const Pointwise& function, const std::string& log);

}  // namespace tobiuo::fft
