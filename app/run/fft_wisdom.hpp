// The tables of tuned blocks that hold on this machine's GPU: the program's and the user's.
#pragma once

#include <memory>

#include "app/run/himeno_wisdom.hpp"
#include "kernels/fft/choose/wisdom.hpp"

namespace tobiuo {

/// CUDA device `device` of this machine, which must be there, as tables name it.
[[nodiscard]] fft::DeviceName fft_device_name(int device);

/// What is known for the device; without wisdom what the program brings along. Logs a warning for each
/// thing that is not used. Throws nothing for what is in the wisdom file.
[[nodiscard]] std::shared_ptr<const fft::KnownTable> fft_table(int device,
                                                               const WisdomOptions& options);

}  // namespace tobiuo
