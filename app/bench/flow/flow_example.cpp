// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/flow/flow_example.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "app/bench/selection.hpp"
#include "app/wording.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow_bench {
namespace {

constexpr double length = 2.0 * std::numbers::pi;

flow::Faces walls()
{
    return {.lower = {.kind = flow::FaceKind::no_slip}, .upper = {.kind = flow::FaceKind::no_slip}};
}

/// Nodes that are dense at both ends, as those of a channel.
std::vector<double> dense_nodes(std::int64_t cells)
{
    constexpr double stretching = 1.5;
    std::vector<double> nodes;
    for (std::int64_t node = 0; node <= cells; ++node) {
        const double at = 2.0 * static_cast<double>(node) / static_cast<double>(cells) - 1.0;
        nodes.push_back(0.5 * length * (1.0 + std::tanh(stretching * at) / std::tanh(stretching)));
    }
    nodes.front() = 0.0;
    nodes.back() = length;
    return nodes;
}

/// A sphere in the middle, an eighth of the width across; where z is absent, a circle.
bool is_in_sphere(double x, double y, double z)
{
    return std::hypot(x - 0.5 * length, y - 0.5 * length, z - 0.5 * length) < length / 16.0;
}

double sine(double x)
{
    return std::sin(x);
}
double minus_sine(double x)
{
    return -std::sin(x);
}
double cosine(double x)
{
    return std::cos(x);
}

/// The factor of a velocity component at the points of an axis with these indices.
std::vector<double> along(const Example& example, int component, int axis, std::int64_t first,
                          std::int64_t count, double (*of)(double))
{
    std::vector<double> values;
    for (std::int64_t index = first; index < first + count; ++index) {
        values.push_back(of(flow::velocity_position(example.problem, component, axis, index)));
    }
    return values;
}

}  // namespace

std::string Example::describe() const
{
    return fmt::format("{} {}, {}", name, bench::size_text(bench::reversed(cells)),
                       word_of(problem.precision));
}

const std::vector<std::string>& example_names()
{
    static const std::vector<std::string> names{
        "box",       "one-projection",   "les",    "two-scalars", "channel",
        "channel-y", "channel-implicit", "cavity", "sphere",      "sphere-closed"};
    return names;
}

Example make_example(const std::string& name, std::vector<std::int64_t> cells, Precision precision)
{
    cells.resize(3, 1);
    flow::Problem problem{.grid = box({cells[0], cells[1], cells[2]}, {length, length, length}),
                          .viscosity = 1.0 / 1600.0,
                          .precision = precision};
    if (name.starts_with("channel")) {
        const std::size_t across = name == "channel-y" ? 1 : 2;
        problem.grid.axes.at(across).nodes = dense_nodes(cells.at(across));
        problem.faces.at(across) = walls();
        if (name == "channel-implicit") {
            problem.implicit_diffusion = 2;
        }
    } else if (name == "les") {
        problem.eddies.model = flow::EddyModel::wale;
    } else if (name == "two-scalars") {
        problem.scalar = flow::Scalar{.diffusivity = 1.0 / 1600.0, .buoyancy = {0.0, 0.0, 1.0}};
        problem.further_scalars = {{.scalar = {.diffusivity = 1.0 / 1600.0, .name = "further"}}};
    } else if (name == "one-projection") {
        problem.projections = 1;
    } else if (name == "cavity") {
        problem.faces = {walls(), walls(), walls()};
    } else if (name.starts_with("sphere")) {
        problem.obstacles = {{.inside = is_in_sphere}};
    }
    constexpr std::int64_t steps_to_settle = 60;
    const bool is_closed = name == "sphere-closed";
    if (is_closed) {
        problem.obstacles.front().method = flow::ObstacleMethod::closed;
    }
    flow::validate(problem);
    return {.name = name,
            .cells = std::move(cells),
            .problem = problem,
            .steps_before = is_closed ? steps_to_settle : 0};
}

Fields initial_velocity(const Example& example)
{
    return initial_velocity(example, 0, example.cells.at(2));
}

Fields initial_velocity(const Example& example, std::int64_t first, std::int64_t count)
{
    Fields fields;
    for (int component = 0; component < 2; ++component) {
        const bool is_u = component == 0;
        const std::vector<double> x =
            along(example, component, 0, 0, example.cells.at(0), is_u ? sine : cosine);
        const std::vector<double> y =
            along(example, component, 1, 0, example.cells.at(1), is_u ? cosine : minus_sine);
        const std::vector<double> z = along(example, component, 2, first, count, cosine);
        auto& values = fields.at(static_cast<std::size_t>(component));
        values.reserve(x.size() * y.size() * z.size());
        for (const double of_z : z) {
            for (const double of_y : y) {
                for (const double of_x : x) {
                    values.push_back(of_x * of_y * of_z);
                }
            }
        }
    }
    fields[2].assign(fields[0].size(), 0.0);
    return fields;
}

}  // namespace tobiuo::flow_bench
