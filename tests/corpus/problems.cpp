// SPDX-License-Identifier: BSD-3-Clause
#include "tests/corpus/problems.hpp"

namespace tobiuo::corpus {
namespace {

std::vector<double> stretched_nodes(std::int64_t cells)
{
    std::vector<double> nodes;
    for (std::int64_t k = 0; k <= cells; ++k) {
        const double x = static_cast<double>(k) / static_cast<double>(cells);
        nodes.push_back(x * x * (3.0 - 2.0 * x));
    }
    return nodes;
}

std::string name_of(const poisson::Sides& sides)
{
    constexpr const char* words[] = {"periodic", "dirichlet", "neumann"};
    return std::string{words[static_cast<int>(sides.lower)]} + "-" +
           words[static_cast<int>(sides.upper)];
}

}  // namespace

const std::array<Walls, 5>& usual_walls()
{
    static const std::array<Walls, 5> walls{{{periodic, periodic, periodic},
                                             {dirichlet, dirichlet, dirichlet},
                                             {neumann, neumann, neumann},
                                             {mixed, mixed, mixed},
                                             {periodic, dirichlet, neumann}}};
    return walls;
}

poisson::Problem problem_of(const Solve& solve)
{
    poisson::Problem problem{.grid = grid_of_cells(solve.cells, solve.location),
                             .sides = solve.walls,
                             .op = solve.op,
                             .precision = solve.precision};
    if (solve.stretched) {
        Axis& z = problem.grid.axes[2];
        z.lower = 0.0;
        z.upper = 1.0;
        z.nodes = stretched_nodes(z.cells);
    }
    return problem;
}

std::string name_of(const Solve& solve)
{
    constexpr const char* operators[] = {" second-order", " fourth-order", " spectral"};
    std::string name = "solve";
    const char* before = " ";
    for (const std::int64_t cells : solve.cells) {
        name += before + std::to_string(cells);
        before = "x";
    }
    name += solve.location == Location::cell ? " cells" : " nodes";
    for (const poisson::Sides& sides : solve.walls) {
        name += " " + name_of(sides);
    }
    name += operators[static_cast<int>(solve.op)];
    name += solve.precision == Precision::fp32 ? " fp32" : " fp64";
    return name + (solve.stretched ? " z-stretched" : "");
}

fft::Problem transform_of(const std::vector<std::int64_t>& lengths, fft::Kind kind,
                          Precision precision)
{
    return {.lengths = lengths,
            .kind = kind,
            .direction = kind == fft::Kind::c2r ? fft::Direction::inverse : fft::Direction::forward,
            .precision = precision};
}

std::string name_of(const fft::Problem& problem)
{
    constexpr const char* words[] = {"c2c", "r2c", "c2r"};
    std::string name = words[static_cast<int>(problem.kind)];
    const char* before = " ";
    for (const std::int64_t length : problem.lengths) {
        name += before + std::to_string(length);
        before = "x";
    }
    name += problem.precision == Precision::fp32 ? " fp32" : " fp64";
    name += problem.placement == fft::Placement::in_place ? " in-place" : " out-of-place";
    name += problem.direction == fft::Direction::inverse ? " inverse" : "";
    return name + (problem.batch > 1 ? " batch " + std::to_string(problem.batch) : "");
}

}  // namespace tobiuo::corpus
