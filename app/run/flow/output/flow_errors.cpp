// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/output/flow_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/machine/time_split.hpp"
#include "app/run/flow/flow_input.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/slab.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

/// The sums of one plane of a quantity, 3 for the scalar.
template <typename Real>
ErrorSums::Of sums_of_plane(const flow::Problem& problem, int quantity, std::int64_t k,
                            std::span<const Real> values, std::span<const double> exact)
{
    const std::int64_t x = problem.grid.axes[0].cells;
    ErrorSums::Of sums;
    const double depth = flow::volume_width(problem, quantity, 2, k);
    for (std::size_t n = 0; n < values.size(); ++n) {
        const auto at = static_cast<std::int64_t>(n);
        const double volume = depth * flow::volume_width(problem, quantity, 0, at % x) *
                              flow::volume_width(problem, quantity, 1, at / x);
        const double error = static_cast<double>(values[n]) - exact[n];
        sums.volume += volume;
        sums.square += volume * error * error;
        sums.exact += volume * exact[n] * exact[n];
        sums.largest = std::max(sums.largest, std::abs(error));
    }
    return sums;
}

}  // namespace

void ErrorSums::add(const ErrorSums& other)
{
    for (std::size_t n = 0; n < of.size(); ++n) {
        const Of& more = other.of.at(n);
        of.at(n).volume += more.volume;
        of.at(n).square += more.square;
        of.at(n).exact += more.exact;
        of.at(n).largest = std::max(of.at(n).largest, more.largest);
    }
}

template <typename Real>
ErrorSums error_sums(const flow::Problem& problem, const ExactSection& exact,
                     const poisson::Planes& planes, std::span<const Real> state, double time)
{
    const TimedPart check{TimePart::observe};
    const auto plane = static_cast<std::size_t>(flow::plane_points(problem));
    const auto all = exact.all();
    ErrorSums sums;
    for (std::size_t n = 0; n < sums.of.size(); ++n) {
        const auto& [name, given] = all.at(n);
        if (!given) {
            continue;
        }
        const int quantity = static_cast<int>(n);
        const std::size_t array = plane * static_cast<std::size_t>(planes.count);
        const std::span<const Real> values =
            n < 3 ? state.subspan(n * array, array)
                  : flow::scalar_of_state(problem, state, planes.count);
        for (std::int64_t k = 0; k < planes.count; ++k) {
            const std::int64_t in_box = planes.first + k;
            const std::vector<double> wanted =
                sampled(*given, std::string{"exact."} + name,
                        points_in(problem, quantity, {.first = in_box, .count = 1}), time);
            ErrorSums one;
            one.of.at(n) =
                sums_of_plane(problem, quantity, in_box,
                              values.subspan(static_cast<std::size_t>(k) * plane, plane), wanted);
            sums.add(one);
        }
    }
    return sums;
}

template ErrorSums error_sums(const flow::Problem&, const ExactSection&, const poisson::Planes&,
                              std::span<const float>, double);
template ErrorSums error_sums(const flow::Problem&, const ExactSection&, const poisson::Planes&,
                              std::span<const double>, double);

FlowError error_of(const ErrorSums& sums)
{
    const auto of = [&](std::size_t first, std::size_t end) -> std::optional<FlowErrorNorms> {
        FlowErrorNorms norms;
        double square = 0.0;
        double exact = 0.0;
        bool is_known = false;
        for (std::size_t n = first; n < end; ++n) {
            const ErrorSums::Of& one = sums.of.at(n);
            if (one.volume > 0.0) {
                is_known = true;
                square += one.square / one.volume;
                exact += one.exact / one.volume;
                norms.largest = std::max(norms.largest, one.largest);
            }
        }
        norms.l2 = std::sqrt(square);
        norms.exact_l2 = std::sqrt(exact);
        return is_known ? std::optional{norms} : std::nullopt;
    };
    return {.velocity = of(0, 3), .scalar = of(3, 4)};
}

}  // namespace tobiuo
