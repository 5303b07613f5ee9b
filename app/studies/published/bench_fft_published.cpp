// `tobiuo bench fft --published`: tables 7 to 12 of Nukada et al. 2008 on the machine at hand.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/bench_fits.hpp"
#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/fft/bench_fft_machine.hpp"
#include "app/bench/fft/device_testbed.hpp"
#include "app/bench/fft/host_testbed.hpp"
#include "app/bench/fft/measurement.hpp"
#include "app/bench/fft/size.hpp"
#include "app/bench/fft/table.hpp"
#include "app/bench/fft/transfers.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/output/print.hpp"
#include "app/output/versions.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/signals.hpp"
#include "app/studies/published/paper_json.hpp"
#include "app/studies/published/paper_tables.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/host/reference.hpp"
#include "kernels/median.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;

constexpr std::int64_t edges[] = {64, 128, 256};
constexpr std::int64_t largest_edge = 256;
const std::string five_step = "five-step";

Timed timed(const std::vector<double>& seconds, std::string plan)
{
    const auto [least, most] = std::ranges::minmax(seconds);
    return {.seconds = median(seconds),
            .least = least,
            .most = most,
            .repetitions = static_cast<int>(seconds.size()),
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
        if (stop_requested() || !fits(fft_bench::problem_text(problem), "in host memory",
                                      testbed_bytes(problem), host_info().usable_bytes())) {
            return;
        }
        spdlog::info("fftw: {}", fft_bench::problem_text(problem));
        const Bytes input = random_input(problem);
        const auto testbed = make_host_testbed(
            problem, input, {.threads = options_.threads, .effort = options_.effort});
        keep(compete(problem, *testbed, {"fftw"}), std::to_string(largest_edge));
    }

    [[nodiscard]] const Times& times() const { return times_; }

private:
    [[nodiscard]] std::vector<Implementation> compete(
        const fft::Problem& problem, Testbed& testbed,
        const std::vector<std::string>& libraries) const
    {
        auto all =
            plan_all(testbed, libraries, [&](const std::string& library, const char* reason) {
                spdlog::warn("{} {}: skipped ({})", library, fft_bench::problem_text(problem),
                             reason);
            });
        for (Implementation& one : all) {
            prepare(one, testbed);
        }
        measure(all, testbed, options_.repetitions, stop_requested);
        std::erase_if(all, [](const Implementation& one) { return one.seconds.empty(); });
        return all;
    }

    /// As "cufft 256", "five-step 256 step 1".
    void keep(const std::vector<Implementation>& all, const std::string& size)
    {
        for (const Implementation& one : all) {
            const bool step = one.library.starts_with(five_step + " ");
            const std::string name =
                step ? fmt::format("{} {} step {}", five_step, size, one.library.back())
                     : one.library + " " + size;
            times_[name] = timed(one.seconds, one.transform->describe());
        }
    }

    void on_device(const fft::Problem& problem, const std::string& size,
                   const std::vector<std::string>& libraries)
    {
        if (stop_requested() ||
            !fits(fft_bench::problem_text(problem), "in host memory", testbed_bytes(problem),
                  host_info().usable_bytes()) ||
            !fits(fft_bench::problem_text(problem), "on the device", testbed_bytes(problem),
                  device::free_device_bytes(options_.device))) {
            return;
        }
        spdlog::info("{}", fft_bench::problem_text(problem));
        const Bytes input = random_input(problem);
        const auto known = fft_table(options_.device, options_.wisdom);
        const auto testbed =
            make_device_testbed(options_.device, problem, input, {.table = &known->table});
        const std::vector<Implementation> all = compete(problem, *testbed, libraries);
        keep(all, size);
        const auto five = std::ranges::find(all, five_step, &Implementation::library);
        if (five != all.end() && !stop_requested()) {
            check(problem, input, testbed->output_and_wait(*five->transform),
                  times_.at(five_step + " " + size));
        }
    }

    static void check(const fft::Problem& problem, const Bytes& input, const Bytes& output,
                      Timed& timed)
    {
        timed.error_l2 = fft::errors_of(problem, input.data(), output.data()).relative_l2;
        if (!is_rounding(problem, *timed.error_l2)) {
            spdlog::warn("{} {}: its relative error {:.2e} is more than rounding explains",
                         five_step, fft_bench::problem_text(problem), *timed.error_l2);
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
    Times times_;
};

/// False without one, which is warned of. Throws device::DeviceError if it was asked for by name.
bool has_device(const BenchFftOptions& options)
{
    std::string reason = device::device_unsupported_reason(device::survey(), options.device);
    if (reason.empty()) {
        reason = library_unsupported_reason("ours").value_or("");
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
    PublishedBench bench{options};
    const bool on_device = has_device(options);
    const std::optional<OptionFile> json =
        options.json ? std::optional<OptionFile>{std::in_place, *options.json, "--json"}
                     : std::nullopt;
    const Machine machine = machine_of(options, on_device);
    std::exception_ptr failure;
    try {
        if (on_device) {
            bench.measure_device();
        }
        bench.measure_host();
    } catch (const device::DeviceError&) {
        failure = std::current_exception();  // the figures so far are kept
    }
    const std::vector<PaperTable> tables = paper_tables();
    print(machine_text(machine));
    for (const PaperTable& table : tables) {
        print(text_of(table, bench.times()));
    }
    print(paper_foot());
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the figures so far are kept", stop_signal_name());
    }
    if (json) {
        json->write(
            paper_json(machine, tables, bench.times(), versions_json(on_device), utc_now()));
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
