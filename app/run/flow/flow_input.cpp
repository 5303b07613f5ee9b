#include "app/run/flow/flow_input.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/case/flow_problem.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/run/flow/flow_start_file.hpp"
#include "app/run/poisson/poisson_expression.hpp"
#include "solvers/expression.hpp"
#include "solvers/flow/scalar_means.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
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

/// The points of velocity `component`; those of the face across `axis` at `place` if both are
/// given.
Grid points_of(const flow::Problem& problem, int component, int across = -1, double place = 0.0)
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

std::vector<double> sampled(const FieldExpression& given, const std::string& key, const Grid& grid)
{
    std::vector<double> values(
        static_cast<std::size_t>(grid.values(0) * grid.values(1) * grid.values(2)));
    at_expression(key, given.at,
                  [&] { poisson::sample_grid(Expression{given.text}, grid, values); });
    return values;
}

bool is_constant(const Expression& expression)
{
    return std::ranges::none_of(casefile::axis_words, [&](std::string_view variable) {
        return expression.depends_on(variable);
    });
}

/// Fills in the velocities of one face. A number is kept as one, an expression at all points.
void read_face(const FlowFace& given, int axis, int end, flow::Problem& problem)
{
    const auto a = static_cast<std::size_t>(axis);
    flow::Face& face = end == 0 ? problem.faces.at(a).lower : problem.faces.at(a).upper;
    const Axis& across = problem.grid.axes.at(a);
    const std::string key = fmt::format("faces.{}.{}.velocity", casefile::axis_words.at(a),
                                        end == 0 ? "lower" : "upper");
    for (int component = 0; component < 3; ++component) {
        const auto c = static_cast<std::size_t>(component);
        const std::vector<double> values =
            sampled(given.velocity.at(c), key,
                    points_of(problem, component, axis, end == 0 ? across.lower : across.upper));
        if (is_constant(Expression{given.velocity.at(c).text})) {
            face.velocity.at(c) = values.front();
        } else {
            face.profile.at(c) = values;
        }
    }
}

/// No component of the velocity: the centres of cells.
constexpr int no_component = 3;

/// Fills in the scalar of one face, as read_face() does the velocities.
void read_scalar_face(const ScalarFaceSection& given, int axis, int end, flow::Problem& problem)
{
    const auto a = static_cast<std::size_t>(axis);
    flow::ScalarFace& face = problem.scalar->faces.at(2 * a + static_cast<std::size_t>(end));
    const Axis& across = problem.grid.axes.at(a);
    const std::string key =
        fmt::format("scalar.faces.{}.{}", casefile::axis_words.at(a), end == 0 ? "lower" : "upper");
    const std::vector<double> values =
        sampled(given.number, key,
                points_of(problem, no_component, axis, end == 0 ? across.lower : across.upper));
    face.kind = given.kind;
    if (is_constant(Expression{given.number.text})) {
        face.number = values.front();
    } else {
        face.profile = values;
    }
}

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

void add_noise(const FlowNoise& noise, std::size_t component, std::span<double> values)
{
    const std::uint64_t first = component * values.size();
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] +=
            noise.amplitude * noise_at(static_cast<std::uint64_t>(noise.seed), first + at);
    }
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
    for (int axis = 0; axis < 3; ++axis) {
        const auto& faces = flow.faces.at(static_cast<std::size_t>(axis));
        for (int end = 0; end < 2; ++end) {
            const FlowFace& face = faces.at(static_cast<std::size_t>(end));
            if (face.kind == flow::FaceKind::no_slip || face.kind == flow::FaceKind::inflow) {
                read_face(face, axis, end, problem);
            }
        }
    }
    if (const auto reason = flow::unsupported_reason(problem, Backend::cpu)) {
        throw InputError{flow.faces_at, "faces: " + *reason};
    }
    if (flow.scalar) {
        for (int face = 0; face < 6; ++face) {
            const auto& faces = flow.scalar->faces.at(static_cast<std::size_t>(face / 2));
            read_scalar_face(faces.at(static_cast<std::size_t>(face % 2)), face / 2, face % 2,
                             problem);
        }
        if (const auto reason = flow::unsupported_reason(problem, Backend::cpu)) {
            throw InputError{flow.scalar_at, "scalar: " + *reason};
        }
    }
    return problem;
}

template <typename Real>
std::array<std::vector<Real>, 3> initial_velocity(const FlowCase& flow,
                                                  const flow::Problem& problem)
{
    constexpr std::array names{"initial.u", "initial.v", "initial.w"};
    std::array<std::vector<double>, 3> of_file;
    if (flow.initial_file) {
        of_file = velocity_of_file(*flow.initial_file, problem);
    }
    std::array<std::vector<Real>, 3> velocity;
    for (std::size_t c = 0; c < 3; ++c) {
        std::vector<double> values =
            flow.initial_file
                ? std::move(of_file.at(c))
                : sampled(flow.initial.at(c), names.at(c), points_of(problem, static_cast<int>(c)));
        if (flow.noise.amplitude > 0.0 && !is_absent(problem, c)) {
            add_noise(flow.noise, c, values);
        }
        if constexpr (std::is_same_v<Real, double>) {
            velocity.at(c) = std::move(values);
        } else {
            velocity.at(c).assign(values.begin(), values.end());
        }
    }
    return velocity;
}

template std::array<std::vector<float>, 3> initial_velocity(const FlowCase&, const flow::Problem&);
template std::array<std::vector<double>, 3> initial_velocity(const FlowCase&, const flow::Problem&);

template <typename Real>
std::vector<Real> initial_scalar(const FlowCase& flow, const flow::Problem& problem)
{
    if (!flow.scalar) {
        return {};
    }
    const std::vector<double> values =
        sampled(flow.scalar->initial, "scalar.initial", points_of(problem, no_component));
    return {values.begin(), values.end()};
}

template std::vector<float> initial_scalar(const FlowCase&, const flow::Problem&);
template std::vector<double> initial_scalar(const FlowCase&, const flow::Problem&);

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
double largest_difference(const flow::Problem& problem, std::span<const Real> values)
{
    if (!problem.scalar) {
        return 0.0;
    }
    double largest = 0.0;
    const auto add = [&](double value) {
        largest = std::max(largest, std::abs(value - problem.scalar->reference));
    };
    std::ranges::for_each(values, [&](Real value) { add(static_cast<double>(value)); });
    for (const int number : flow::faces_with_scalar(problem)) {
        const flow::ScalarFace& face = problem.scalar->faces.at(static_cast<std::size_t>(number));
        add(face.profile.empty() ? face.number : face.profile.front());
        std::ranges::for_each(face.profile, add);
    }
    return largest;
}

template double largest_difference(const flow::Problem&, std::span<const float>);
template double largest_difference(const flow::Problem&, std::span<const double>);

double rate_of_buoyancy(const flow::Problem& problem, double difference)
{
    return problem.scalar ? rate_of_acceleration(problem, {}, problem.scalar->buoyancy, difference)
                          : 0.0;
}

double rate_of_force(const flow::Problem& problem, double difference)
{
    const std::array<double, 3> none{};
    return rate_of_acceleration(problem, problem.force,
                                problem.scalar ? problem.scalar->buoyancy : none, difference);
}

}  // namespace tobiuo
