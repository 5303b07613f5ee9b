#include "kernels/fft/tune/difference.hpp"

#include <array>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::fft {

SquareSums device_square_sums(const void* a, const void* b, std::size_t count, Precision precision,
                              cudaStream_t stream)
{
    const bool single = precision == Precision::fp32;
    const device::Kernel kernel{{.source = "kernels/fft/tune/difference.cuh",
                                 .kernel = "fft_difference",
                                 .config = {device::real(precision)},
                                 .options = {},
                                 .name = single ? "fft-difference-fp32" : "fft-difference-fp64"}};
    const device::DeviceBuffer<double> sums{2};
    device::check(cudaMemsetAsync(sums.data(), 0, 2 * sizeof(double), stream), "clear two sums");
    constexpr unsigned blocks = 1024;
    kernel.launch(dim3{blocks}, dim3{256}, stream, a, b, static_cast<unsigned long long>(count),
                  sums.data());
    std::array<double, 2> values{};
    device::copy_to_host<double>(values, sums.data(), stream);
    device::synchronize(stream);
    return {.difference = values[0], .reference = values[1]};
}

}  // namespace tobiuo::fft
