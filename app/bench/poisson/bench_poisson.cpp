#include "app/bench/poisson/bench_poisson.hpp"

#include <omp.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>
#include <utility>

#include "app/bench/bench_fits.hpp"
#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/bench/poisson/device_testbed.hpp"
#include "app/bench/poisson/host_testbed.hpp"
#include "app/bench/poisson/poisson_json.hpp"
#include "app/bench/poisson/residual.hpp"
#include "app/bench/poisson/table.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/output/print.hpp"
#include "app/output/versions.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "app/run/signals.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;
using fft_bench::Bytes;
using fft_bench::Implementation;
using fft_bench::Testbed;

/// The ceiling of the host is that of the threads that solve.
Machine machine_of(const BenchPoissonOptions& options,
                   const PoissonImplementations& implementations)
{
    const HostInfo host = host_info();
    Machine machine{.host = fmt::format("{}, {} {}", host.processor, host.threads,
                                        host.threads == 1 ? "thread" : "threads")};
    const auto ceiling = [](const PoissonPlace& place) {
        return measure_poisson_ceiling(place).measured.bytes_per_second;
    };
    if (!implementations.device.empty()) {
        machine.device = device::survey().devices.at(static_cast<std::size_t>(options.device)).name;
        machine.copy_bytes_per_second =
            ceiling({.backend = Backend::cuda, .device = options.device});
    }
    if (!implementations.host.empty()) {
        machine.ceiling_bytes_per_second = ceiling({});
    }
    return machine;
}

class Bench {
public:
    Bench(const BenchPoissonOptions& options, PoissonImplementations implementations,
          const Machine& machine)
        : options_{options}, implementations_{std::move(implementations)}, machine_{machine}
    {
    }

    /// One row per implementation, in the order of the table; after a signal, those so far.
    [[nodiscard]] std::vector<Row> rows_of(const BenchProblem& problem) const
    {
        std::vector<Row> rows;
        const double arrays = implementations_.host.empty() ? check_bytes(problem.problem)
                                                            : host_bytes(problem.problem);
        if (!fits(problem.describe(), "in host memory", arrays, host_info().usable_bytes())) {
            return rows;
        }
        spdlog::info("{}", problem.describe());
        const Bytes f = random_right_hand_side(problem.problem);
        if (!implementations_.device.empty() &&
            fits(problem.describe(), "on the device", device_bytes(problem.problem),
                 device::free_device_bytes(options_.device))) {
            const auto testbed = make_device_testbed(options_.device, problem.problem, f);
            add_rows(rows, problem, f, *testbed, Backend::cuda);
        }
        if (!implementations_.host.empty() && !stop_requested()) {
            const auto testbed = make_host_testbed(
                problem.problem, f, {.threads = options_.threads, .effort = options_.effort});
            add_rows(rows, problem, f, *testbed, Backend::cpu);
        }
        return rows;
    }

private:
    /// Of the implementations that share a testbed, so also a memory and its ceiling.
    void add_rows(std::vector<Row>& rows, const BenchProblem& problem, const Bytes& f,
                  Testbed& testbed, Backend backend) const
    {
        const bool on_host = backend == Backend::cpu;
        std::vector<Implementation> all =
            plan_all(testbed, on_host ? implementations_.host : implementations_.device,
                     [&](const std::string& name, const char* reason) {
                         spdlog::warn("{} {}: skipped ({})", name, problem.describe(), reason);
                     });
        const double ceiling =
            on_host ? machine_.ceiling_bytes_per_second : machine_.copy_bytes_per_second;
        for (Implementation& one : all) {
            prepare(one, testbed);
        }
        measure(all, testbed, options_.repetitions, stop_requested);
        std::vector<Row> measured;
        for (Implementation& one : all) {
            if (!one.seconds.empty()) {
                Row row = row_of(problem, one, backend, ceiling);
                row.residual =
                    residual_of(problem.problem, f, testbed.output_and_wait(*one.transform));
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
                row.implementation, row.problem.describe(), row.residual->backward_error,
                row.residual->rounding_level);
        }
    }

    const BenchPoissonOptions& options_;
    PoissonImplementations implementations_;
    const Machine& machine_;
};

}  // namespace

ExitCode bench_poisson_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    if (options.threads > 0) {
        omp_set_num_threads(options.threads);
    }
    const std::vector<BenchProblem> problems = chosen_problems(options);
    const PoissonImplementations implementations = chosen_implementations(options);
    std::optional<OptionFile> json;
    if (options.json) {
        json.emplace(*options.json, "--json");
    }
    const Machine machine = machine_of(options, implementations);
    const Bench bench{options, implementations, machine};
    std::vector<Row> rows;
    std::exception_ptr failure;
    print(table_head(machine));
    try {
        for (const BenchProblem& problem : problems) {
            if (stop_requested()) {
                break;
            }
            for (Row& row : bench.rows_of(problem)) {
                print(table_row(row));
                rows.push_back(std::move(row));
            }
        }
    } catch (const device::DeviceError&) {
        failure = std::current_exception();  // the rows so far are kept
    }
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the rows so far are kept", stop_signal_name());
    }
    if (json) {
        json->write(poisson_json(machine, rows, versions_json(!machine.device.empty()), utc_now()));
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
