#include "app/poisson_bench/residual.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "solvers/poisson/axis_modes.hpp"
#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/norms.hpp"
#include "solvers/poisson/stencil.hpp"

namespace tobiuo::poisson_bench {
namespace {

using fft_bench::Bytes;
using poisson::Problem;

template <typename T>
std::span<const T> numbers_of(const Problem& problem, const Bytes& bytes)
{
    return {reinterpret_cast<const T*>(bytes.data()),
            static_cast<std::size_t>(poisson::points(problem))};
}

/// The largest of all eigenvalues, by absolute value; none is positive.
double operator_norm(const Problem& problem)
{
    double norm = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        norm -= std::ranges::min(poisson::modes_of(problem, axis).eigenvalues);
    }
    return norm;
}

template <typename T>
Residual residual(const Problem& problem, std::span<const T> f, std::span<const T> u)
{
    memory::HostArray<T> array{u.size()};
    const std::span<T> left = array.span();
    if (problem.op == poisson::Operator::spectral) {
        poisson::HostSolver{problem}.apply(u, left);
    } else {
        poisson::apply_stencil(problem, u, left);
    }
    const double mean = poisson::has_null_space(problem) ? norms_of(problem, f).mean : 0.0;
    const std::ptrdiff_t count = std::ssize(left);
#pragma omp parallel for schedule(static)
    for (std::ptrdiff_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        left[at] =
            static_cast<T>(static_cast<double>(f[at]) - mean - static_cast<double>(left[at]));
    }
    // The normwise backward error (J. L. Rigal and J. Gaches, J. ACM 14(3), 543 (1967)) is below
    // this many eps: storing u costs half of one, the transforms a few.
    constexpr double some = 32.0;
    const double norm_of_f = norms_of(problem, f).l2;
    const double amplified = operator_norm(problem) * norms_of(problem, u).l2 / norm_of_f;
    return {.relative = norms_of(problem, std::span<const T>{left}).l2 / norm_of_f,
            .rounding_level =
                some * static_cast<double>(std::numeric_limits<T>::epsilon()) * (amplified + 1.0)};
}

}  // namespace

Residual residual_of(const Problem& problem, const Bytes& f, const Bytes& u)
{
    if (problem.precision == Precision::fp32) {
        return residual(problem, numbers_of<float>(problem, f), numbers_of<float>(problem, u));
    }
    return residual(problem, numbers_of<double>(problem, f), numbers_of<double>(problem, u));
}

}  // namespace tobiuo::poisson_bench
