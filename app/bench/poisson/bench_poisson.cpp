#include "app/bench/poisson/bench_poisson.hpp"

#include <omp.h>
#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/bench/poisson/rows.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/run/opencl_place.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;

class Bench {
public:
    Bench(const BenchPoissonOptions& options, PoissonImplementations implementations,
          Machine machine)
        : options_{options},
          implementations_{std::move(implementations)},
          machine_{std::move(machine)}
    {
    }

    /// Adds a row for each implementation, in the order of the table; after a signal, the rows so
    /// far.
    void add_rows(const BenchProblem& problem, bench::Results& results) const
    {
        const double arrays = implementations_.host.empty() ? check_bytes(problem.problem)
                                                            : host_bytes(problem.problem);
        if (!bench::fits(problem.describe(), "in host memory", arrays,
                         host_info().usable_bytes())) {
            return;
        }
        spdlog::info("{}", problem.describe());
        const Bytes f = random_right_hand_side(problem.problem);
        const std::size_t before = results.rows.size();
        if (!implementations_.device.empty() &&
            bench::fits(problem.describe(), "on the device", device_bytes(problem.problem),
                        device::free_device_bytes(options_.device))) {
            const auto testbed = make_device_testbed(options_.device, problem.problem, f);
            compete(problem, f, *testbed, Backend::cuda, results);
        }
        if (!implementations_.opencl.empty() && !stop_requested() && serves_by_opencl(problem)) {
            const auto testbed = make_opencl_testbed(problem.problem, f);
            compete(problem, f, *testbed, Backend::opencl, results);
        }
        if (!implementations_.host.empty() && !stop_requested()) {
            const auto testbed = make_host_testbed(problem.problem, f, options_.host);
            compete(problem, f, *testbed, Backend::cpu, results);
        }
        compare_opencl_with_cpu(std::span{results.rows}.subspan(before));
    }

private:
    /// Whether the OpenCL device solves the problem and has the memory; otherwise warns why not.
    static bool serves_by_opencl(const BenchProblem& problem)
    {
        if (const auto reason = poisson_unsupported_reason(problem.problem, Backend::opencl, 0)) {
            spdlog::warn("{} with OpenCL: skipped ({})", problem.describe(), *reason);
            return false;
        }
        const opencl::DeviceInfo& device = opencl::chosen_device();
        const double beside = device.shares_host_memory ? check_bytes(problem.problem) : 0.0;
        const DeviceNeeds needs = poisson_device_needs(problem.problem, Backend::opencl, 0);
        return bench::fits(problem.describe(), "on the OpenCL device",
                           static_cast<double>(needs.bytes) + beside, opencl_free_bytes(device));
    }

    [[nodiscard]] const std::vector<std::string>& names_on(Backend backend) const
    {
        switch (backend) {
            case Backend::cuda:
                return implementations_.device;
            case Backend::opencl:
                return implementations_.opencl;
            case Backend::cpu:
                break;
        }
        return implementations_.host;
    }

    [[nodiscard]] double ceiling_on(Backend backend) const
    {
        switch (backend) {
            case Backend::cuda:
                return machine_.copy_bytes_per_second;
            case Backend::opencl:
                return machine_.opencl_bytes_per_second;
            case Backend::cpu:
                break;
        }
        return machine_.ceiling_bytes_per_second;
    }

    /// Measures the implementations that share a testbed, and thus a memory and its ceiling.
    void compete(const BenchProblem& problem, const Bytes& f, const bench::Testbed& testbed,
                 Backend backend, bench::Results& results) const
    {
        const std::size_t before = results.rows.size();
        std::vector<bench::Implementation> all =
            bench::plan_all(testbed, names_on(backend), problem.describe());
        bench::compete(all, {.repetitions = options_.repetitions});
        for (const bench::Implementation& one : all) {
            Json row = row_of(problem, one, backend, ceiling_on(backend));
            if (backend == Backend::opencl) {
                row["platform"] = opencl::chosen_device().platform;
                results.versions["opencl"] = opencl::chosen_device().version;
            }
            const auto residual = residual_of(problem.problem, f, one.output_and_wait());
            put_residual(row, residual);
            if (!residual.at_rounding_level()) {
                spdlog::warn(
                    "{} {}: its residual is a backward error of {:.2e} where rounding explains "
                    "{:.2e}",
                    one.name, problem.describe(), residual.backward_error, residual.rounding_level);
            }
            results.add(std::move(row), one);
        }
        compare(std::span{results.rows}.subspan(before));
    }

    const BenchPoissonOptions& options_;
    PoissonImplementations implementations_;
    Machine machine_;
};

}  // namespace

ExitCode bench_poisson_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    const std::vector<BenchProblem> problems = chosen_problems(options);
    const PoissonImplementations implementations = chosen_implementations(options);
    const bool on_gpu = !implementations.device.empty();
    const auto json = bench_file(options.json);
    Machine machine = bench::machine_of(on_gpu ? std::optional{options.device} : std::nullopt);
    if (!implementations.host.empty()) {  // the ceiling of the threads that solve
        machine.ceiling_bytes_per_second = measure_poisson_ceiling({}).measured.bytes_per_second;
    }
    if (!implementations.opencl.empty()) {
        machine.opencl_device = opencl_text(opencl::chosen_device());
        machine.opencl_bytes_per_second =
            measure_poisson_ceiling({.backend = Backend::opencl}).measured.bytes_per_second;
    }
    const Bench solves{options, implementations, machine};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = columns()};
    for (const BenchProblem& problem : problems) {
        benchmark.problems.emplace_back(
            [&](bench::Results& results) { solves.add_rows(problem, results); });
    }
    return bench::run(benchmark, [&](const bench::Results& results) {
        if (json) {
            json->write(json_text(poisson_json(machine, results, bench::origin_of(on_gpu))) + "\n");
        }
    });
}

}  // namespace tobiuo
