// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/poisson/bench_poisson.hpp"

#include <omp.h>
#include <spdlog/spdlog.h>

#include <array>
#include <stdexcept>
#include <string>

#include "app/bench/poisson/rows.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "app/run/signals.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;
using bench::MachineKind;
using bench::Team;
using poisson::Operator;

bool is_opencl(const MachineKind& machine)
{
    return machine.word == "opencl";
}

class Bench {
public:
    Bench(const BenchPoissonOptions& options, const std::vector<Team>& teams,
          const Machine& machine)
        : options_{options}, teams_{teams}, machine_{machine}
    {
    }

    /// Adds a row for each implementation, in the order of the table; after a signal, the rows so
    /// far.
    void add_rows(const BenchProblem& problem, bench::Results& results) const
    {
        const bool on_host = bench::team_on(teams_, bench::host_kind().word) != nullptr;
        if (!fits(problem, bench::host_kind(),
                  on_host ? host_bytes(problem) : check_bytes(problem))) {
            return;
        }
        spdlog::info("{}", problem.describe());
        const Bytes f = random_right_hand_side(problem.problem, problem.problems());
        bench::Job job;
        job.contestants = [&](const Team& team) -> std::vector<bench::Implementation> {
            if (!is_served_by(*team.machine, problem)) {
                return {};
            }
            const auto testbed =
                make_testbed(*team.machine, options_.device, problem, f, options_.host);
            return bench::plan_all(testbed, team.names, problem.describe());
        };
        job.row = [&](const bench::Implementation& one, const MachineKind& machine) {
            return checked_row(problem, f, one, machine, results);
        };
        job.compare = compare;
        job.pace.repetitions = options_.repetitions;
        bench::add_rows(job, teams_, results);
    }

private:
    [[nodiscard]] bool fits(const BenchProblem& problem, const MachineKind& machine,
                            double bytes) const
    {
        return bench::fits(problem.describe(), machine, options_.device, bytes);
    }

    /// Whether a device solves the problem and has the memory; otherwise warns why not. The host
    /// does.
    [[nodiscard]] bool is_served_by(const MachineKind& machine, const BenchProblem& problem) const
    {
        if (!is_opencl(machine)) {
            return !machine.is_device || fits(problem, machine, device_bytes(problem));
        }
        if (const auto reason = poisson_unsupported_reason(problem.problem, machine.backend, 0)) {
            spdlog::warn("{} with OpenCL: skipped ({})", problem.describe(), *reason);
            return false;
        }
        const bool shares = opencl::chosen_device().shares_host_memory;
        const DeviceNeeds needs = poisson_device_needs(problem.problem, machine.backend, 0);
        return fits(problem, machine,
                    static_cast<double>(needs.bytes) + (shares ? check_bytes(problem) : 0.0));
    }

    [[nodiscard]] Json checked_row(const BenchProblem& problem, const Bytes& f,
                                   const bench::Implementation& one, const MachineKind& machine,
                                   bench::Results& results) const
    {
        Json row = row_of(problem, one, machine.backend, machine_.*machine.ceiling);
        if (is_opencl(machine)) {
            row["platform"] = opencl::chosen_device().platform;
            results.versions["opencl"] = opencl::chosen_device().version;
        }
        const auto residual = worst_residual_of(problem, f, one.output_and_wait());
        put_residual(row, residual);
        if (!residual.at_rounding_level()) {
            spdlog::warn(
                "{} {}: its residual is a backward error of {:.2e} where rounding explains {:.2e}",
                one.name, problem.describe(), residual.backward_error, residual.rounding_level);
        }
        return row;
    }

    const BenchPoissonOptions& options_;
    const std::vector<Team>& teams_;
    const Machine& machine_;
};

std::vector<Team> teams_of(const BenchPoissonOptions& options)
{
    static const std::vector<bench::Contestant> all{
        {.name = "ours", .machines = {"cpu", "cuda", "opencl"}},
        {.name = "cufft", .machines = {"cuda"}},
        {.name = "vkfft", .machines = {"cuda"}},
        {.name = "fftw", .machines = {"cpu"}}};
    std::vector<Team> teams = bench::chosen_teams(all, options.contestants, "contestant", options);
    bench::leave_out_missing(teams, options.contestants);
    return teams;
}

/// The problem. Throws InputError for more bytes than a 64-bit address reaches, and for what the
/// solver refuses.
BenchProblem checked(const std::vector<std::int64_t>& cells, const Boundary& boundary,
                     Location location, Operator op, Precision precision)
{
    try {
        fft::validate({.lengths = cells,
                       .kind = fft::Kind::r2c,
                       .direction = fft::Direction::forward,
                       .precision = precision});
        return bench_problem(cells, boundary, location, op, precision);
    } catch (const std::invalid_argument& error) {
        throw bench::wrong_option("--sizes", error.what());
    }
}

}  // namespace

BenchPoissonOptions::BenchPoissonOptions()
    : boundaries{bench::axis_of(
          "--boundaries",
          "periodic, dirichlet, neumann, mixed (of each axis one wall dirichlet, the other "
          "neumann), duct (x periodic, y dirichlet, z neumann), open (the last axis open, the "
          "others periodic), open-pair (x and y open, z neumann), free (all open), stretched-z, -xz, "
          "-yz, -xyz (these axes stretched between dirichlet walls, the others periodic); default: "
          "all but open and stretched ones",
          poisson_bench::all_boundaries(), in_words, false)},
      locations{bench::axis_of("--locations",
                               "where values sit: cell, node; default: cell, of --orders both",
                               std::array{Location::cell, Location::node}, in_words, false)},
      operators{bench::axis_of(
          "--operators",
          list_of(casefile::operator_words) + "; default: second-order, of --orders all",
          std::array{Operator::second_order, Operator::fourth_order, Operator::spectral}, in_words,
          false)}
{
    sizes = {"64^3", "128^3", "256^3"};
    backends = bench::backend_words("all there are but opencl", {"cpu", "cuda", "opencl"});
    contestants = bench::contestant_words({"ours", "cufft", "vkfft", "fftw"});
    host.effort = fft::Effort::measure;
}

std::vector<BenchProblem> chosen_problems(const BenchPoissonOptions& options)
{
    const std::vector<std::int64_t> single{0};
    const std::vector<std::int64_t>& batches = options.batches.empty() ? single : options.batches;
    std::vector<BenchProblem> problems;
    for (const std::string& size : options.sizes) {
        const std::vector<std::int64_t> cells = bench::parse_size(size);
        for (const Precision precision : options.precisions.chosen()) {
            for (const Boundary& boundary :
                 options.boundaries.chosen(poisson_bench::boundaries().size())) {
                for (const Location location : options.locations.chosen(1)) {
                    for (const Operator op : options.operators.chosen(1)) {
                        for (const std::int64_t batch : batches) {
                            problems.push_back(checked(cells, boundary, location, op, precision));
                            problems.back().batch = batch;
                        }
                    }
                }
            }
        }
    }
    return problems;
}

ExitCode bench_poisson_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    const std::vector<BenchProblem> problems = chosen_problems(options);
    const std::vector<Team> teams = teams_of(options);
    const bool on_gpu = bench::team_on(teams, "cuda") != nullptr;
    const auto json = bench_file(options.json);
    Machine machine = bench::machine_of(on_gpu ? std::optional{options.device} : std::nullopt);
    for (const Team& team : teams) {
        bench::measure_ceiling(machine, *team.machine);
    }
    const Bench solves{options, teams, machine};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = columns()};
    for (const BenchProblem& problem : problems) {
        benchmark.problems.emplace_back(
            [&](bench::Results& results) { solves.add_rows(problem, results); });
    }
    benchmark.document = [&](const bench::Results& results) {
        return poisson_json(machine, results, bench::origin_of(on_gpu));
    };
    return bench::run(benchmark, json);
}

}  // namespace tobiuo
