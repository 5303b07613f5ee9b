// SPDX-License-Identifier: BSD-3-Clause
// Passes and folds as programs of OpenCL C 1.2.
#pragma once

#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/real/fold_form.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The kernel `fft_pass`, whose work groups do what the blocks of kernels/fft/kernel/pass.cuh do,
/// with pass.blocks() groups of pass.block.threads() work items. Its parameters are in, out and
/// then the members of fft::PassTables in their order, with those of fft::Symbol last; tables that
/// the pass does not read may be null.
///
/// Traffic   one read and one write of the lines; exchanges are in local memory, of
///           pass.shared_elements() complex values.
/// Twin      kernels/fft/kernel/pass_twin.hpp.
[[nodiscard]] std::string kernel_text(const fft::PassForm& pass, Precision precision);

/// The kernel `fft_fold` with the parameters data, twiddle_low and twiddle_high: form.blocks()
/// groups of FoldForm::threads work items. Twin: kernels/fft/kernel/pass_twin.hpp.
[[nodiscard]] std::string kernel_text(const fft::FoldForm& form, Precision precision);

}  // namespace tobiuo::opencl
