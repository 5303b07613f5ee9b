// The check of an implementation's solution.
#include <cstddef>
#include <span>

#include "app/bench/poisson/testbeds.hpp"
#include "runtime/memory/host_array.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/host/host_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

template <typename T>
std::span<const T> numbers_of(const Problem& problem, const Bytes& bytes)
{
    return {reinterpret_cast<const T*>(bytes.data()),
            static_cast<std::size_t>(poisson::points(problem))};
}

template <typename T>
poisson::Residual residual(const Problem& problem, std::span<const T> f, std::span<const T> u)
{
    memory::HostArray<T> field{u.size()};
    const double mean = poisson::has_null_space(problem) ? norms_of(problem, f).mean : 0.0;
    return poisson::residual_of(problem, poisson::HostSolver{problem}, f, mean, u, field.span());
}

}  // namespace

poisson::Residual residual_of(const Problem& problem, const Bytes& f, const Bytes& u)
{
    if (problem.precision == Precision::fp32) {
        return residual(problem, numbers_of<float>(problem, f), numbers_of<float>(problem, u));
    }
    return residual(problem, numbers_of<double>(problem, f), numbers_of<double>(problem, u));
}

}  // namespace tobiuo::poisson_bench
