#include "app/bench/fft/bench_fft.hpp"

#include <memory>
#include <utility>

#include "app/bench/fft/bench_fft_selection.hpp"
#include "app/bench/fft/rows.hpp"
#include "app/bench/fft/size.hpp"
#include "app/bench/fft/testbeds.hpp"
#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/opencl_place.hpp"
#include "app/run/signals.hpp"
#include "kernels/fft/host/reference.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;

class Bench {
public:
    Bench(const BenchFftOptions& options, FftImplementations implementations, Machine machine)
        : options_{options},
          implementations_{std::move(implementations)},
          machine_{std::move(machine)},
          known_{implementations_.device.empty() ? nullptr : table_for(Backend::cuda)},
          known_by_opencl_{implementations_.opencl.empty() ? nullptr : table_for(Backend::opencl)}
    {
    }

    /// Adds a row for each library, in the order of the table; after a signal, the rows so far.
    void add_rows(const fft::Problem& problem, bench::Results& results) const
    {
        const std::string text = problem_text(problem);
        const std::size_t before = results.rows.size();
        if (!fits("in host memory", problem,
                  fft::input_bytes(problem) + fft::output_bytes(problem))) {
            return;
        }
        spdlog::info("{}", text);
        const bench::Bytes input = random_input(problem);
        if (!implementations_.device.empty() &&
            bench::fits(text, "on the device", static_cast<double>(testbed_bytes(problem)),
                        device::free_device_bytes(options_.device))) {
            const auto testbed = make_device_testbed(
                options_.device, problem, input,
                {.allow_workspace = options_.work_array, .table = &known_->table});
            compete(problem, input, *testbed, implementations_.device, &machine_, results);
        }
        if (!implementations_.opencl.empty() && !stop_requested() &&
            bench::fits(text, "on the OpenCL device", static_cast<double>(testbed_bytes(problem)),
                        opencl_free_bytes(opencl::chosen_device()))) {
            const auto testbed = make_opencl_testbed(problem, input, known_by_opencl_->table);
            compete(problem, input, *testbed, implementations_.opencl, nullptr, results);
        }
        if (!implementations_.host.empty() && !stop_requested() &&
            fits("in host memory", problem, testbed_bytes(problem) - fft::input_bytes(problem))) {
            const auto testbed = make_host_testbed(problem, input, options_.host);
            compete(problem, input, *testbed, implementations_.host, nullptr, results);
        }
        compare_with_cufft(std::span{results.rows}.subspan(before));
    }

private:
    [[nodiscard]] std::shared_ptr<const fft::KnownTable> table_for(Backend backend) const
    {
        return fft_table(fft_device_name(backend, options_.device), options_.wisdom);
    }

    static bool fits(const char* where, const fft::Problem& problem, std::int64_t bytes)
    {
        return bench::fits(problem_text(problem), where, static_cast<double>(bytes),
                           host_info().usable_bytes());
    }

    void compete(const fft::Problem& problem, const bench::Bytes& input,
                 const bench::Testbed& testbed, const std::vector<std::string>& libraries,
                 const Machine* machine, bench::Results& results) const
    {
        const std::string text = problem_text(problem);
        std::vector<bench::Implementation> all = bench::plan_all(testbed, libraries, text);
        bench::compete(all, {.repetitions = options_.repetitions});
        for (const bench::Implementation& one : all) {
            Json row = row_of(problem, one, machine);
            if (wants_errors(problem)) {
                const bench::Bytes output = one.output_and_wait();
                put_errors(row, problem, fft::errors_of(problem, input.data(), output.data()));
                if (row["accurate"] == false) {
                    spdlog::warn("{} {}: its relative error {:.2e} is more than rounding explains",
                                 one.name, text, row["error_l2"].get<double>());
                }
            }
            results.add(std::move(row), one);
        }
    }

    [[nodiscard]] bool wants_errors(const fft::Problem& problem) const
    {
        constexpr std::int64_t most_points = std::int64_t{1} << 28U;  // minutes of a host's time
        return !stop_requested() && (options_.accuracy == Accuracy::always ||
                                     (options_.accuracy == Accuracy::automatic &&
                                      fft::points(problem) * problem.batch <= most_points));
    }

    const BenchFftOptions& options_;
    FftImplementations implementations_;
    Machine machine_;
    std::shared_ptr<const fft::KnownTable> known_;
    std::shared_ptr<const fft::KnownTable> known_by_opencl_;
};

}  // namespace

ExitCode bench_fft_command(const BenchFftOptions& options)
{
    install_signal_handlers();
    const std::vector<fft::Problem> problems = chosen_problems(options);
    const FftImplementations implementations = chosen_implementations(options);
    const bool on_gpu = !implementations.device.empty();
    const auto json = bench_file(options.json);
    const Machine machine = bench::machine_of(on_gpu ? std::optional{options.device} : std::nullopt,
                                              options.host.threads);
    const Bench transforms{options, implementations, machine};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = columns()};
    for (const fft::Problem& problem : problems) {
        benchmark.problems.emplace_back(
            [&](bench::Results& results) { transforms.add_rows(problem, results); });
    }
    benchmark.foot = [&](const bench::Results& results) {
        return table_foot(machine, results.rows);
    };
    return bench::run(benchmark, [&](const bench::Results& results) {
        const bench::Origin origin = bench::origin_of(on_gpu);
        if (json) {
            json->write(json_text(fft_json(machine, results, origin)) + "\n");
        }
    });
}

}  // namespace tobiuo
