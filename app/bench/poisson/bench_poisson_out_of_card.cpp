// `tobiuo bench poisson --out-of-card`.
#include <omp.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/bench/out_of_card.hpp"
#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/bench/poisson/rows.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/bench/selection.hpp"
#include "app/machine/host.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/median.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;

class Bench {
public:
    explicit Bench(const BenchPoissonOptions& options)
        : options_{options},
          with_fftw_{options.implementations.empty() || bench::has(options.implementations, "fftw")}
    {
    }

    void add_row(const BenchProblem& problem, bench::Results& results) const
    {
        const double arrays =
            with_fftw_ ? host_bytes(problem.problem) : check_bytes(problem.problem);
        if (!bench::fits(problem.describe(), "in host memory", arrays,
                         host_info().usable_bytes())) {
            return;
        }
        if (!bench::fits(problem.describe(), "on the device",
                         static_cast<double>(options_.out_of_card.device_memory),
                         device::free_device_bytes(options_.device))) {
            return;
        }
        spdlog::info("{}", problem.describe());
        try {
            results.rows.push_back(problem.problem.precision == Precision::fp32
                                       ? row_in<float>(problem)
                                       : row_in<double>(problem));
        } catch (const std::invalid_argument& error) {
            spdlog::warn("{} is skipped: {}", problem.describe(), error.what());
        }
    }

private:
    template <typename T>
    [[nodiscard]] Json row_in(const BenchProblem& problem) const
    {
        const poisson::Problem& what = problem.problem;
        Bytes f = random_right_hand_side(what);
        Bytes u{f.size()};
        const std::span<T> solution = bench::values_of<T>(u);
        CaseSolver<T> solver{what,
                             {.backend = Backend::cuda,
                              .device = options_.device,
                              .device_limit = options_.out_of_card.device_memory}};
        const std::span<const T> source = bench::values_of<T>(f);
        solver.load(source, solution);
        static_cast<void>(solver.time_and_wait());  // warms up
        std::vector<double> seconds;
        do {
            seconds.push_back(solver.time_and_wait());
        } while (std::ssize(seconds) < options_.repetitions && !stop_requested());
        static_cast<void>(solver.fetch_and_wait());
        Json row = row_of(problem, seconds, solver);
        const auto residual = residual_of(what, f, u);
        put_residual(row, residual);
        if (with_fftw_ && !stop_requested()) {
            try {
                Bytes by_fftw{f.size()};
                put_fftw(row, what, f, by_fftw);
                const std::span<const T> other = bench::values_of<T>(by_fftw);
                row["rms"] = bench::root_mean_square<T>(solution, other);
            } catch (const std::exception& error) {  // our figures are kept
                spdlog::warn("{} is not solved by FFTW: {}", problem.describe(), error.what());
            }
        }
        return row;
    }

    template <typename T>
    [[nodiscard]] Json row_of(const BenchProblem& problem, const std::vector<double>& seconds,
                              const CaseSolver<T>& solver) const
    {
        Json row{{"kind", "poisson"},
                 {"shape", problem.shape()},
                 {"boundary", problem.boundary},
                 {"location", word_of(problem.problem.grid.location)},
                 {"operator", word_of(problem.problem.op)},
                 {"precision", tobiuo::word_of(problem.problem.precision)}};
        bench::put_link(row, solver.link().value(), options_.out_of_card.device_memory, seconds);
        row["transform_gflops"] = transform_flops(problem.problem, median(seconds)) * 1e-9;
        row["plan"] = solver.describe();
        return row;
    }

    /// Solves once by FFTW, as a user of it writes a solve.
    void put_fftw(Json& row, const poisson::Problem& problem, Bytes& f, Bytes& u) const
    {
        const auto fftw = make_fftw_peer(problem, options_.host);
        const auto start = std::chrono::steady_clock::now();
        fftw->execute(f.data(), u.data());
        row["fftw_seconds"] = seconds_since(start);
        row["fftw_threads"] = omp_get_max_threads();
    }

    const BenchPoissonOptions& options_;
    bool with_fftw_;
};

std::vector<bench::Column> out_of_card_columns()
{
    std::vector<bench::Column> columns{{"shape", -14, bench::word("shape")},
                                       {"boundary", -9, bench::word("boundary")},
                                       {"precision", -9, bench::word("precision")}};
    for (const bench::Column& column : bench::link_columns()) {
        columns.push_back(column);
    }
    columns.push_back({"residual", 9, bench::scientific("rel_residual")});
    return columns;
}

}  // namespace

ExitCode bench_poisson_out_of_card_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    bench::check_out_of_card_contestants(options.implementations);
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    bench::require_device(options.device);
    const auto json = bench_file(options.json);
    const Machine machine = bench::machine_of(options.device);
    const Bench solves{options};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = out_of_card_columns()};
    for (const BenchProblem& problem : chosen_problems(options)) {
        benchmark.problems.emplace_back(
            [&solves, problem](bench::Results& results) { solves.add_row(problem, results); });
    }
    return bench::run_out_of_card(benchmark, machine, json);
}

}  // namespace tobiuo
