// SPDX-License-Identifier: BSD-3-Clause
// The tables of tuned configurations for this machine's devices: the program's and the user's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/fft/pass_choice.hpp>

#include "app/run/himeno/himeno_wisdom.hpp"
#include "app/run/place.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/choose/wisdom.hpp"

namespace tobiuo {

/// The name in tables of the device that a back end uses: of CUDA device `device`, which must
/// exist, or the chosen OpenCL device. Throws DeviceError.
[[nodiscard]] fft::DeviceName fft_device_name(Backend backend, int device);

/// The configurations known for the device; without wisdom those that the program brings along.
/// Logs a warning for each thing that is not used, once in a process. The content of the wisdom
/// file never makes it throw.
[[nodiscard]] std::shared_ptr<const fft::KnownTable> fft_table(const fft::DeviceName& device,
                                                               const WisdomOptions& options);

/// Has solvers and plans of this process use the wisdom that the options say, or none.
void use_wisdom(const WisdomOptions& options);

/// Logs what is known for the device where solvers look it up, as fft_table() does; nothing for the
/// CPU.
void log_known_table(const Place& place);

/// Logs a warning for each entry of a table that does not fit the pass that it is for, so that the
/// cost model chose instead; for each of them once in a process.
void warn_of_unused(const std::vector<fft::PassChoice>& choices);
void warn_of_unused(const std::vector<fft::Chosen>& choices);

/// How many passes have a configuration from a table of measured ones, two merged passes as one:
/// "2 of 3 passes of transforms have measured configurations"; empty without passes.
[[nodiscard]] std::string measured_text(const std::vector<fft::PassChoice>& choices);

}  // namespace tobiuo
