#include "app/bench/poisson/bench_problem.hpp"

#include <cstddef>

#include "app/bench/fft/size.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Condition;
using poisson::Sides;

constexpr Sides periodic{Condition::periodic, Condition::periodic};
constexpr Sides dirichlet{Condition::dirichlet, Condition::dirichlet};
constexpr Sides neumann{Condition::neumann, Condition::neumann};
constexpr Sides mixed{Condition::dirichlet, Condition::neumann};

}  // namespace

const std::vector<Boundary>& boundaries()
{
    static const std::vector<Boundary> all{{"periodic", {periodic, periodic, periodic}},
                                           {"dirichlet", {dirichlet, dirichlet, dirichlet}},
                                           {"neumann", {neumann, neumann, neumann}},
                                           {"mixed", {mixed, mixed, mixed}},
                                           {"duct", {periodic, dirichlet, neumann}}};
    return all;
}

std::string BenchProblem::shape() const
{
    return fft_bench::size_text(cells);
}

std::string BenchProblem::describe() const
{
    std::string text = shape() + " " + boundary;
    for (const std::string_view word : {word_of(problem.grid.location), word_of(problem.op),
                                        tobiuo::word_of(problem.precision)}) {
        text += ", " + std::string{word};
    }
    return text;
}

BenchProblem bench_problem(const std::vector<std::int64_t>& cells, const Boundary& boundary,
                           Location location, poisson::Operator op, Precision precision)
{
    std::array<std::int64_t, 3> counts{1, 1, 1};
    std::array<Sides, 3> sides{periodic, periodic, periodic};
    for (std::size_t axis = 0; axis < cells.size(); ++axis) {
        counts.at(axis) = cells[cells.size() - 1 - axis];
        if (counts.at(axis) > 1) {
            sides.at(axis) = boundary.sides.at(axis);
        }
    }
    BenchProblem made{.cells = cells,
                      .boundary = std::string{boundary.name},
                      .problem = {.grid = grid_of_cells(counts, location),
                                  .sides = sides,
                                  .op = op,
                                  .lambda = 0.0,
                                  .precision = precision}};
    poisson::validate(made.problem);
    return made;
}

double array_bytes(const poisson::Problem& problem)
{
    auto bytes = static_cast<double>(bytes_per_value(problem.precision));
    for (int axis = 0; axis < 3; ++axis) {
        bytes *= static_cast<double>(poisson::unknowns(problem, axis).count);
    }
    return bytes;
}

std::string_view word_of(Location location)
{
    return casefile::location_words.at(static_cast<std::size_t>(location));
}

std::string_view word_of(poisson::Operator op)
{
    return casefile::operator_words.at(static_cast<std::size_t>(op));
}

}  // namespace tobiuo::poisson_bench
