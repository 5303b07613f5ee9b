#include "solvers/poisson/program/tune_subject.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/fft/tune/tune_device.hpp"
#include "solvers/poisson/host/host_solver.hpp"
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

class SolveSubject final : public fft::TuneSubject {
public:
    SolveSubject(Problem problem, Backend backend) : problem_{std::move(problem)}, backend_{backend}
    {
    }

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
            std::make_shared<const MachineSolver>(problem_, backend_, SolveChoices{&table});
        return {.chosen = solver->choices(),
                .run = [solver](void* f, void* u, Stream stream) { solver->solve(f, u, stream); }};
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
    Backend backend_;
};

}  // namespace

std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& problem, Backend backend)
{
    return std::make_unique<SolveSubject>(problem, backend);
}

}  // namespace tobiuo::poisson
