// SPDX-License-Identifier: BSD-3-Clause
// The Poisson solves of the corpus.
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/tile/tile_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "runtime/device/digest.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/tune/tune_subject.hpp"
#include "tests/corpus/entry.hpp"
#include "tests/corpus/plan_text.hpp"
#include "tests/corpus/problems.hpp"

namespace tobiuo::corpus {
namespace {

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

void add(std::vector<Entry>& entries, const Solve& solve)
{
    const poisson::Problem problem = problem_of(solve);
    entries.push_back(
        {.name = name_of(solve),
         .plan = [problem](const auto& limits,
                           const auto* table) { return planned(problem, limits, table); },
         .subject = [problem] { return poisson::tune_subject(problem, Backend::cuda); }});
}

/// All walls, on cells and nodes, at sizes for which merging and padding differ.
void add_cubes(std::vector<Entry>& entries, Precision precision)
{
    for (const std::int64_t side : {60, 64, 100, 128, 170, 256, 512}) {
        for (const Walls& three : usual_walls()) {
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
        for (const poisson::Sides& sides : {periodic, dirichlet, neumann, mixed}) {
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
