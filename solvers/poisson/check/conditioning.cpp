#include "solvers/poisson/check/conditioning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"

namespace tobiuo::poisson {
namespace {

using Spectra = std::array<std::vector<double>, 3>;

/// The eigenvalues along each axis, in ascending order.
Spectra spectra_of(const Problem& problem)
{
    Spectra spectra;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double>& one = spectra.at(static_cast<std::size_t>(axis));
        one = is_absent(problem, axis) ? std::vector<double>{0.0}
                                       : modes_of(problem, axis).eigenvalues;
        std::ranges::sort(one);
    }
    return spectra;
}

/// The sum of an eigenvalue of each axis that is nearest to -lambda.
double nearest_sum(const Spectra& spectra, double lambda)
{
    const auto& [x, y, z] = spectra;
    double nearest = x.back() + y.back() + z.back();
    for (const double outer : y) {
        for (const double inner : x) {
            const double other = inner + outer;
            const auto above = std::ranges::lower_bound(z, -(other + lambda));
            for (const auto at : {above, above == z.begin() ? above : above - 1}) {
                if (at != z.end() && std::abs(*at + other + lambda) < std::abs(nearest + lambda)) {
                    nearest = *at + other;
                }
            }
        }
    }
    return nearest;
}

/// The smallest absolute value of a sum that is not zero.
double gap_of(const Spectra& spectra)
{
    double sum = 0.0;
    double step = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& one : spectra) {
        sum -= one.back();
        const auto other = std::ranges::find_if(one.rbegin(), one.rend(),
                                                [&](double value) { return value < one.back(); });
        step = other == one.rend() ? step : std::min(step, one.back() - *other);
    }
    return sum > 0.0 ? sum : step;
}

}  // namespace

std::optional<Conditioning> conditioning_of(const Problem& problem)
{
    if (problem.lambda == 0.0 || stretched_axis(problem)) {
        return std::nullopt;
    }
    const Spectra spectra = spectra_of(problem);
    const double eigenvalue = problem.lambda > 0.0
                                  ? nearest_sum(spectra, problem.lambda)
                                  : spectra[0].back() + spectra[1].back() + spectra[2].back();
    const double distance = std::abs(eigenvalue + problem.lambda);
    const double epsilon = problem.precision == Precision::fp32
                               ? std::numeric_limits<float>::epsilon()
                               : std::numeric_limits<double>::epsilon();
    return Conditioning{
        .eigenvalue = eigenvalue,
        .distance = distance,
        .condition = operator_norm(problem) / distance,
        .nearly_singular =
            distance < std::sqrt(epsilon) * std::max(std::abs(problem.lambda), gap_of(spectra))};
}

}  // namespace tobiuo::poisson
