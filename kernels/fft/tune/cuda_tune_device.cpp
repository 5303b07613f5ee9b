// A CUDA device as the tuner of passes uses it.
#include "kernels/fft/tune/difference.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/check.hpp"

namespace tobiuo::fft {

TuneDevice cuda_tune_device(int index)
{
    device::select(index);
    return {.machine = runtime::make_cuda_machine(),
            .limits = limits_of_current_device(),
            .plans_at_once = 16,
            .bounds_residents = true,
            .square_sums = device_square_sums};
}

}  // namespace tobiuo::fft
