// SPDX-License-Identifier: BSD-3-Clause
// The one-sweep CUDA kernel: what it can be specialised to, and its row in the table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/stencil/march/march_division.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::stencil {

/// `occupancy` is the number of blocks that a multiprocessor must be able to hold, which bounds the
/// registers; `unroll` is the number of planes per turn of the marching loop.
[[nodiscard]] device::Specialisation march_specialisation(Precision precision, BlockShape block,
                                                          int occupancy, int unroll);

/// Every form of the kernel that the program may ask for.
[[nodiscard]] std::vector<device::Specialisation> march_specialisations();

/// The fastest choices on an H200. `tobiuo bench himeno --parameters block=128x2,unroll=1` measures
/// others.
inline constexpr std::string_view default_block = "64x4";
inline constexpr std::string_view default_occupancy = "2";
inline constexpr std::string_view default_unroll = "2";

[[nodiscard]] const SweepKind& march_kind();

}  // namespace tobiuo::stencil
