// The Poisson solves of the corpus.
#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/device/digest.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/tile/tile_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/device/tune_subject.hpp"
#include "solvers/poisson/problem.hpp"
#include "tests/corpus/entry.hpp"
#include "tests/corpus/plan_text.hpp"

namespace tobiuo::corpus {
namespace {

using poisson::Condition;
using poisson::Sides;

constexpr Sides periodic{Condition::periodic, Condition::periodic};
constexpr Sides dirichlet{Condition::dirichlet, Condition::dirichlet};
constexpr Sides neumann{Condition::neumann, Condition::neumann};
constexpr Sides mixed{Condition::dirichlet, Condition::neumann};

using Walls = std::array<Sides, 3>;
using Cells = std::array<std::int64_t, 3>;

/// A digest of the bits of the eigenvalues: equal eigenvalues have the same digest.
std::string digest_of(const std::vector<double>& values)
{
    const auto* bytes = reinterpret_cast<const char*>(values.data());
    constexpr std::size_t digits = 12;
    return device::sha256(std::string(bytes, values.size() * sizeof(double))).substr(0, digits);
}

Planned planned(const poisson::Problem& problem, const fft::DeviceLimits& limits,
                const fft::TunedTable* table)
{
    const poisson::SolveSchedule solve =
        poisson::make_solve_schedule(problem, limits, {.table = table});
    Planned made{.text = {},
                 .kernels = kernels_of(solve.forward, problem.precision),
                 .requests = requests_of(solve.forward)};
    std::ostringstream text;
    text << plan_text(solve.forward);
    if (solve.recurrences) {
        const tridiagonal::ToeplitzForm& form = solve.recurrences->form;
        text << " ; recurrences(" << form.rows << ',' << form.step << ',' << form.columns << ','
             << static_cast<int>(form.first) << ',' << static_cast<int>(form.last) << ','
             << form.reversed << ',' << form.threads_per_column << ',' << form.values << ','
             << form.tile << ',' << form.min_blocks_per_sm << ") zero mode "
             << solve.recurrences->zero_mode;
        made.kernels.push_back(tridiagonal::specialise(form, problem.precision));
    }
    if (solve.line) {
        text << " ; line(" << solve.line->rows << ',' << static_cast<int>(solve.line->first) << ','
             << static_cast<int>(solve.line->last) << ',' << solve.line->reversed << ')';
        made.kernels.push_back(tridiagonal::specialise_line_integrator(problem.precision));
    }
    if (solve.tiles) {
        const tridiagonal::ColumnTiles& tiles = solve.tiles->tiles;
        text << " ; tiles(" << solve.systems->axis << ',' << tiles.rows << ',' << tiles.columns
             << ',' << tiles.threads_per_column << ',' << tiles.values << ',' << tiles.tile << ','
             << tiles.min_blocks_per_sm << ") zero mode " << solve.tiles->zero_mode;
        made.kernels.push_back(tridiagonal::specialise(tiles, problem.precision));
        made.kernels.push_back(tridiagonal::specialise_losses(tiles, problem.precision));
    } else if (solve.systems) {
        text << " ; systems(" << solve.systems->axis << ',' << solve.systems->rows << ','
             << solve.systems->step << ')';
        made.kernels.push_back(tridiagonal::specialise(problem.precision));
    }
    if (!solve.inverse.steps.empty()) {
        text << " ; back " << plan_text(solve.inverse);
        for (const auto& kernel : kernels_of(solve.inverse, problem.precision)) {
            made.kernels.push_back(kernel);
        }
        for (const std::string& request : requests_of(solve.inverse)) {
            made.requests.push_back(request);
        }
    }
    text << " ; eigenvalues " << digest_of(solve.inner) << ' ' << digest_of(solve.outer) << ' '
         << digest_of(solve.along) << " scale " << solve.round_trip;
    made.text = text.str();
    return made;
}

std::vector<double> stretched_nodes(std::int64_t cells)
{
    std::vector<double> nodes;
    for (std::int64_t k = 0; k <= cells; ++k) {
        const double x = static_cast<double>(k) / static_cast<double>(cells);
        nodes.push_back(x * x * (3.0 - 2.0 * x));
    }
    return nodes;
}

std::string name_of(const Sides& sides)
{
    constexpr const char* words[] = {"periodic", "dirichlet", "neumann"};
    return std::string{words[static_cast<int>(sides.lower)]} + "-" +
           words[static_cast<int>(sides.upper)];
}

struct Solve {
    Cells cells;
    Walls walls;
    Location location = Location::cell;
    Precision precision = Precision::fp32;
    bool stretched = false;  ///< along z
    poisson::Operator op = poisson::Operator::second_order;
};

/// "solve 64x64x64 cells dirichlet-neumann ... order 2 fp32"
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
    for (const Sides& sides : solve.walls) {
        name += " " + name_of(sides);
    }
    name += operators[static_cast<int>(solve.op)];
    name += solve.precision == Precision::fp32 ? " fp32" : " fp64";
    return name + (solve.stretched ? " z-stretched" : "");
}

void add(std::vector<Entry>& entries, const Solve& solve)
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
    entries.push_back(
        {.name = name_of(solve),
         .plan = [problem](const auto& limits,
                           const auto* table) { return planned(problem, limits, table); },
         .subject = [problem] { return poisson::tune_subject(problem); }});
}

/// All walls, on cells and nodes, at sizes for which merging and padding differ.
void add_cubes(std::vector<Entry>& entries, Precision precision)
{
    const std::array<Walls, 5> walls{{{periodic, periodic, periodic},
                                      {dirichlet, dirichlet, dirichlet},
                                      {neumann, neumann, neumann},
                                      {mixed, mixed, mixed},
                                      {periodic, dirichlet, neumann}}};
    for (const std::int64_t side : {60, 64, 100, 128, 170, 256, 512}) {
        for (const Walls& three : walls) {
            for (const Location location : {Location::cell, Location::node}) {
                add(entries, {.cells = {side, side, side},
                              .walls = three,
                              .location = location,
                              .precision = precision});
            }
        }
    }
}

}  // namespace

std::vector<Entry> solve_entries()
{
    std::vector<Entry> entries;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        add_cubes(entries, precision);
        for (const Sides& sides : {periodic, dirichlet, neumann, mixed}) {
            add(entries, {.cells = {4096, 1, 1},
                          .walls = {sides, periodic, periodic},
                          .precision = precision});
            for (const std::int64_t side : {200, 1024}) {
                add(entries, {.cells = {side, side, 1},
                              .walls = {sides, sides, periodic},
                              .precision = precision});
            }
            add(entries, {.cells = {128, 64, 96},
                          .walls = {periodic, sides, dirichlet},
                          .precision = precision,
                          .stretched = true});
            for (const auto op : {poisson::Operator::fourth_order, poisson::Operator::spectral}) {
                add(entries, {.cells = {256, 128, 128},
                              .walls = {sides, sides, sides},
                              .precision = precision,
                              .op = op});
            }
        }
    }
    return entries;
}

}  // namespace tobiuo::corpus
