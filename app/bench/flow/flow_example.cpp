#include "app/bench/flow/flow_example.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "app/bench/fft/size.hpp"
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

}  // namespace

std::string Example::describe() const
{
    return fmt::format("{} {}, {}", name, fft_bench::size_text(fft_bench::reversed(cells)),
                       word_of(problem.precision));
}

const std::vector<std::string>& example_names()
{
    static const std::vector<std::string> names{"box", "channel", "cavity"};
    return names;
}

Example make_example(const std::string& name, std::vector<std::int64_t> cells, Precision precision)
{
    cells.resize(3, 1);
    flow::Problem problem{.grid = box({cells[0], cells[1], cells[2]}, {length, length, length}),
                          .viscosity = 1.0 / 1600.0,
                          .precision = precision};
    if (name == "channel") {
        problem.grid.axes[2].nodes = dense_nodes(cells[2]);
        problem.faces[2] = walls();
    } else if (name == "cavity") {
        problem.faces = {walls(), walls(), walls()};
    }
    flow::validate(problem);
    return {.name = name, .cells = std::move(cells), .problem = problem};
}

Fields initial_velocity(const Example& example)
{
    const flow::Problem& problem = example.problem;
    Fields fields;
    for (int component = 0; component < 2; ++component) {
        auto& values = fields.at(static_cast<std::size_t>(component));
        const auto at = [&](int axis, std::int64_t index) {
            return flow::velocity_position(problem, component, axis, index);
        };
        for (std::int64_t k = 0; k < example.cells[2]; ++k) {
            for (std::int64_t j = 0; j < example.cells[1]; ++j) {
                for (std::int64_t i = 0; i < example.cells[0]; ++i) {
                    const double x = at(0, i);
                    const double y = at(1, j);
                    const double of_plane =
                        component == 0 ? std::sin(x) * std::cos(y) : -std::cos(x) * std::sin(y);
                    values.push_back(of_plane * std::cos(at(2, k)));
                }
            }
        }
    }
    fields[2].assign(fields[0].size(), 0.0);
    return fields;
}

}  // namespace tobiuo::flow_bench
