#include "app/bench/fft/bench_fft.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "app/bench/bench_fits.hpp"
#include "app/bench/fft/bench_fft_machine.hpp"
#include "app/bench/fft/bench_fft_selection.hpp"
#include "app/bench/fft/device_testbed.hpp"
#include "app/bench/fft/fft_json.hpp"
#include "app/bench/fft/host_testbed.hpp"
#include "app/bench/fft/plot.hpp"
#include "app/bench/fft/size.hpp"
#include "app/bench/fft/table.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/output/option_file.hpp"
#include "app/output/print.hpp"
#include "app/output/versions.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/signals.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/host/reference.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;

class Bench {
public:
    Bench(const BenchFftOptions& options, FftImplementations implementations,
          const Machine& machine)
        : options_{options}, implementations_{std::move(implementations)}, machine_{machine}
    {
    }

    /// One row per library, in the order of the table; after a signal, those so far.
    [[nodiscard]] std::vector<Row> rows_of(const fft::Problem& problem) const
    {
        if (!fits(fft_bench::problem_text(problem), "in host memory",
                  fft::input_bytes(problem) + fft::output_bytes(problem),
                  host_info().usable_bytes())) {
            return {};
        }
        spdlog::info("{}", fft_bench::problem_text(problem));
        const Bytes input = random_input(problem);
        std::vector<Row> rows;
        if (!implementations_.device.empty() &&
            fits(fft_bench::problem_text(problem), "on the device", testbed_bytes(problem),
                 device::free_device_bytes(options_.device))) {
            const auto known = fft_table(options_.device, options_.wisdom);
            const fft::Choices choices{.allow_workspace = options_.work_array,
                                       .table = &known->table};
            const auto testbed = make_device_testbed(options_.device, problem, input, choices);
            add_rows(rows, problem, input, *testbed, implementations_.device, &machine_);
        }
        if (!implementations_.host.empty() && !stop_requested() &&
            fits(fft_bench::problem_text(problem), "in host memory",
                 testbed_bytes(problem) - fft::input_bytes(problem), host_info().usable_bytes())) {
            const auto testbed = make_host_testbed(
                problem, input, {.threads = options_.threads, .effort = options_.effort});
            add_rows(rows, problem, input, *testbed, implementations_.host, nullptr);
        }
        compare_with_cufft(rows);
        return rows;
    }

private:
    void add_rows(std::vector<Row>& rows, const fft::Problem& problem, const Bytes& input,
                  Testbed& testbed, const std::vector<std::string>& libraries,
                  const Machine* machine) const
    {
        std::vector<Implementation> all =
            plan_all(testbed, libraries, [&](const std::string& library, const char* reason) {
                spdlog::warn("{} {}: skipped ({})", library, fft_bench::problem_text(problem),
                             reason);
            });
        for (Implementation& one : all) {
            prepare(one, testbed);
        }
        measure(all, testbed, options_.repetitions, stop_requested);
        for (Implementation& one : all) {
            if (!one.seconds.empty()) {
                rows.push_back(row_of(problem, one, machine));
                rows.back().errors = errors(problem, input, testbed, *one.transform);
                warn_of_errors(rows.back());
            }
        }
    }

    [[nodiscard]] std::optional<fft::Errors> errors(const fft::Problem& problem, const Bytes& input,
                                                    Testbed& testbed, Transform& transform) const
    {
        constexpr std::int64_t most_points = std::int64_t{1} << 28U;  // minutes of a host's time
        const bool wanted = options_.accuracy == Accuracy::always ||
                            (options_.accuracy == Accuracy::automatic &&
                             fft::points(problem) * problem.batch <= most_points);
        if (!wanted || stop_requested()) {
            return std::nullopt;
        }
        const Bytes output = testbed.output_and_wait(transform);
        return fft::errors_of(problem, input.data(), output.data());
    }

    static void warn_of_errors(const Row& row)
    {
        if (!row.accurate().value_or(true)) {
            spdlog::warn("{} {}: its relative error {:.2e} is more than rounding explains",
                         row.library, fft_bench::problem_text(row.problem),
                         row.errors->relative_l2);
        }
    }

    const BenchFftOptions& options_;
    FftImplementations implementations_;
    const Machine& machine_;
};

std::optional<OptionFile> file_of(const std::optional<std::filesystem::path>& path,
                                  const char* option)
{
    return path ? std::optional<OptionFile>{std::in_place, *path, option} : std::nullopt;
}

}  // namespace

ExitCode bench_fft_command(const BenchFftOptions& options)
{
    install_signal_handlers();
    const std::vector<fft::Problem> problems = chosen_problems(options);
    const FftImplementations implementations = chosen_implementations(options);
    const std::optional<OptionFile> json = file_of(options.json, "--json");
    const std::optional<OptionFile> plot = file_of(options.plot, "--plot");
    const Machine machine = machine_of(options, !implementations.device.empty());
    const Bench bench{options, implementations, machine};
    std::vector<Row> rows;
    std::exception_ptr failure;
    print(table_head(machine));
    try {
        for (const fft::Problem& problem : problems) {
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
    print(table_foot(machine, rows));
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the rows so far are kept", stop_signal_name());
    }
    const std::string date = utc_now();
    if (json) {
        json->write(fft_json(machine, rows, versions_json(!machine.device.empty()), date));
    }
    if (plot) {
        plot->write(plot_png(
            machine, rows,
            fmt::format("tobiuo {} ({}), {}", version().number, version().revision, date)));
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
