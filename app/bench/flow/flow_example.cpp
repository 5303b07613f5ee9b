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

/// The factor of a velocity component along an axis, at its points.
std::vector<double> along(const Example& example, int component, int axis, double (*of)(double))
{
    std::vector<double> values;
    for (std::int64_t index = 0; index < example.cells.at(static_cast<std::size_t>(axis));
         ++index) {
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
    static const std::vector<std::string> names{"box", "channel", "channel-implicit", "cavity"};
    return names;
}

Example make_example(const std::string& name, std::vector<std::int64_t> cells, Precision precision)
{
    cells.resize(3, 1);
    flow::Problem problem{.grid = box({cells[0], cells[1], cells[2]}, {length, length, length}),
                          .viscosity = 1.0 / 1600.0,
                          .precision = precision};
    if (name.starts_with("channel")) {
        problem.grid.axes[2].nodes = dense_nodes(cells[2]);
        problem.faces[2] = walls();
        if (name == "channel-implicit") {
            problem.implicit_diffusion = 2;
        }
    } else if (name == "cavity") {
        problem.faces = {walls(), walls(), walls()};
    }
    flow::validate(problem);
    return {.name = name, .cells = std::move(cells), .problem = problem};
}

Fields initial_velocity(const Example& example)
{
    Fields fields;
    for (int component = 0; component < 2; ++component) {
        const std::vector<double> x = along(example, component, 0, component == 0 ? sine : cosine);
        const std::vector<double> y =
            along(example, component, 1, component == 0 ? cosine : minus_sine);
        const std::vector<double> z = along(example, component, 2, cosine);
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
