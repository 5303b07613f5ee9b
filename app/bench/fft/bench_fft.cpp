// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/fft/bench_fft.hpp"

#include <spdlog/spdlog.h>

#include <optional>
#include <stdexcept>

#include "app/bench/fft/testbeds.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/signals.hpp"
#include "kernels/fft/reference.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;
using bench::MachineKind;
using bench::Team;

class Bench {
public:
    Bench(const BenchFftOptions& options, std::vector<Team> teams, const Machine& machine)
        : options_{options}, teams_{std::move(teams)}, machine_{machine}
    {
    }

    /// Adds a row for each library, in the order of the table; after a signal, the rows so far.
    void add_rows(const fft::Problem& problem, bench::Results& results) const
    {
        if (!fits(problem, bench::host_kind(),
                  fft::input_bytes(problem) + fft::output_bytes(problem))) {
            return;
        }
        spdlog::info("{}", problem_text(problem));
        const bench::Bytes input = random_input(problem);
        bench::Job job;
        job.contestants = [&](const Team& team) { return contestants(problem, input, team); };
        job.row = [&](const bench::Implementation& one, const MachineKind& machine) {
            return measured_row(problem, input, one, machine);
        };
        job.compare = compare_with_cufft;
        job.pace.repetitions = options_.repetitions;
        bench::add_rows(job, teams_, results);
    }

private:
    [[nodiscard]] bool fits(const fft::Problem& problem, const MachineKind& machine,
                            std::int64_t bytes) const
    {
        return bench::fits(problem_text(problem), machine, options_.device,
                           static_cast<double>(bytes));
    }

    [[nodiscard]] std::vector<bench::Implementation> contestants(const fft::Problem& problem,
                                                                 const bench::Bytes& input,
                                                                 const Team& team) const
    {
        const MachineKind& machine = *team.machine;
        const std::int64_t there = machine.is_device ? 0 : fft::input_bytes(problem);
        if (!fits(problem, machine, testbed_bytes(problem) - there)) {
            return {};
        }
        const auto testbed = make_testbed(
            machine, options_.device, problem, input,
            {.host = options_.host, .choices = {.allow_workspace = options_.work_array}});
        return bench::plan_all(testbed, team.names, problem_text(problem));
    }

    [[nodiscard]] Json measured_row(const fft::Problem& problem, const bench::Bytes& input,
                                    const bench::Implementation& one,
                                    const MachineKind& machine) const
    {
        Json row = row_of(problem, one, machine.has_libraries ? &machine_ : nullptr);
        if (wants_errors(problem)) {
            const bench::Bytes output = one.output_and_wait();
            put_errors(row, problem, fft::errors_of(problem, input.data(), output.data()));
            if (row["accurate"] == false) {
                spdlog::warn("{} {}: its relative error {:.2e} is more than rounding explains",
                             one.name, problem_text(problem), row["error_l2"].get<double>());
            }
        }
        return row;
    }

    [[nodiscard]] bool wants_errors(const fft::Problem& problem) const
    {
        constexpr std::int64_t most_points = std::int64_t{1} << 28U;  // minutes of a host's time
        return !stop_requested() && (options_.accuracy == Accuracy::always ||
                                     (options_.accuracy == Accuracy::automatic &&
                                      fft::points(problem) * problem.batch <= most_points));
    }

    const BenchFftOptions& options_;
    std::vector<Team> teams_;
    const Machine& machine_;
};

std::vector<Team> teams_of(const BenchFftOptions& options)
{
    static const std::vector<bench::Contestant> all{
        {.name = "ours", .machines = {"cuda"}},
        {.name = "cufft", .machines = {"cuda"}},
        {.name = "vkfft", .machines = {"cuda"}},
        {.name = "cpu", .machines = {"cpu"}, .is_usual = false},
        {.name = "fftw", .machines = {"cpu"}},
        {.name = "opencl", .machines = {"opencl"}, .is_usual = false}};
    std::vector<Team> teams = bench::chosen_teams(all, options.contestants, "contestant", options);
    if (options.contestants.given.empty() && bench::team_on(teams, "cuda") == nullptr) {
        const MachineKind& cuda = bench::gpu_kind();
        spdlog::warn("ours, cufft, vkfft: skipped ({})",
                     cuda.unsupported_reason(options.device).value());
    }
    bench::leave_out_missing(teams, options.contestants);
    return teams;
}

}  // namespace

std::vector<fft::Problem> chosen_problems(const BenchFftOptions& options)
{
    std::vector<fft::Problem> problems;
    for (const std::string& size : options.sizes) {
        for (const Precision precision : options.precisions.chosen()) {
            for (const fft::Kind kind : options.kinds.chosen()) {
                problems.push_back({.lengths = bench::parse_size(size),
                                    .kind = kind,
                                    .direction = kind == fft::Kind::c2r ? fft::Direction::inverse
                                                                        : fft::Direction::forward,
                                    .precision = precision,
                                    .placement = options.placement == "in-place"
                                                     ? fft::Placement::in_place
                                                     : fft::Placement::out_of_place,
                                    .batch = options.batch});
                try {
                    fft::validate(problems.back());
                } catch (const std::invalid_argument& error) {
                    throw bench::wrong_option("--sizes", error.what());
                }
            }
        }
    }
    return problems;
}

ExitCode bench_fft_command(const BenchFftOptions& options)
{
    install_signal_handlers();
    const std::vector<fft::Problem> problems = chosen_problems(options);
    const std::vector<Team> teams = teams_of(options);
    const bool on_gpu = bench::team_on(teams, "cuda") != nullptr;
    const auto json = bench_file(options.json);
    use_wisdom(options.wisdom);
    for (const Team& team : teams) {
        log_known_table(Place{.backend = team.machine->backend, .device = options.device});
    }
    const Machine machine = bench::machine_of(on_gpu ? std::optional{options.device} : std::nullopt,
                                              options.host.threads);
    const Bench transforms{options, teams, machine};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = columns()};
    for (const fft::Problem& problem : problems) {
        benchmark.problems.emplace_back(
            [&](bench::Results& results) { transforms.add_rows(problem, results); });
    }
    benchmark.foot = [&](const bench::Results& results) {
        return table_foot(machine, results.rows);
    };
    benchmark.document = [&](const bench::Results& results) {
        return fft_json(machine, results, bench::origin_of(on_gpu));
    };
    return bench::run(benchmark, json);
}

}  // namespace tobiuo
