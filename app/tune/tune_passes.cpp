// SPDX-License-Identifier: BSD-3-Clause
#include "app/tune/tune_passes.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "app/bench/options.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/printable.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "kernels/fft/tune/tune_chunks.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/seconds_since.hpp"
#include "runtime/tuning/wisdom_file.hpp"

namespace tobiuo {
namespace {

/// Says once what is waited for, and ends the wait after a signal.
class LockWait {
public:
    void operator()(const std::filesystem::path& lock)
    {
        if (!told_) {
            spdlog::warn("waiting for another process that holds the lock {}",
                         in_quotes(lock.string()));
            told_ = true;
        }
        constexpr double patience = 1.0;  // for what was found before the signal
        if (stop_requested() && seconds_since(start_) >= patience) {
            throw Interrupted{"stopped by " + std::string{stop_signal_name()} +
                              " while another process held the lock " + in_quotes(lock.string()) +
                              ": nothing was kept there"};
        }
    }

private:
    bool told_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Shows a count in one line, or prints every trial.
class TrialPrinter final : public fft::TuneObserver {
public:
    explicit TrialPrinter(bool every) : every_{every} {}

    void tried(const fft::TuneTrial& trial) override
    {
        ++count_;
        if (!trial.rejected.empty()) {
            spdlog::warn("{}: rejected ({})", trial.what, trial.rejected);
        } else if (every_) {
            print(fmt::format("{:10.4f} ms  {}\n", 1e3 * trial.seconds, trial.what));
        } else if (count_ % 25 == 0) {
            spdlog::info("{} candidates tried", count_);
        }
    }
    [[nodiscard]] bool stop_requested() const override { return tobiuo::stop_requested(); }

private:
    bool every_;
    int count_ = 0;
};

std::string times_text(double model, double before, double tuned, int tried, int rejected,
                       bool complete)
{
    return fmt::format(
        "by the cost model {:.4f} ms, as known before {:.4f} ms, tuned {:.4f} ms ({:+.1f} %); "
        "{} candidates, {} rejected{}",
        1e3 * model, 1e3 * before, 1e3 * tuned, 100.0 * (before / tuned - 1.0), tried, rejected,
        complete ? "" : ", search cut short");
}

/// Prints what tuning found and where the time went; every pass in the engine's own words only
/// where its trials are printed as well.
void report(const std::string& name, const fft::Tuned& tuned, bool every)
{
    const fft::TuneSeconds& spent = tuned.spent;
    const double total = spent.build + spent.transfer + spent.execute + spent.check;
    const auto share = [&](double part) { return 100.0 * part / total; };
    print(fmt::format("{}\n  {}\n", name,
                      times_text(tuned.model_seconds, tuned.before_seconds, tuned.seconds,
                                 tuned.tried, tuned.rejected, tuned.complete)));
    print(
        fmt::format("  {:.1f} s: generating, compiling and loading {:.0f} %, transfer {:.0f} %, "
                    "execution {:.0f} %, checking {:.0f} %\n",
                    total, share(spent.build), share(spent.transfer), share(spent.execute),
                    share(spent.check)));
    print(fmt::format("  configurations for {} passes or pairs of passes\n",
                      tuned.found.entries().size()));
    if (every) {
        for (const auto& [request, configuration] : tuned.found.entries()) {
            print(fmt::format("  {}: {}\n", request, configuration));
        }
    }
}

/// Checks what a search needs before it measures. Returns the wisdom file.
std::filesystem::path begin(const TuneMachines& machines, const TunePassesOptions& options)
{
    for (const bench::MachineKind* machine : machines) {
        bench::require(*machine, options.device, "tune on", "name another one by --backends");
    }
    install_signal_handlers();
    std::filesystem::path file = wisdom_file(options.wisdom);
    keep_wisdom(file, {});  // an early refusal is better than measurements that are lost
    return file;
}

void keep(const fft::TunedTable& found, const fft::DeviceName& device,
          const std::filesystem::path& file)
{
    tuning::Wisdom wisdom;
    wisdom.remember(fft::to_wisdom(found, device, utc_now()));
    keep_wisdom(file, wisdom);
    print(fmt::format("kept in {}\n", file.string()));
}

ExitCode end()
{
    if (stop_requested()) {
        spdlog::warn("stopped by {}, the best so far is kept", stop_signal_name());
        return ExitCode::interrupted;
    }
    return ExitCode::done;
}

}  // namespace

void keep_wisdom(const std::filesystem::path& file, const tuning::Wisdom& news)
{
    try {
        LockWait waits;
        for (const std::string& warning :
             tuning::merge_wisdom(file, news, [&](const auto& lock) { waits(lock); })) {
            spdlog::warn("{}", warning);
        }
    } catch (const Interrupted&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw OutputError{error.what()};
    }
}

void add_tune_passes_options(CLI::App& command, TunePassesOptions& options,
                             const std::string& otherwise)
{
    command.add_option("--backends", options.backends, "cuda, opencl; default: " + otherwise)
        ->delimiter(',')
        ->check(CLI::IsMember({"cuda", "opencl"}));
    command
        .add_option("--budget", options.budget_seconds, "seconds in all, divided among back ends")
        ->check(CLI::Range(1e-3, 1e6))
        ->capture_default_str();
    command.add_option("--candidates", options.candidates, "blocks tried for each pass")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_flag("--trials", options.verbose_trials,
                     "print every candidate with its time, and what was found for each pass");
    command
        .add_option("--wisdom", options.wisdom.file,
                    "where to keep what is found; default: $TOBIUO_WISDOM or the user's cache")
        ->type_name("FILE");
}

TuneMachines machines_of(const TunePassesOptions& options, std::string_view otherwise)
{
    TuneMachines all;
    for (const bench::MachineKind& machine : bench::machine_kinds()) {
        if (options.backends.empty() ? machine.word == otherwise
                                     : bench::has(options.backends, machine.word)) {
            all.push_back(&machine);
        }
    }
    return all;
}

ExitCode tune_passes(const std::string& name, const TuneMachines& machines,
                     const MakeTuneSubject& make, const TunePassesOptions& options)
{
    const std::filesystem::path file = begin(machines, options);
    std::vector<fft::TuneSubject> subjects;
    for (const bench::MachineKind* machine : machines) {
        subjects.push_back(make(*machine));
    }
    const double budget = options.budget_seconds / static_cast<double>(machines.size());
    for (std::size_t at = 0; at < machines.size() && !stop_requested(); ++at) {
        const bench::MachineKind& machine = *machines[at];
        const fft::DeviceName device_name = fft_device_name(machine.backend, options.device);
        const auto known = fft_table(device_name, options.wisdom);
        TrialPrinter printer{options.verbose_trials};
        const fft::TuneDevice device = fft::tuner_of(machine.backend).device(options.device);
        const fft::Tuned tuned =
            fft::tune(subjects[at], device, known->table,
                      {.budget_seconds = budget, .candidates = options.candidates}, printer);
        warn_of_unused(tuned.start);
        report(name + (machine.has_libraries ? "" : " with OpenCL"), tuned, options.verbose_trials);
        keep(tuned.found, device_name, file);
    }
    return end();
}

ExitCode tune_chunks(const std::string& name, const fft::Problem& problem,
                     std::int64_t device_bytes, const TunePassesOptions& options)
{
    const bench::MachineKind& gpu = bench::gpu_kind();
    const std::filesystem::path file = begin({&gpu}, options);
    const fft::DeviceName device_name = fft_device_name(gpu.backend, options.device);
    const auto known = fft_table(device_name, options.wisdom);
    TrialPrinter printer{options.verbose_trials};
    const auto subject = fft::chunks_subject(problem, device_bytes, options.device);
    const fft::TunedChunks tuned =
        fft::tune_chunks(*subject, known->table, options.budget_seconds, printer);
    print(fmt::format("{}\n  {}\n", name,
                      times_text(tuned.model_seconds, tuned.before_seconds, tuned.seconds,
                                 tuned.tried, tuned.rejected, tuned.complete)));
    for (const auto& [request, columns] : tuned.found.entries()) {
        print(fmt::format("  {}: {}\n", request, columns));
    }
    keep(tuned.found, device_name, file);
    return end();
}

}  // namespace tobiuo
