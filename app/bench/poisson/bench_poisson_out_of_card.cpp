// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench poisson --out-of-card`.
#include <omp.h>

#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "app/bench/out_of_card.hpp"
#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/rows.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "app/wording.hpp"
#include "runtime/median.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;

/// Adds what FFTW takes for one solve as a user of it writes one, and the difference from ours.
template <typename T>
void put_fftw(Json& row, const BenchPoissonOptions& options, const BenchProblem& problem, Bytes& f,
              std::span<const T> ours)
{
    std::optional<Bytes> by_fftw;
    bench::put_fftw(
        row, options, problem.describe(), "solved",
        [&] {
            by_fftw.emplace(f.size());
            const auto fftw = make_fftw_peer(problem.problem, options.host);
            const auto start = std::chrono::steady_clock::now();
            fftw->execute(f.data(), by_fftw->data());
            return seconds_since(start);
        },
        [&] {
            const std::span<const T> theirs = bench::values_of<T>(*by_fftw);
            return bench::root_mean_square<T>(ours, theirs);
        });
}

template <typename T>
Json measured_row(const BenchPoissonOptions& options, const BenchProblem& problem)
{
    const poisson::Problem& what = problem.problem;
    Bytes f = random_right_hand_side(what);
    Bytes u{f.size()};
    const std::span<const T> source = bench::values_of<T>(f);
    const std::span<T> solution = bench::values_of<T>(u);
    CaseSolver<T> solver{what,
                         {.backend = Backend::cuda,
                          .device = options.device,
                          .device_limit = options.out_of_card.device_memory}};
    solver.load(source, solution);
    const std::vector<double> seconds = bench::repeated(
        options, [] {}, [&] { return solver.time_and_wait(); });
    static_cast<void>(solver.fetch_and_wait());
    Json row{{"kind", "poisson"},
             {"shape", problem.shape()},
             {"boundary", problem.boundary},
             {"location", word_of(what.grid.location)},
             {"operator", word_of(what.op)},
             {"precision", tobiuo::word_of(what.precision)}};
    bench::put_link(row, solver.link().value(), options, seconds);
    row["transform_gflops"] = transform_flops(what, median(seconds)) * 1e-9;
    row["plan"] = solver.describe();
    put_residual(row, residual_of(what, f, u));
    put_fftw<T>(row, options, problem, f, solution);
    return row;
}

}  // namespace

ExitCode bench_poisson_out_of_card_command(const BenchPoissonOptions& options)
{
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    const std::vector<bench::Column> first{{"shape", -14, bench::word("shape")},
                                           {"boundary", -9, bench::word("boundary")},
                                           {"precision", -9, bench::word("precision")}};
    return bench::run_out_of_card(
        options, poisson_bench::machine_text, first,
        {"residual", 9, bench::scientific("rel_residual")}, [&] {
            std::vector<bench::OutOfCardJob> jobs;
            for (const BenchProblem& problem : chosen_problems(options)) {
                jobs.push_back({.text = problem.describe(),
                                .host_bytes = bench::has_fftw(options) ? host_bytes(problem)
                                                                       : check_bytes(problem),
                                .row = [&options, problem] {
                                    return problem.problem.precision == Precision::fp32
                                               ? measured_row<float>(options, problem)
                                               : measured_row<double>(options, problem);
                                }});
            }
            return jobs;
        });
}

}  // namespace tobiuo
