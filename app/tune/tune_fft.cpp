#include "app/tune/tune_fft.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include "app/bench/fft/fft_wisdom.hpp"
#include "app/bench/fft/size.hpp"
#include "app/machine/host.hpp"
#include "app/output/print.hpp"
#include "app/run/signals.hpp"
#include "app/tune/keep_wisdom.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/tune/tune.hpp"
#include "kernels/tuning/wisdom_file.hpp"

namespace tobiuo {
namespace {

fft::Problem problem_of(const TuneFftOptions& options)
{
    fft::Problem problem{.lengths = fft_bench::reversed(options.lengths)};
    problem.kind = options.kind == "r2c"   ? fft::Kind::r2c
                   : options.kind == "c2r" ? fft::Kind::c2r
                                           : fft::Kind::c2c;
    const bool inverse = problem.kind == fft::Kind::c2r ||
                         (problem.kind == fft::Kind::c2c && options.direction == "inverse");
    problem.direction = inverse ? fft::Direction::inverse : fft::Direction::forward;
    problem.precision = options.precision == "single" ? Precision::fp32 : Precision::fp64;
    problem.placement =
        options.placement == "in-place" ? fft::Placement::in_place : fft::Placement::out_of_place;
    problem.batch = options.batch;
    try {
        fft::validate(problem);
    } catch (const std::invalid_argument& error) {
        throw InputError{{.source = "tune fft", .line = 0, .column = 0}, error.what()};
    }
    return problem;
}

void require_device(int index)
{
    const std::string unsupported_reason =
        device::device_unsupported_reason(device::survey(), index);
    if (!unsupported_reason.empty()) {
        throw device::DeviceError{
            fmt::format("cannot tune on CUDA device {} ({})", index, unsupported_reason)};
    }
}

/// Counts on a line of its own, or prints every trial.
class Narrator final : public fft::TuneObserver {
public:
    explicit Narrator(bool every) : every_{every} {}

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

void report(const fft::Problem& problem, const fft::Tuned& tuned)
{
    const fft::TuneSeconds& spent = tuned.spent;
    const double total = spent.build + spent.transfer + spent.execute + spent.check;
    const auto share = [&](double part) { return 100.0 * part / total; };
    print(
        fmt::format("{}\n  heuristic {:.4f} ms, tuned {:.4f} ms ({:+.1f} %); {} candidates, {} "
                    "rejected{}\n",
                    fft_bench::problem_text(problem), 1e3 * tuned.heuristic_seconds,
                    1e3 * tuned.seconds, 100.0 * (tuned.heuristic_seconds / tuned.seconds - 1.0),
                    tuned.tried, tuned.rejected, tuned.complete ? "" : ", search cut short"));
    print(
        fmt::format("  {:.1f} s: generating, compiling and loading {:.0f} %, transfer {:.0f} %, "
                    "execution {:.0f} %, checking {:.0f} %\n",
                    total, share(spent.build), share(spent.transfer), share(spent.execute),
                    share(spent.check)));
    for (const auto& [name, value] : fft::to_parameters(tuned.choices)) {
        print(fmt::format("  {}: {}\n", name, value));
    }
}

tuning::Wisdom wisdom_of(const fft::Problem& problem, const fft::Tuned& tuned, int device)
{
    tuning::Wisdom wisdom;
    wisdom.remember({.situation = fft_situation(problem, device),
                     .kernel = fft::wisdom_kernel,
                     .parameters = fft::to_parameters(tuned.choices),
                     .gflops = 1e-9 * fft::flops(problem) / tuned.seconds,
                     .date = utc_now(),
                     .candidates = tuned.tried});
    return wisdom;
}

}  // namespace

ExitCode tune_fft_command(const TuneFftOptions& options)
{
    const fft::Problem problem = problem_of(options);
    require_device(options.device);
    install_signal_handlers();
    const std::filesystem::path file = wisdom_file(options.wisdom);
    keep_wisdom(file, {});  // better an early refusal than a minute of measurements that are lost
    Narrator narrator{options.verbose_trials};
    const fft::Tuned tuned = fft::tune(problem,
                                       {.budget_seconds = options.budget_seconds,
                                        .candidates = options.candidates,
                                        .device = options.device,
                                        .allow_workspace = options.work_array},
                                       narrator);
    report(problem, tuned);
    keep_wisdom(file, wisdom_of(problem, tuned, options.device));
    print(fmt::format("kept in {}\n", file.string()));
    if (stop_requested()) {
        spdlog::warn("stopped by {}, the best so far is kept", stop_signal_name());
        return ExitCode::interrupted;
    }
    return ExitCode::done;
}

}  // namespace tobiuo
