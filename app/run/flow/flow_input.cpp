// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_input.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/case/flow/flow_case.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/machine/time_split.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_obstacles.hpp"
#include "app/run/input_errors.hpp"
#include "solvers/expression.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/scalar_means.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// A number in [-1, 1) that depends on its place only, and so on no number of threads.
///
/// Source    G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014: the mix of SplitMix64.
double noise_at(std::uint64_t seed, std::uint64_t index)
{
    std::uint64_t bits = (seed << 40U) + index * 0x9E3779B97F4A7C15U + 0x9E3779B97F4A7C15U;
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
    bits ^= bits >> 31U;
    return static_cast<double>(bits >> 11U) * 0x1p-52 - 1.0;
}

/// The rate 1 / dt of the time dt after which force and buoyancy of a difference have made the
/// velocity dx / dt.
double rate_of_acceleration(const flow::Problem& problem, const std::array<double, 3>& force,
                            const std::array<double, 3>& buoyancy, double difference)
{
    double sum = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double all = std::abs(force.at(axis)) + std::abs(buoyancy.at(axis)) * difference;
        sum += is_absent(problem, axis) ? 0.0 : all / least_width(problem.grid.axes.at(axis));
    }
    return std::sqrt(sum);
}

/// The largest sum of |velocity| / width over the points of a face.
double rate_of_face(const flow::Problem& problem, const flow::Face& face)
{
    std::size_t points = 1;
    for (const std::vector<double>& profile : face.profile) {
        points = std::max(points, profile.size());
    }
    double largest = 0.0;
    for (std::size_t point = 0; point < points; ++point) {
        double rate = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            const auto& profile = face.profile.at(c);
            const double value = profile.empty() ? face.velocity.at(c) : profile.at(point);
            rate += is_absent(problem, c) ? 0.0
                                          : std::abs(value) / least_width(problem.grid.axes.at(c));
        }
        largest = std::max(largest, rate);
    }
    return largest;
}

}  // namespace

bool is_absent(const flow::Problem& problem, std::size_t axis)
{
    return problem.grid.axes.at(axis).cells == 1 &&
           problem.faces.at(axis).lower.kind == flow::FaceKind::periodic;
}

double least_width(const Axis& axis)
{
    double least = axis.spacing();
    for (std::size_t node = 1; node < axis.nodes.size(); ++node) {
        least = std::min(least, axis.nodes[node] - axis.nodes[node - 1]);
    }
    return least;
}

flow::Problem flow_problem(const FlowCase& flow)
{
    flow::Problem problem = without_velocities(flow);
    read_face_velocities(flow, problem);
    if (flow.scalar) {
        read_face_scalars(flow, problem);
    }
    for (const ObstacleSection& obstacle : flow.obstacles) {
        problem.obstacles.push_back(obstacle_of(obstacle, flow.box.dimensions));
    }
    put_scalars_on_obstacles(flow, problem);
    return problem;
}

namespace {

/// The positions along an axis, as a grid has them on its nodes.
Axis nodes_at(std::vector<double> positions)
{
    Axis axis{.cells = static_cast<std::int64_t>(positions.size()) - 1,
              .lower = positions.front(),
              .upper = positions.back()};
    axis.nodes = std::move(positions);
    return axis;
}

}  // namespace

Grid points_in(const flow::Problem& problem, int component, const poisson::Planes& planes)
{
    Grid grid = points_of(problem, component);
    const std::vector<double>& z = grid.axes[2].nodes;
    const auto first = z.begin() + planes.first;
    grid.axes[2] = nodes_at({first, first + planes.count});
    return grid;
}

void add_noise(const FlowNoise& noise, const flow::Problem& problem, int component,
               const poisson::Planes& planes, std::span<double> values)
{
    if (noise.amplitude <= 0.0 || is_absent(problem, static_cast<std::size_t>(component))) {
        return;
    }
    const std::int64_t all = flow::points(problem);
    const auto first = static_cast<std::uint64_t>(
        component * all + planes.first * (all / problem.grid.axes[2].cells));
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] +=
            noise.amplitude * noise_at(static_cast<std::uint64_t>(noise.seed), first + at);
    }
}

template <typename Real>
std::array<std::vector<Real>, 3> initial_velocity(const FlowCase& flow,
                                                  const flow::Problem& problem,
                                                  const poisson::Planes& planes)
{
    const TimedPart fill{TimePart::fill};
    constexpr std::array names{"initial.u", "initial.v", "initial.w"};
    std::array<std::vector<Real>, 3> velocity;
    for (std::size_t c = 0; c < 3; ++c) {
        const int component = static_cast<int>(c);
        std::vector<double> values = sampled(std::get<FieldExpression>(flow.initial.at(c)),
                                             names.at(c), points_in(problem, component, planes));
        add_noise(flow.noise, problem, component, planes, values);
        if constexpr (std::is_same_v<Real, double>) {
            velocity.at(c) = std::move(values);
        } else {
            velocity.at(c).assign(values.begin(), values.end());
        }
    }
    return velocity;
}

template std::array<std::vector<float>, 3> initial_velocity(const FlowCase&, const flow::Problem&,
                                                            const poisson::Planes&);
template std::array<std::vector<double>, 3> initial_velocity(const FlowCase&, const flow::Problem&,
                                                             const poisson::Planes&);

template <typename Real>
std::vector<Real> initial_scalar(const FlowCase& flow, const flow::Problem& problem,
                                 const poisson::Planes& planes, int number)
{
    const TimedPart fill{TimePart::fill};
    const ScalarSection& scalar = scalar_of_number(flow, number);
    const std::vector<double> values =
        sampled(std::get<FieldExpression>(scalar.initial), scalar.key() + ".initial",
                points_in(problem, no_component, planes));
    return {values.begin(), values.end()};
}

template std::vector<double> initial_scalar(const FlowCase&, const flow::Problem&,
                                            const poisson::Planes&, int);

template <typename Real>
std::vector<std::vector<Real>> initial_scalars(const FlowCase& flow, const flow::Problem& problem,
                                               const poisson::Planes& planes)
{
    std::vector<std::vector<Real>> all;
    for (int number = 0; number < scalar_count(flow); ++number) {
        all.push_back(initial_scalar<Real>(flow, problem, planes, number));
    }
    return all;
}

template std::vector<std::vector<float>> initial_scalars(const FlowCase&, const flow::Problem&,
                                                         const poisson::Planes&);
template std::vector<std::vector<double>> initial_scalars(const FlowCase&, const flow::Problem&,
                                                          const poisson::Planes&);

double rate_of_faces(const flow::Problem& problem)
{
    double largest = 0.0;
    for (const flow::Faces& faces : problem.faces) {
        largest = std::max(
            {largest, rate_of_face(problem, faces.lower), rate_of_face(problem, faces.upper)});
    }
    return largest;
}

template <typename Real>
std::vector<double> largest_differences(const flow::Problem& problem,
                                        const std::vector<std::span<const Real>>& scalars)
{
    std::vector<double> all;
    for (std::size_t number = 0; number < scalars.size(); ++number) {
        const flow::Problem own = flow::with_scalar_in_front(problem, static_cast<int>(number));
        double& largest = all.emplace_back(0.0);
        const auto add = [&](double value) {
            largest = std::max(largest, std::abs(value - own.scalar->reference));
        };
        std::ranges::for_each(scalars[number],
                              [&](Real value) { add(static_cast<double>(value)); });
        for (const int face_number : flow::faces_with_scalar(own)) {
            const flow::ScalarFace& face =
                own.scalar->faces.at(static_cast<std::size_t>(face_number));
            add(face.profile.empty() ? face.number : face.profile.front());
            std::ranges::for_each(face.profile, add);
        }
    }
    return all;
}

template std::vector<double> largest_differences(const flow::Problem&,
                                                 const std::vector<std::span<const float>>&);
template std::vector<double> largest_differences(const flow::Problem&,
                                                 const std::vector<std::span<const double>>&);

double joint_difference(const flow::Problem& problem, std::span<const double> differences)
{
    if (differences.size() < 2) {
        return differences.empty() ? 0.0 : differences.front();
    }
    const flow::JointBuoyancy joint = flow::joint_buoyancy(problem);
    double sum = 0.0;
    for (std::size_t number = 0; number < differences.size(); ++number) {
        sum += std::abs(joint.weights.at(number)) * differences[number];
    }
    return sum;
}

double difference_on_faces(const flow::Problem& problem)
{
    const std::vector<std::span<const double>> none(
        static_cast<std::size_t>(flow::scalar_count(problem)));
    return joint_difference(problem, largest_differences<double>(problem, none));
}

double rate_of_buoyancy(const flow::Problem& problem, double difference)
{
    return rate_of_acceleration(problem, {}, flow::joint_buoyancy(problem).buoyancy, difference);
}

double rate_of_force(const flow::Problem& problem, const std::array<double, 3>& force,
                     double difference)
{
    return rate_of_acceleration(problem, force, flow::joint_buoyancy(problem).buoyancy, difference);
}

Grid points_of(const flow::Problem& problem, int component, int across, double place)
{
    Grid grid{.axes = {}, .location = Location::node};
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> positions;
        const auto at = static_cast<std::size_t>(axis);
        for (std::int64_t cell = 0; cell < problem.grid.axes.at(at).cells; ++cell) {
            positions.push_back(flow::velocity_position(problem, component, axis, cell));
        }
        grid.axes.at(at) = nodes_at(axis == across ? std::vector{place} : std::move(positions));
    }
    return grid;
}

Expression expression_of(const FieldExpression& given)
{
    return Expression{given.text, casefile::space_and_time};
}

std::vector<double> sampled(const FieldExpression& given, const std::string& key, const Grid& grid,
                            double time)
{
    std::vector<double> values(
        static_cast<std::size_t>(grid.values(0) * grid.values(1) * grid.values(2)));
    at_expression(key, given.at,
                  [&] { poisson::sample_grid(expression_of(given), grid, values, time); });
    return values;
}

Dependence dependence_of(const Expression& expression)
{
    return {.on_space = std::ranges::any_of(
                casefile::axis_words,
                [&](std::string_view variable) { return expression.depends_on(variable); }),
            .on_time = expression.depends_on("t")};
}

}  // namespace tobiuo
