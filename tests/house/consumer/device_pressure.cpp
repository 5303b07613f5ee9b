// Solves for the pressure in a box on the GPU through the installed library, and checks it against
// the library's solver on the host.
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/solver.hpp"

int main()
{
    using namespace tobiuo;
    using poisson::Condition;

    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("no GPU here: nothing solved\n");
        return EXIT_SUCCESS;
    }

    // 96 x 64 x 48 cells: periodic along x, closed walls across y, an outlet at the end of z.
    poisson::Problem problem;
    problem.grid = grid_of_cells({96, 64, 48}, Location::cell);
    problem.sides = {{{Condition::periodic, Condition::periodic},
                      {Condition::neumann, Condition::neumann},
                      {Condition::neumann, Condition::dirichlet}}};
    std::vector<double> divergence(static_cast<std::size_t>(poisson::points(problem)));
    for (std::size_t at = 0; at < divergence.size(); ++at) {
        divergence[at] = static_cast<double>((at * 2654435761U) % 1000) / 1000.0 - 0.5;
    }

    // A time step of a flow solver: its arrays are on the device already, and so is its stream.
    const poisson::Solver solver{problem};
    const std::size_t bytes = divergence.size() * sizeof(double);
    void* memory = nullptr;
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    cudaMalloc(&memory, bytes);
    auto* p = static_cast<double*>(memory);
    cudaMemcpyAsync(p, divergence.data(), bytes, cudaMemcpyHostToDevice, stream);
    solver.solve(p, p, stream);
    std::vector<double> pressure(divergence.size());
    cudaMemcpyAsync(pressure.data(), p, bytes, cudaMemcpyDeviceToHost, stream);
    const bool copied = cudaStreamSynchronize(stream) == cudaSuccess;

    std::vector<double> expected(divergence.size());
    poisson::HostSolver{problem}.solve(std::span<const double>{divergence},
                                       std::span<double>{expected});
    double worst = 0.0;
    double largest = 0.0;
    for (std::size_t at = 0; at < pressure.size(); ++at) {
        worst = std::fmax(worst, std::abs(pressure[at] - expected[at]));
        largest = std::fmax(largest, std::abs(expected[at]));
    }
    std::printf("%s in %s: differs from the host by %.1e of the largest pressure\n",
                poisson::describe(problem).c_str(), solver.describe().c_str(), worst / largest);
    cudaFree(p);
    cudaStreamDestroy(stream);
    constexpr double tolerance = 1e-13;
    return copied && worst <= tolerance * largest ? EXIT_SUCCESS : EXIT_FAILURE;
}
