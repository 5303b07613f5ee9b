#include "app/command/bench_poisson.hpp"

#include <omp.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "app/command/bench_poisson_selection.hpp"
#include "app/command/signals.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/output/print.hpp"
#include "app/output/versions.hpp"
#include "app/poisson_bench/host_arena.hpp"
#include "app/poisson_bench/poisson_json.hpp"
#include "app/poisson_bench/residual.hpp"
#include "app/poisson_bench/table.hpp"
#include "kernels/memory/ceiling.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;
using fft_bench::Arena;
using fft_bench::Bytes;
using fft_bench::Contestant;

/// The ceiling is that of the threads that solve.
Machine machine_of()
{
    const HostInfo host = host_info();
    const auto probe = memory::make_host_probe(memory::host_probe_bytes(host.usable_bytes()));
    return {.host = fmt::format("{}, {} {}", host.processor, host.threads,
                                host.threads == 1 ? "thread" : "threads"),
            .ceiling_bytes_per_second = memory::measure_ceiling(*probe).bytes_per_second};
}

class Bench {
public:
    Bench(const BenchPoissonOptions& options, const Machine& machine)
        : options_{options}, machine_{machine}, contestants_{chosen_contestants(options)}
    {
    }

    /// One row per contestant, in the order of the table; after a signal, those so far.
    [[nodiscard]] std::vector<Row> rows_of(const BenchProblem& problem) const
    {
        std::vector<Row> rows;
        if (!fits(problem)) {
            return rows;
        }
        spdlog::info("{}", problem.describe());
        const Bytes f = random_right_hand_side(problem.problem);
        const auto arena = make_host_arena(
            problem.problem, f, {.threads = options_.threads, .effort = options_.effort});
        add_rows(rows, problem, f, *arena, contestants_, machine_.ceiling_bytes_per_second);
        return rows;
    }

private:
    /// Warns if not.
    static bool fits(const BenchProblem& problem)
    {
        const double needed = host_bytes(problem.problem);
        const std::int64_t free = host_info().usable_bytes();
        const bool enough = needed <= static_cast<double>(free);
        if (!enough) {
            spdlog::warn("{}: skipped (its arrays need {} in host memory, {} are free)",
                         problem.describe(), bytes_text(needed),
                         bytes_text(static_cast<double>(free)));
        }
        return enough;
    }

    /// A contestant that declines is warned of and left out.
    static std::vector<Contestant> plan(const BenchProblem& problem, Arena& arena,
                                        const std::vector<std::string>& names)
    {
        std::vector<Contestant> all;
        for (const std::string& name : names) {
            try {
                const auto start = std::chrono::steady_clock::now();
                auto solve = arena.plan(name);
                const std::chrono::duration<double> taken =
                    std::chrono::steady_clock::now() - start;
                all.push_back({.library = name,
                               .transform = std::move(solve),
                               .planning_seconds = taken.count(),
                               .seconds = {}});
            } catch (const fft_bench::NotPlanned& error) {
                spdlog::warn("{} {}: skipped ({})", name, problem.describe(), error.what());
            }
        }
        return all;
    }

    /// Of the contestants that share an arena, so also a memory and its ceiling.
    void add_rows(std::vector<Row>& rows, const BenchProblem& problem, const Bytes& f, Arena& arena,
                  const std::vector<std::string>& names, double ceiling_bytes_per_second) const
    {
        std::vector<Contestant> all = plan(problem, arena, names);
        for (Contestant& one : all) {
            prepare(one, arena);
        }
        measure(all, arena, options_.repetitions, stop_requested);
        std::vector<Row> measured;
        for (Contestant& one : all) {
            if (!one.seconds.empty()) {
                Row row = row_of(problem, one, ceiling_bytes_per_second);
                row.residual =
                    residual_of(problem.problem, f, arena.output_and_wait(*one.transform));
                warn_of_residual(row);
                measured.push_back(std::move(row));
            }
        }
        compare(measured);
        std::ranges::move(measured, std::back_inserter(rows));
    }

    static void warn_of_residual(const Row& row)
    {
        if (!row.residual->at_rounding_level()) {
            spdlog::warn(
                "{} {}: its residual is a backward error of {:.2e} where rounding explains {:.2e}",
                row.contestant, row.problem.describe(), row.residual->backward_error,
                row.residual->rounding_level);
        }
    }

    const BenchPoissonOptions& options_;
    const Machine& machine_;
    std::vector<std::string> contestants_;
};

}  // namespace

ExitCode bench_poisson_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    if (options.threads > 0) {
        omp_set_num_threads(options.threads);
    }
    const std::vector<BenchProblem> problems = chosen_problems(options);
    std::optional<OptionFile> json;
    if (options.json) {
        json.emplace(*options.json, "--json");
    }
    const Machine machine = machine_of();
    const Bench bench{options, machine};
    std::vector<Row> rows;
    print(table_head(machine));
    for (const BenchProblem& problem : problems) {
        if (stop_requested()) {
            break;
        }
        for (Row& row : bench.rows_of(problem)) {
            print(table_row(row));
            rows.push_back(std::move(row));
        }
    }
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the rows so far are kept", stop_signal_name());
    }
    if (json) {
        json->write(poisson_json(machine, rows, versions_json(false), utc_now()));
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
