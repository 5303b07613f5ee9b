#include "solvers/poisson/device/solve_subject.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/fft/tune/square_sums.hpp"
#include "solvers/poisson/host/host_solver.hpp"

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

SolveSubject::SolveSubject(Problem problem) : problem_{std::move(problem)} {}

fft::TuneSubject::Arrays SolveSubject::arrays() const
{
    const auto bytes = static_cast<std::size_t>(points(problem_)) *
                       static_cast<std::size_t>(bytes_per_value(problem_.precision));
    return {.in_bytes = bytes,
            .out_bytes = bytes,
            .in_place = false,
            .precision = problem_.precision,
            .points = static_cast<double>(points(problem_))};
}

double SolveSubject::error(const void* in, const void* out) const
{
    if (points(problem_) > most_host_points) {
        return -1.0;
    }
    return problem_.precision == Precision::fp32 ? distance_from_host<float>(problem_, in, out)
                                                 : distance_from_host<double>(problem_, in, out);
}

}  // namespace tobiuo::poisson
