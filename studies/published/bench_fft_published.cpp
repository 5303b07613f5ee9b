// SPDX-License-Identifier: BSD-3-Clause
#include "studies/published/bench_fft_published.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/bench/fft/rows.hpp"
#include "app/bench/fft/testbeds.hpp"
#include "app/json_text.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/printable.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/signals.hpp"
#include "kernels/fft/reference.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "studies/five_step/five_step.hpp"
#include "studies/published/paper_json.hpp"
#include "studies/published/paper_tables.hpp"
#include "studies/published/transfers.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;

const std::string five_step = "five-step";

/// The five steps of a problem as schedules of the testbed: "five-step", and "five-step 1" to
/// "five-step 5" for one step, which is no whole transform. A step alone reads the input, so that
/// every execution reads the same, and its configuration is the cost model's.
NamedSchedules five_step_schedules(const fft::Problem& problem)
{
    return [problem](const std::string& name, const fft::DeviceLimits& limits,
                     const fft::TunedTable& known) -> std::optional<fft::Schedule> {
        if (!name.starts_with(five_step)) {
            return std::nullopt;
        }
        if (name == five_step) {
            return fft::five_step_schedule(problem, limits, {.table = &known});
        }
        fft::Schedule schedule = fft::five_step_schedule(problem, limits);
        const auto number = static_cast<std::size_t>(name.back() - '1');
        auto step = std::get<fft::PassStep>(schedule.steps.at(number));
        step.from = fft::Array::input;
        step.to = step.form.source == step.form.sink ? fft::Array::output : fft::Array::work;
        schedule.steps = {step};
        return schedule;
    };
}

constexpr std::int64_t edges[] = {64, 128, 256};
constexpr std::int64_t largest_edge = 256;

Timed timed(const std::vector<double>& seconds, std::string plan)
{
    return {.seconds = bench::times_of(seconds),
            .repetitions = seconds.size(),
            .plan = std::move(plan),
            .error_l2 = std::nullopt};
}

class PublishedBench {
public:
    explicit PublishedBench(const BenchFftOptions& options) : options_{options}
    {
        if (!std::ranges::empty(options_.chosen)) {
            throw InputError{{.source = options_.chosen.front(), .line = 0, .column = 0},
                             "does not go with --published, which measures what the paper's tables "
                             "list: leave out one of them"};
        }
    }

    void measure_device()
    {
        for (const std::int64_t edge : edges) {
            std::vector<std::string> libraries{five_step, "ours", "cufft"};
            if (edge == largest_edge) {
                for (int step = 1; step <= 5; ++step) {
                    libraries.push_back(fmt::format("{} {}", five_step, step));
                }
            }
            on_device(paper_cube(edge), std::to_string(edge), libraries);
        }
        on_device(paper_rows(), "rows", {"ours", "cufft"});
        measure_transfers();
    }

    void measure_host()
    {
        const fft::Problem problem = paper_cube(largest_edge);
        if (stop_requested() || !fits_host(problem)) {
            return;
        }
        spdlog::info("fftw: {}", problem_text(problem));
        const bench::Bytes input = random_input(problem);
        const auto testbed =
            make_testbed(bench::host_kind(), 0, problem, input, {.host = options_.host});
        keep(compete(problem, testbed, {"fftw"}), std::to_string(largest_edge));
    }

    [[nodiscard]] const Times& times() const { return times_; }

private:
    static bool fits_host(const fft::Problem& problem)
    {
        return bench::fits(problem_text(problem), bench::host_kind(), 0,
                           static_cast<double>(testbed_bytes(problem)));
    }

    [[nodiscard]] std::vector<bench::Implementation> compete(
        const fft::Problem& problem, const std::shared_ptr<const bench::Testbed>& testbed,
        const std::vector<std::string>& libraries) const
    {
        auto all = bench::plan_all(testbed, libraries, problem_text(problem));
        bench::compete(all, {.repetitions = options_.repetitions});
        return all;
    }

    /// Keeps the times under names such as "cufft 256", "five-step 256 step 1".
    void keep(const std::vector<bench::Implementation>& all, const std::string& size)
    {
        for (const bench::Implementation& one : all) {
            const bool step = one.name.starts_with(five_step + " ");
            const std::string name =
                step ? fmt::format("{} {} step {}", five_step, size, one.name.back())
                     : one.name + " " + size;
            times_[name] = timed(one.seconds, one.plan);
        }
    }

    void on_device(const fft::Problem& problem, const std::string& size,
                   const std::vector<std::string>& libraries)
    {
        if (stop_requested() || !fits_host(problem) ||
            !bench::fits(problem_text(problem), cuda_, options_.device,
                         static_cast<double>(testbed_bytes(problem)))) {
            return;
        }
        spdlog::info("{}", problem_text(problem));
        const bench::Bytes input = random_input(problem);
        const auto known =
            fft_table(fft_device_name(cuda_.backend, options_.device), options_.wisdom);
        const auto testbed = make_testbed(
            cuda_, options_.device, problem, input,
            {.choices = {.table = &known->table}, .schedules = five_step_schedules(problem)});
        const std::vector<bench::Implementation> all = compete(problem, testbed, libraries);
        keep(all, size);
        const auto five = std::ranges::find(all, five_step, &bench::Implementation::name);
        if (five != all.end() && !stop_requested()) {
            check(problem, input, five->output_and_wait(), times_.at(five_step + " " + size));
        }
    }

    static void check(const fft::Problem& problem, const bench::Bytes& input,
                      const bench::Bytes& output, Timed& timed)
    {
        timed.error_l2 = fft::errors_of(problem, input.data(), output.data()).relative_l2;
        if (!is_rounding(problem, *timed.error_l2)) {
            spdlog::warn("{} {}: its relative error {:.2e} is more than rounding explains",
                         five_step, problem_text(problem), *timed.error_l2);
        }
    }

    void measure_transfers()
    {
        if (stop_requested()) {
            return;
        }
        const auto bytes = static_cast<std::size_t>(fft::input_bytes(paper_cube(largest_edge)));
        const TransferTimes transfers =
            time_transfers_and_wait(options_.device, bytes, options_.repetitions, stop_requested);
        if (!transfers.to_device.empty()) {
            times_["to device"] = timed(transfers.to_device, "from pinned memory");
            times_["to host"] = timed(transfers.to_host, "to pinned memory");
        }
    }

    const BenchFftOptions& options_;
    const bench::MachineKind& cuda_ = bench::gpu_kind();
    Times times_;
};

/// Whether there is a device; warns if not. Throws device::DeviceError if the user named one.
bool has_device(const BenchFftOptions& options)
{
    std::string reason = device::device_unsupported_reason(device::survey(), options.device);
    if (reason.empty()) {
        reason = bench::library_unsupported_reason("ours").value_or("");
    }
    if (!reason.empty() && options.device_named) {
        throw device::DeviceError{fmt::format(
            "cannot rerun the paper's tables on CUDA device {} ({}): leave out --device for the "
            "published figures alone",
            options.device, reason)};
    }
    if (!reason.empty()) {
        spdlog::warn(
            "there is no device to measure on ({}): tables 7 to 11 show the published "
            "figures alone",
            reason);
    }
    return reason.empty();
}

}  // namespace

ExitCode bench_fft_published_command(const BenchFftOptions& options)
{
    install_signal_handlers();
    PublishedBench transforms{options};
    const bool on_device = has_device(options);
    const auto json = bench_file(options.json);
    const Machine machine = bench::machine_of(
        on_device ? std::optional{options.device} : std::nullopt, options.host.threads);
    const auto measure = [&] {
        if (on_device) {
            transforms.measure_device();
        }
        transforms.measure_host();
    };
    return bench::measure_and_keep("figures", measure, [&] {
        const std::vector<PaperTable> tables = paper_tables();
        print(machine_text(machine));
        for (const PaperTable& table : tables) {
            print(text_of(table, transforms.times()));
        }
        print(paper_foot());
        if (json) {
            json->write(json_text(paper_json(machine, tables, transforms.times(),
                                             bench::origin_of(on_device))) +
                        "\n");
        }
    });
}

}  // namespace tobiuo
