// SPDX-License-Identifier: BSD-3-Clause
// The forms of passes as text: C++ initialisers for the compiler, short names for people.
#pragma once

#include <string>

#include "kernels/fft/pass/fused_form.hpp"
#include "kernels/fft/pass/merged_form.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/rank_array.hpp"
#include "kernels/fft/real/fold_form.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// The form as a C++ initialiser: "{.block = {.length = 512, ...}, ...}".
[[nodiscard]] std::string initialiser(const PassForm& form);
[[nodiscard]] std::string initialiser(const FusedForm& form);

/// The form in short, "512=32x16 16x16 strided": points, radices, threads x lines, and whether
/// neighbouring threads take neighbouring points (contiguous), lines (strided), or change between
/// them (transposing).
[[nodiscard]] std::string short_name(const PassForm& form);

/// The form in short: "fold 65536 pairs" or "unfold 65536 pairs".
[[nodiscard]] std::string short_name(const FoldForm& form);

/// The form in short, its passes and "256 threads for each problem".
[[nodiscard]] std::string short_name(const FusedForm& form);

/// How a form is compiled; the specialisation's name contains all of the form.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision);
[[nodiscard]] device::Specialisation specialise(const MergedForm& form, Precision precision);
[[nodiscard]] device::Specialisation specialise(const FoldForm& form, Precision precision);
[[nodiscard]] device::Specialisation specialise(const FusedForm& form, Precision precision);

/// The kernel of a pass over complex values with an exchange; of two merged passes the first loads
/// or the second stores.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision,
                                                const PassExchange& exchange);
[[nodiscard]] device::Specialisation specialise(const MergedForm& form, Precision precision,
                                                const PassExchange& exchange);

}  // namespace tobiuo::fft
