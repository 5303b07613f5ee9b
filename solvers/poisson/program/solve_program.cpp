// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/program/solve_program.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/passes_text.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/axis/tile_rows.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
ProgramArray array_of(const std::vector<T>& values)
{
    const auto bytes = std::as_bytes(std::span{values});
    return {.bytes = bytes.size(), .values = {bytes.begin(), bytes.end()}};
}

class Builder {
public:
    Builder(const Problem& problem, const SolveSchedule& solve)
        : solve_{solve},
          program_{.precision = problem.precision,
                   .points = points(problem),
                   .has_null_space = has_null_space(problem),
                   .round_trip = solve.round_trip,
                   .arrays = {},
                   .steps = {},
                   .passes = memory_passes(solve, problem.precision),
                   .choices = choices_in(solve),
                   .description = {}}
    {
        program_.description = passes_text(program_.passes) + ": " + describe(solve);
        add_values();
        add_steps(problem);
    }

    [[nodiscard]] SolveProgram take() { return std::move(program_); }

private:
    [[nodiscard]] std::size_t real_bytes() const
    {
        return static_cast<std::size_t>(bytes_per_value(program_.precision));
    }

    void add(ArrayName name, ProgramArray array) { program_.array(name) = std::move(array); }

    void add_values()
    {
        const Precision precision = eigenvalue_precision(solve_, program_.precision);
        add(ArrayName::inner, array_in(precision, solve_.inner));
        add(ArrayName::outer, array_in(precision, solve_.outer));
        add(ArrayName::along, array_in(precision, solve_.along));
        add(ArrayName::constant, {.bytes = real_bytes()});
        // The passes of x write rows without their padding, and those of y read whole pairs of
        // columns. The values in the padding reach no solution, but reading memory that was never
        // written is an error in compute-sanitizer: the work array begins with zeros.
        add(ArrayName::work,
            {.bytes = static_cast<std::size_t>(2 * solve_.forward.work_values) * real_bytes()});
    }

    void add_steps(const Problem& problem)
    {
        if (solve_.line) {
            program_.steps.emplace_back(*solve_.line);
            return;
        }
        if (!solve_.forward.steps.empty()) {
            program_.steps.emplace_back(solve_.forward);
        } else {
            program_.steps.emplace_back(CopyOfF{});
        }
        if (solve_.tiles) {
            if (program_.precision == Precision::fp32) {
                add_tiles<float>(problem);
            } else {
                add_tiles<double>(problem);
            }
        } else if (solve_.systems) {
            add_lines(problem);
        }
        if (solve_.recurrences) {
            program_.steps.emplace_back(*solve_.recurrences);
        }
        if (!solve_.inverse.steps.empty()) {
            program_.steps.emplace_back(solve_.inverse);
        }
    }

    template <typename T>
    void add_tiles(const Problem& problem)
    {
        const SolvedTiles& solved = *solve_.tiles;
        const ThreePoint points = three_point(problem, solve_.systems->axis);
        const TileRows<T> rows{points, static_cast<std::size_t>(solved.tiles.room())};
        const bool last_unbounded = points.sides.upper == Condition::open;
        add(ArrayName::width, array_of(rows.width));
        add(ArrayName::conductance, array_of(rows.conductance));
        add(ArrayName::losses,
            {.bytes = static_cast<std::size_t>(solved.tiles.parts() +
                                               (last_unbounded ? solved.tiles.columns : 0)) *
                      sizeof(T)});
        program_.steps.emplace_back(
            TiledLines{.lines = *solve_.systems,
                       .solved = solved,
                       .square = rows.square,
                       .first_unbounded = points.sides.lower == Condition::open,
                       .last_unbounded = last_unbounded,
                       .level = rows.level});
    }

    void add_lines(const Problem& problem)
    {
        const ThreePoint points = three_point(problem, solve_.systems->axis);
        add(ArrayName::below, array_of(points.below));
        add(ArrayName::above, array_of(points.above));
        add(ArrayName::width, array_of(points.width));
        add(ArrayName::losses, {.bytes = array_values(solve_) * sizeof(double)});
        tridiagonal::UnequalRows rows = rows_of(points);
        rows.below = rows.above = rows.width = nullptr;
        program_.steps.emplace_back(WholeLines{.lines = *solve_.systems, .rows = rows});
    }

    const SolveSchedule& solve_;
    SolveProgram program_;
};

}  // namespace

ProgramArray array_in(Precision precision, const std::vector<double>& values)
{
    return precision == Precision::fp64
               ? array_of(values)
               : array_of(std::vector<float>(values.begin(), values.end()));
}

Precision eigenvalue_precision(const SolveSchedule& solve, Precision precision)
{
    return solve.by_systems() || solve.wide_symbol ? Precision::fp64 : precision;
}

std::size_t SolveProgram::bytes() const
{
    std::size_t sum = 0;
    for (const ProgramArray& array : arrays) {
        sum += array.bytes;
    }
    return sum;
}

SolveProgram SolveProgram::without_work() const
{
    SolveProgram program = *this;
    program.array(ArrayName::work) = {};
    return program;
}

void share_modes(SolveProgram& program, const Problem& problem)
{
    std::vector<SolveStep>& steps = program.steps;
    const bool has_three_axes =
        !is_absent(problem, 0) && !is_absent(problem, 1) && !is_absent(problem, 2);
    if (!has_three_axes || program.has(ArrayName::work) || steps.size() != 3 ||
        !std::holds_alternative<fft::Schedule>(steps[0]) ||
        !std::holds_alternative<Recurrences>(steps[1]) ||
        !std::holds_alternative<fft::Schedule>(steps[2])) {
        return;
    }
    Recurrences again = std::get<Recurrences>(steps[1]);
    again.form.adds_faces = true;
    steps.insert(steps.begin() + 2, again);
    program.shares_modes = true;
    program.passes += 2;  // the other recurrences, and reads of the modes for ends along x and y
    program.description = passes_text(program.passes) + ": two solves with shared modes;" +
                          program.description.substr(program.description.find(':') + 1);
}

SolveProgram program_of(const Problem& problem, const SolveSchedule& solve)
{
    return Builder{problem, solve}.take();
}

SolveProgram program_of(const Problem& problem, const std::vector<double>& lambdas,
                        const FusedSchedule& fused)
{
    const std::int64_t problems = std::ssize(lambdas);
    const bool has_null_space = std::ranges::any_of(lambdas, [&](double lambda) {
        Problem one = problem;
        one.lambda = lambda;
        return poisson::has_null_space(one);
    });
    SolveProgram program{.precision = problem.precision,
                         .points = points(problem) * problems,
                         .problems = problems,
                         .has_null_space = has_null_space,
                         .round_trip = fused.solve.round_trip,
                         .arrays = {},
                         .steps = {FusedProblems{.form = fused.form, .problems = problems}},
                         .passes = 1,
                         .choices = {},
                         .description = passes_text(1) + ": " + fft::short_name(fused.form)};
    program.array(ArrayName::inner) = array_of(fused.solve.inner);
    program.array(ArrayName::outer) = array_of(fused.solve.outer);
    program.array(ArrayName::along) = array_of(fused.solve.along);
    program.array(ArrayName::constant) = {
        .bytes = static_cast<std::size_t>(problems * bytes_per_value(problem.precision))};
    return program;
}

}  // namespace tobiuo::poisson
