// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_sources.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/wording.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/sources.hpp"

namespace tobiuo {
namespace {

/// The least and the largest value of an expression.
struct Range {
    double least = HUGE_VAL;
    double most = -HUGE_VAL;

    /// The largest size.
    [[nodiscard]] double size() const { return std::max(std::abs(least), std::abs(most)); }
};

/// The range of an expression at the points of a component at the start.
Range range_of(const FieldExpression& given, const std::string& key, const flow::Problem& problem,
               int component)
{
    constexpr int z = 2;
    const bool is_field = dependence_of(expression_of(given)).on_space;
    const std::int64_t planes = is_field ? problem.grid.axes[z].cells : 1;
    Range range;
    for (std::int64_t plane = 0; plane < planes; ++plane) {
        const double place = flow::velocity_position(problem, component, z, plane);
        const std::vector<double> values =
            sampled(given, key, points_of(problem, component, z, place));
        const auto [least, most] = std::ranges::minmax(values);
        range = {.least = std::min(range.least, least), .most = std::max(range.most, most)};
    }
    return range;
}

void look_at_rate(const SpongeSection& sponge, const flow::Problem& problem, int component)
{
    const Range rate = range_of(sponge.rate, "sponge.rate", problem, component);
    if (rate.least < 0.0) {
        throw InputError{
            sponge.rate.at,
            fmt::format("sponge.rate: it is {} somewhere, below 0 (what it damped would "
                        "grow): give max(0, ...)",
                        shortest(rate.least))};
    }
}

/// The least that the viscosity has more by its formula of the scalar, between the least and the largest
/// value of the scalar at the start; 0 where these are in a file.
double least_of_scalar(const FlowCase& flow, const flow::Problem& problem)
{
    constexpr int values = 1000;
    const Expression formula{flow.viscosity_of_scalar.text, {"s"}};
    const auto* const initial = std::get_if<FieldExpression>(&flow.scalar->initial);
    if (initial == nullptr) {
        return 0.0;
    }
    const Range scalar = range_of(*initial, "scalar.initial", problem, no_component);
    double least = HUGE_VAL;
    for (int n = 0; n <= values; ++n) {
        const double s = scalar.least + (scalar.most - scalar.least) * n / values;
        const double value = formula.at(s);
        if (!std::isfinite(value)) {
            throw InputError{flow.viscosity_of_scalar.at,
                             fmt::format("fluid.viscosity_of_scalar: it is {} where the scalar is "
                                         "{}: give an expression with a value there",
                                         shortest(value), shortest(s))};
        }
        least = std::min(least, value);
    }
    return least;
}

void look_at_viscosity(const FlowCase& flow, const flow::Problem& problem)
{
    const bool of_scalar = !problem.eddies.viscosity_of_scalar.empty();
    const std::string key = of_scalar ? "fluid.viscosity_of_scalar" : "fluid.more_viscosity";
    const Position& at = (of_scalar ? flow.viscosity_of_scalar : flow.more_viscosity).at;
    const double more =
        range_of(flow.more_viscosity, "fluid.more_viscosity", problem, no_component).least +
        (of_scalar ? least_of_scalar(flow, problem) : 0.0);
    if (problem.viscosity + more < 0.0) {
        throw InputError{at, fmt::format("{}: with fluid.viscosity it is {} somewhere, below 0 "
                                         "(such a fluid gains energy): give max(0, ...)",
                                         key, shortest(problem.viscosity + more))};
    }
    const double to_diffusivity = more / problem.eddies.prandtl;
    double least = std::numeric_limits<double>::infinity();  // of diffusivities
    for (int number = 0; number < scalar_count(flow); ++number) {
        least = std::min(least, scalar_of_number(flow, number).diffusivity);
    }
    if (least + to_diffusivity < 0.0) {
        throw InputError{
            at, fmt::format("{}: the scalar's diffusivity is {} somewhere, below 0 (it adds {} "
                            "there): give max(0, ...)",
                            key, shortest(least + to_diffusivity), shortest(to_diffusivity))};
    }
}

/// Returns the rate of the velocity to which the sponge tends.
double look_at_sponge(const SpongeSection& sponge, const flow::Problem& problem)
{
    double rate = 0.0;
    for (std::size_t axis = 0; axis < 3 && sponge.velocity; ++axis) {
        const auto component = static_cast<int>(axis);
        look_at_rate(sponge, problem, component);
        const Range target =
            range_of(sponge.velocity->at(axis), "sponge.velocity", problem, component);
        rate += is_absent(problem, axis) ? 0.0
                                         : target.size() / least_width(problem.grid.axes.at(axis));
    }
    if (sponge.scalar) {
        look_at_rate(sponge, problem, no_component);
        static_cast<void>(range_of(*sponge.scalar, "sponge.scalar", problem, no_component));
    }
    return rate;
}

}  // namespace

SourcesAtStart look_at_sources(const FlowCase& flow, const flow::Problem& problem)
{
    SourcesAtStart found;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        found.force.at(axis) =
            range_of(flow.force.at(axis), "fluid.force", problem, static_cast<int>(axis)).size();
    }
    look_at_viscosity(flow, problem);
    for (int number = 0; number < scalar_count(flow); ++number) {
        const ScalarSection& scalar = scalar_of_number(flow, number);
        static_cast<void>(range_of(scalar.source, scalar.key() + ".source", problem, no_component));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Range reference = range_of(scalar.reference, scalar.key() + ".reference", problem,
                                             static_cast<int>(axis));
            const double middle = flow::scalar_of_number(problem, number).reference;
            found.force.at(axis) += std::abs(scalar.buoyancy.at(axis)) *
                                    std::max(middle - reference.least, reference.most - middle);
        }
        if (scalar.sponge && flow.sponge) {
            look_at_rate(*flow.sponge, problem, no_component);
            static_cast<void>(
                range_of(*scalar.sponge, scalar.key() + ".sponge", problem, no_component));
        }
    }
    if (flow.sponge) {
        found.rate = look_at_sponge(*flow.sponge, problem);
    }
    constexpr double steps = 1000.0;
    if (flow::sources_change(problem) && flow.run.until) {
        found.rate = std::max(found.rate, steps / *flow.run.until);
    }
    return found;
}

}  // namespace tobiuo
