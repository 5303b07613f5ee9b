// SPDX-License-Identifier: BSD-3-Clause
// Prints a test for each of twin_cases(), distributed over the given files. The forms of its passes
// become constants of the program, as they are in the kernels.
#include <cstddef>
#include <fstream>
#include <iostream>
#include <string>
#include <variant>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "tests/solvers/poisson/device/solve_twin/fused_twin.hpp"
#include "tests/solvers/poisson/device/solve_twin/ranks_cases.hpp"
#include "tests/solvers/poisson/device/solve_twin/rounds_cases.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"

namespace {

using namespace tobiuo;

std::string form_text(const fft::PassForm& form)
{
    return "PassForm" + fft::initialiser(form);
}

std::string array_text(fft::Array array)
{
    return std::string{"Array::"} + (array == fft::Array::input    ? "input"
                                     : array == fft::Array::output ? "output"
                                                                   : "work");
}

std::string text_of(const fft::Step& step)
{
    if (const auto* merged = std::get_if<fft::MergedStep>(&step)) {
        const fft::MergedForm& form = merged->form;
        return "    twin.run_merged<" + form_text(form.first) + ",\n        " +
               form_text(form.second) + ">({" + array_text(merged->from) + ", " +
               array_text(merged->middle) + ", " + array_text(merged->to) + "},\n        {" +
               std::to_string(form.in_bytes) + ", " + std::to_string(form.middle_bytes) + ", " +
               std::to_string(form.out_bytes) + "}, " + std::to_string(form.planes) + ", " +
               std::to_string(form.discard_bytes) + ");\n";
    }
    const auto& pass = std::get<fft::PassStep>(step);
    return "    twin.run<" + form_text(pass.form) + ">(" + array_text(pass.from) + ", " +
           array_text(pass.to) + ");\n";
}

/// Writes every `step`-th line from number `first` on, for each of its sources.
void print_long_lines(std::ostream& out, std::size_t first, std::size_t step)
{
    const auto cases = test::long_line_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        const poisson::Problem& problem = cases[at].problem;
        const bool single = problem.precision == Precision::fp32;
        out << "\n// " << poisson::describe(problem) << "\nTEST(PoissonSolveTwin, long_line_" << at
            << "_has_small_residuals)\n{\n"
               "    for (const test::Source source : test::long_line_sources) {\n"
               "    test::SolveTwin<"
            << (single ? "float" : "double") << "> twin{test::long_line_cases().at(" << at
            << "), source};\n";
        for (const fft::Step& step : cases[at].schedule().forward.steps) {
            out << text_of(step);
        }
        out << "    twin.expect_small_errors();\n    }\n}\n";
    }
}

/// Writes every `step`-th problem near a singular one from number `first` on.
void print_near_singular(std::ostream& out, std::size_t first, std::size_t step)
{
    const auto cases = test::near_singular_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        out << "\n// " << poisson::describe(cases[at].problem)
            << "\nTEST(PoissonSolveTwin, near_singular_" << at
            << "_loses_what_transforms_lose)\n{\n"
               "    test::SolveTwin<float> twin{test::near_singular_cases().at("
            << at << ")};\n";
        for (const fft::Step& step : cases[at].schedule().forward.steps) {
            out << text_of(step);
        }
        out << "    twin.expect_what_transforms_lose();\n}\n";
    }
}

/// What runs the passes of a part of the chunks for which `condition` holds.
std::string text_of_part(const char* part, const std::string& condition,
                         const fft::Schedule& schedule, bool has_systems,
                         const fft::Schedule& after)
{
    std::string text =
        "        if (part == test::RoundPart::" + std::string{part} + " && " + condition + ") {\n";
    for (const fft::Step& step : schedule.steps) {
        text += text_of(step);
    }
    text += has_systems ? "    twin.run_systems();\n" : "";
    for (const fft::Step& step : after.steps) {
        text += text_of(step);
    }
    return text + "        }\n";
}

/// Writes every `step`-th solve in rounds from number `first` on.
void print_rounds(std::ostream& out, std::size_t first, std::size_t step)
{
    const auto cases = test::rounds_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        const test::RoundsCase& one = cases[at];
        const std::string real = one.problem.precision == Precision::fp32 ? "float" : "double";
        out << "\n// " << poisson::describe(one.problem) << "\nTEST(PoissonRoundsTwin, case_" << at
            << "_agrees_with_the_solver_on_the_host)\n{\n    test::RoundsTwin<" << real
            << "> rounds{test::rounds_cases().at(" << at
            << ")};\n    rounds.run([](test::SolveTwin<" << real
            << ">& twin, test::RoundPart part, long long count) {\n";
        const poisson::SolveRounds rounds = one.rounds();
        for (const poisson::SolveChunk& size : poisson::sizes_of(rounds.outer)) {
            const poisson::SolveSchedule chunk = one.schedule(size);
            const std::string condition = "count == " + std::to_string(size.count);
            out << text_of_part("forward", condition, chunk.forward, false, {})
                << text_of_part("inverse", condition, {}, false, chunk.inverse);
        }
        for (const poisson::SolveChunk& size : poisson::sizes_of(rounds.middle)) {
            const poisson::SolveSchedule chunk = one.schedule(size);
            out << text_of_part("middle", "count == " + std::to_string(size.count), chunk.forward,
                                chunk.systems.has_value(), chunk.inverse);
        }
        out << "    });\n    rounds.expect_agreement();\n}\n";
    }
}

/// Writes every `step`-th solve by transposition from number `first` on.
void print_ranks(std::ostream& out, std::size_t first, std::size_t step)
{
    const auto cases = test::ranks_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        const test::RanksCase& one = cases[at];
        const std::string real = one.problem.precision == Precision::fp32 ? "float" : "double";
        out << "\n// " << poisson::describe(one.problem) << "\nTEST(PoissonRanksTwin, case_" << at
            << "_agrees_with_the_solver_on_the_host)\n{\n    test::RanksTwin<" << real
            << "> ranks{test::ranks_cases().at(" << at << ")};\n    ranks.run([](test::SolveTwin<"
            << real
            << ">& twin, test::RoundPart part, const tobiuo::poisson::SolveChunk& chunk) {\n";
        const poisson::ModeDivision division = one.division();
        for (int rank = 0; rank < one.size; ++rank) {
            const auto condition = [](const poisson::SolveChunk& chunk) {
                return "chunk.first == " + std::to_string(chunk.first) +
                       " && chunk.count == " + std::to_string(chunk.count);
            };
            if (const poisson::SolveChunk planes = one.planes_of(rank); planes.count > 0) {
                const poisson::SolveSchedule chunk = one.schedule(planes);
                out << text_of_part("forward", condition(planes), chunk.forward, false, {})
                    << text_of_part("inverse", condition(planes), {}, false, chunk.inverse);
            }
            if (const poisson::SolveChunk columns = division.columns_of(rank); columns.count > 0) {
                const poisson::SolveSchedule chunk = one.schedule(columns);
                out << text_of_part("middle", condition(columns), chunk.forward,
                                    chunk.systems.has_value(), chunk.inverse);
            }
        }
        out << "    });\n    ranks.expect_agreement();\n}\n";
    }
}

/// Writes every `step`-th batch of small problems from number `first` on.
void print_fused(std::ostream& out, std::size_t first, std::size_t step)
{
    const auto cases = test::fused_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        const bool single = cases[at].precision == Precision::fp32;
        out << "\n// " << poisson::describe(cases[at]) << "\nTEST(PoissonFusedTwin, case_" << at
            << "_agrees_with_the_solver_on_the_host)\n{\n    test::FusedTwin<"
            << (single ? "float" : "double") << "> twin{test::fused_cases().at(" << at
            << ")};\n    twin.expect_agreement<FusedForm"
            << fft::initialiser(test::fused_schedule(cases[at]).form) << ">();\n}\n";
    }
}

/// Writes every `step`-th case from number `first` on.
void print(std::ostream& out, std::size_t first, std::size_t step)
{
    out << "// Made by print_twins.cpp.\n"
           "#include \"tests/solvers/poisson/device/solve_twin/fused_twin.hpp\"\n"
           "#include \"tests/solvers/poisson/device/solve_twin/ranks_twin.hpp\"\n\n"
           "namespace tobiuo::fft {\nnamespace {\n";
    const auto cases = test::twin_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        const poisson::Problem& problem = cases[at].problem;
        const bool single = problem.precision == Precision::fp32;
        out << "\n// " << poisson::describe(problem) << "\nTEST(PoissonSolveTwin, case_" << at
            << "_agrees_with_the_solver_on_the_host)\n{\n    test::SolveTwin<"
            << (single ? "float" : "double") << "> twin{test::twin_cases().at(" << at << ")};\n";
        const poisson::SolveSchedule solve = cases[at].schedule();
        for (const fft::Step& step : solve.forward.steps) {
            out << text_of(step);
        }
        out << (solve.systems && !solve.tiles ? "    twin.run_systems();\n" : "");
        if (solve.tiles) {
            out << "    twin.run_tiles<" << solve.tiles->tiles.values << ", "
                << solve.tiles->tiles.tile << ">();\n";
        }
        if (solve.recurrences) {
            out << "    twin.run_recurrences<tobiuo::tridiagonal::ToeplitzForm"
                << tridiagonal::initialiser(solve.recurrences->form) << ">();\n";
        }
        out << (solve.line ? "    twin.run_line();\n" : "");
        for (const fft::Step& step : solve.inverse.steps) {
            out << text_of(step);
        }
        out << "    twin.expect_agreement();\n}\n";
    }
    print_long_lines(out, first, step);
    print_near_singular(out, first, step);
    print_rounds(out, first, step);
    print_ranks(out, first, step);
    print_fused(out, first, step);
    out << "\n}  // namespace\n}  // namespace tobiuo::fft\n";
}

}  // namespace

int main(int count, char** arguments)
{
    const auto files = static_cast<std::size_t>(count) - 1;
    for (std::size_t file = 0; file < files; ++file) {
        std::ofstream out{arguments[file + 1]};
        print(out, file, files);
        if (!out) {
            return 1;
        }
    }
    return 0;
}
