// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/tune/tune_subject.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/fft/tune/tune_device.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo::poisson {
namespace {

/// The most unknowns for which the host solves within seconds.
constexpr std::int64_t most_host_points = std::int64_t{1} << 24;

template <typename T>
double distance_from_host(const Problem& problem, const void* f, const void* u)
{
    const auto count = static_cast<std::size_t>(points(problem));
    const std::span<const T> source{static_cast<const T*>(f), count};
    const std::span<const T> found{static_cast<const T*>(u), count};
    std::vector<T> expected(count);
    static_cast<void>(HostSolver{problem}.solve(source, expected));
    return fft::square_sums(found, std::span<const T>{expected}).relative();
}

}  // namespace

fft::TuneSubject tune_subject(const Problem& asked, Backend backend)
{
    const Problem problem = has_open_axes(asked) ? with_closed_ends(asked) : asked;
    const std::int64_t count = points(problem);
    const auto bytes = static_cast<std::size_t>(count * bytes_per_value(problem.precision));
    return {.arrays = {.in_bytes = bytes,
                       .out_bytes = bytes,
                       .in_place = false,
                       .precision = problem.precision,
                       .points = static_cast<double>(count)},
            .prepare =
                [problem, backend](const fft::TunedTable& table) {
                    const auto solver = std::make_shared<const MachineSolver>(
                        problem, backend, SolveChoices{.table = &table});
                    runtime::wait_for_kernels();
                    return fft::TuneSubject::Plan{.chosen = solver->choices(),
                                                  .run = [solver](void* f, void* u, Stream stream) {
                                                      solver->solve(f, u, stream);
                                                  }};
                },
            .error =
                [problem, count](const void* f, const void* u) {
                    if (count > most_host_points) {
                        return -1.0;
                    }
                    return problem.precision == Precision::fp32
                               ? distance_from_host<float>(problem, f, u)
                               : distance_from_host<double>(problem, f, u);
                }};
}

}  // namespace tobiuo::poisson
