// SPDX-License-Identifier: BSD-3-Clause
// Solves for the pressure in a box on the GPU through the installed library, and checks it against
// the same on the CPU.
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tobiuo/poisson.hpp>

int main()
{
    using namespace tobiuo;
    using poisson::Condition;

    if (const auto reason = unsupported_reason(Backend::cuda)) {
        std::printf("nothing solved on a GPU: %s\n", reason->c_str());
        return EXIT_SUCCESS;
    }

    // 96 x 64 x 48 cells: periodic along x, closed walls across y; along z a flux that comes in
    // below and an outlet above.
    const poisson::Problem problem{.grid = box({96, 64, 48}, {1.5, 1.0, 0.75}),
                                   .sides = {{{Condition::periodic, Condition::periodic},
                                              {Condition::neumann, Condition::neumann},
                                              {Condition::neumann, Condition::dirichlet}}}};
    const auto points = static_cast<std::size_t>(poisson::points(problem));
    std::vector<double> divergence(points);
    for (std::size_t at = 0; at < points; ++at) {
        divergence[at] = static_cast<double>((at * 2654435761U) % 1000) / 1000.0 - 0.5;
    }
    const std::vector<double> inflow(96 * 64, 0.25);  // on the lower wall across z, [y][x]

    // A time step of a flow solver: its arrays are on the device already, and so is its stream.
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    void* memory = nullptr;
    cudaMalloc(&memory, (points + inflow.size()) * sizeof(double));
    auto* const p = static_cast<double*>(memory);
    double* const flux = p + points;
    cudaMemcpyAsync(p, divergence.data(), points * sizeof(double), cudaMemcpyDefault, stream);
    cudaMemcpyAsync(flux, inflow.data(), inflow.size() * sizeof(double), cudaMemcpyDefault, stream);
    const poisson::Solver solver{problem, {.backend = Backend::cuda}};
    poisson::Walls<double> walls;
    walls.z[0].values = flux;
    walls.z[1].constant = 1.0;
    solver.solve(p, walls, p, stream);
    std::vector<double> pressure(points);
    cudaMemcpyAsync(pressure.data(), p, points * sizeof(double), cudaMemcpyDefault, stream);
    const bool copied = cudaStreamSynchronize(stream) == cudaSuccess;

    std::vector<double> expected(points);
    walls.z[0].values = inflow.data();
    const poisson::Solver on_cpu{problem, {.backend = Backend::cpu}};
    on_cpu.solve(divergence.data(), walls, expected.data());
    double worst = 0.0;
    double largest = 0.0;
    for (std::size_t at = 0; at < points; ++at) {
        worst = std::fmax(worst, std::abs(pressure[at] - expected[at]));
        largest = std::fmax(largest, std::abs(expected[at]));
    }
    std::printf("%s in %s: differs from the CPU by %.1e of the largest pressure\n",
                poisson::describe(problem).c_str(), solver.describe().c_str(), worst / largest);
    cudaFree(memory);
    cudaStreamDestroy(stream);
    constexpr double tolerance = 1e-13;
    return copied && worst <= tolerance * largest ? EXIT_SUCCESS : EXIT_FAILURE;
}
