// How a pass that loads or stores the arrays of several ranks is compiled.
#pragma once

#include "kernels/fft/pass/merged_form.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/rank_array.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// The kernel of a pass over complex values with an exchange; of two merged passes the first loads
/// or the second stores.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision,
                                                const PassExchange& exchange);
[[nodiscard]] device::Specialisation specialise(const MergedForm& form, Precision precision,
                                                const PassExchange& exchange);

}  // namespace tobiuo::fft
