#include "app/run/flow/flow_sources.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/wording.hpp"
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
    const Range more = range_of(flow.more_viscosity, "fluid.more_viscosity", problem, no_component);
    if (problem.viscosity + more.least < 0.0) {
        throw InputError{
            flow.more_viscosity.at,
            fmt::format("fluid.more_viscosity: with fluid.viscosity it is {} somewhere, below 0 "
                        "(such a fluid gains energy): give max(0, ...)",
                        shortest(problem.viscosity + more.least))};
    }
    double least = std::numeric_limits<double>::infinity();  // of diffusivities
    for (int number = 0; number < scalar_count(flow); ++number) {
        least = std::min(least, scalar_of_number(flow, number).diffusivity);
    }
    if (least + more.least / problem.eddies.prandtl < 0.0) {
        throw InputError{
            flow.more_viscosity.at,
            fmt::format(
                "fluid.more_viscosity: the scalar's diffusivity is {} somewhere, below 0 (it "
                "adds {} there): give max(0, ...)",
                shortest(least + more.least / problem.eddies.prandtl),
                shortest(more.least / problem.eddies.prandtl))};
    }
    for (int number = 0; number < scalar_count(flow); ++number) {
        const ScalarSection& scalar = scalar_of_number(flow, number);
        static_cast<void>(range_of(scalar.source, scalar.key() + ".source", problem, no_component));
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
