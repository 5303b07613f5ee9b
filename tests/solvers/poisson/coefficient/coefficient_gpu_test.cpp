// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation with a variable coefficient on a GPU against the one on the CPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/solvers/poisson/coefficient/coefficient_problems.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

class PoissonCoefficientOnDevice : public test::OnDevice {};

template <typename T>
std::vector<T> solved_on(Backend backend, const Problem& problem, const std::vector<T>& a,
                         CoefficientScaling scaling, double tolerance, CoefficientUse& use)
{
    const test::KnownSolution known{problem};
    const std::vector<T> f = test::at_unknowns<T>(
        problem, [&](double x, double y, double z) { return known.f(x, y, z); });
    test::KnownWalls<T> walls{problem, known};
    const CoefficientOptions options{
        .solver = {.backend = backend}, .scaling = scaling, .tolerance = tolerance};
    std::vector<T> u(f.size());
    if (backend == Backend::cpu) {
        use = CoefficientSolver{problem, std::span<const T>{a}, options}.solve_and_wait(
            f.data(), walls.walls, u.data());
        return u;
    }
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<T> coefficient = device::uploaded(a, stream.get());
    const device::DeviceBuffer<T> from = device::uploaded(f, stream.get());
    const device::DeviceBuffer<T> to{u.size()};
    std::vector<device::DeviceBuffer<T>> faces;
    for (auto* const ends : {&walls.walls.x, &walls.walls.y, &walls.walls.z}) {
        const auto axis = static_cast<std::size_t>(ends == &walls.walls.x   ? 0
                                                   : ends == &walls.walls.y ? 1
                                                                            : 2);
        for (std::size_t end = 0; end < 2; ++end) {
            if (ends->at(end).values != nullptr) {
                faces.push_back(device::uploaded(walls.values.at(axis).at(end), stream.get()));
                ends->at(end).values = faces.back().data();
            }
        }
    }
    const CoefficientSolver solver{
        problem, std::span<const T>{coefficient.data(), coefficient.size()}, options};
    use = solver.solve_and_wait(from.data(), walls.walls, to.data(), stream.get());
    return device::fetch_and_wait(to, stream.get());
}

template <typename T>
void expect_agreement(Problem problem, double tolerance)
{
    problem.precision = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    const test::KnownSolution known{problem};
    const std::vector<T> a = test::at_unknowns<T>(
        problem, [&](double x, double y, double z) { return known.a(x, y, z); });
    for (const CoefficientScaling scaling : {CoefficientScaling::mean, CoefficientScaling::root}) {
        CoefficientUse on_host;
        CoefficientUse on_gpu;
        const std::vector<T> expected =
            solved_on<T>(Backend::cpu, problem, a, scaling, tolerance, on_host);
        const std::vector<T> found =
            solved_on<T>(Backend::cuda, problem, a, scaling, tolerance, on_gpu);
        EXPECT_NEAR(static_cast<double>(on_gpu.iterations), static_cast<double>(on_host.iterations),
                    2.0);
        EXPECT_LT(on_gpu.residual, sizeof(T) == sizeof(float) ? 1e-3 : tolerance);
        EXPECT_LT(test::relative_difference(found, expected), 30.0 * tolerance);
    }
}

TEST_F(PoissonCoefficientOnDevice, is_that_of_the_cpu)
{
    for (const Location location : test::all_locations) {
        Problem problem =
            test::box({40, 36, 70}, {test::periodic, test::dirichlet, test::neumann}, location);
        problem.lambda = -0.4;
        expect_agreement<double>(problem, 1e-11);
        expect_agreement<float>(problem, 1e-5);
    }
    const Problem free = test::box({30, 33, 28}, {test::neumann, test::periodic, test::neumann});
    expect_agreement<double>(free, 1e-11);
    const Problem plane = test::box({64, 50, 1}, {test::neumann, test::dirichlet, test::periodic});
    expect_agreement<double>(plane, 1e-11);
    const Problem stretched = test::stretched(
        test::box({24, 20, 36}, {test::periodic, test::dirichlet, test::neumann}), 2);
    expect_agreement<double>(stretched, 1e-11);
}

TEST_F(PoissonCoefficientOnDevice, names_a_value_that_is_not_positive)
{
    const Problem problem =
        test::box({16, 16, 16}, {test::periodic, test::dirichlet, test::neumann});
    std::vector<double> a(static_cast<std::size_t>(points(problem)), 1.0);
    a.at(700) = -2.0;
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<double> coefficient = device::uploaded(a, stream.get());
    EXPECT_THROW((CoefficientSolver{problem,
                                    std::span<const double>{coefficient.data(), coefficient.size()},
                                    {.solver = {.backend = Backend::cuda}}}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
