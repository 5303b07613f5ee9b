#include "solvers/poisson/device/tune_subject.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/fft/tune/difference.hpp"
#include "solvers/poisson/device/device_solver.hpp"
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

class SolveSubject final : public fft::TuneSubject {
public:
    explicit SolveSubject(Problem problem) : problem_{std::move(problem)} {}

    [[nodiscard]] Arrays arrays() const override
    {
        const auto bytes = static_cast<std::size_t>(points(problem_)) *
                           static_cast<std::size_t>(bytes_per_value(problem_.precision));
        return {.in_bytes = bytes,
                .out_bytes = bytes,
                .in_place = false,
                .precision = problem_.precision,
                .points = static_cast<double>(points(problem_))};
    }

    [[nodiscard]] Plan prepare(const fft::TunedTable& table) const override
    {
        const auto solver =
            std::make_shared<const DeviceSolver>(problem_, DeviceSolverOptions{&table});
        const bool is_single = problem_.precision == Precision::fp32;
        return {.chosen = solver->choices(),
                .run = [solver, is_single](void* f, void* u, cudaStream_t stream) {
                    if (is_single) {
                        solver->solve(static_cast<const float*>(f), static_cast<float*>(u), stream);
                    } else {
                        solver->solve(static_cast<const double*>(f), static_cast<double*>(u),
                                      stream);
                    }
                }};
    }

    [[nodiscard]] double error(const void* in, const void* out) const override
    {
        if (points(problem_) > most_host_points) {
            return -1.0;
        }
        return problem_.precision == Precision::fp32
                   ? distance_from_host<float>(problem_, in, out)
                   : distance_from_host<double>(problem_, in, out);
    }

private:
    Problem problem_;
};

}  // namespace

std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& problem)
{
    return std::make_unique<SolveSubject>(problem);
}

}  // namespace tobiuo::poisson
