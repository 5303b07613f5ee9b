// SPDX-License-Identifier: BSD-3-Clause
// Writes the generated code as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tobiuo::fft::codegen {

/// The radices in kernels/fft/butterfly/butterflies.hpp besides 1.
[[nodiscard]] std::span<const std::size_t> generated_radices();

/// The text of `template <> struct Butterfly<radix>` with its apply().
[[nodiscard]] std::string butterfly_text(std::size_t radix);

/// The text of a butterfly as a function of OpenCL C on the types Real and Complex, `single` or
/// double: void butterfly_16(Complex* a).
[[nodiscard]] std::string butterfly_c_text(std::size_t radix, bool single);

/// The text of the whole header: the primary template and all radices.
[[nodiscard]] std::string header_text();

}  // namespace tobiuo::fft::codegen
