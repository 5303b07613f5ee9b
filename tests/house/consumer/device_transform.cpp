// SPDX-License-Identifier: BSD-3-Clause
// Transforms a field in GPU memory to its spectrum and back, on a stream.
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tobiuo/fft.hpp>

int main()
{
    using namespace tobiuo;

    if (const auto reason = unsupported_reason(Backend::cuda)) {
        std::printf("nothing transformed: %s\n", reason->c_str());
        return EXIT_SUCCESS;
    }

    // 60 x 64 x 48 points. In place, rows of 60 values are padded to 62: their spectrum has 31.
    fft::Transform transform{.extents = {60, 64, 48}, .kind = fft::Kind::r2c};
    const fft::Plan forward{transform};
    transform.kind = fft::Kind::c2r;
    const fft::Plan inverse{transform};

    const auto bytes = static_cast<std::size_t>(fft::input_bytes(transform));
    std::vector<double> field(bytes / sizeof(double), 1.0);
    void* memory = nullptr;
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    cudaMalloc(&memory, bytes);
    auto* const data = static_cast<double*>(memory);

    cudaMemcpyAsync(data, field.data(), bytes, cudaMemcpyHostToDevice, stream);
    forward.execute(data, stream);
    inverse.execute(data, stream);
    cudaMemcpyAsync(field.data(), data, bytes, cudaMemcpyDeviceToHost, stream);
    const bool done = cudaStreamSynchronize(stream) == cudaSuccess;
    cudaFree(memory);
    cudaStreamDestroy(stream);

    constexpr double points = 60 * 64 * 48;
    std::printf("%s\n1 came back as %.15f\n", forward.describe().c_str(), field[0] / points);
    constexpr double tolerance = 1e-13;
    return done && std::abs(field[0] / points - 1.0) <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
