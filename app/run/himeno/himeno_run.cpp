// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/himeno/himeno_run.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/report/himeno_report.hpp"
#include "app/output/report/result_files.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/run/himeno/himeno_input.hpp"
#include "app/run/progress.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

/// A run that takes half as long again as asked deserves a warning.
constexpr double tolerated = 1.5;
/// A time span in words: "3:20", or in seconds if it is short.
std::string span_text(double seconds)
{
    constexpr double clear = 10.0;
    return seconds < clear ? fmt::format("{:.2g} s", seconds) : time_text(seconds);
}

/// The part of the target after which the rate of a run is known well enough.
constexpr double known_after = 0.05;

}  // namespace

std::optional<std::string> DurationMonitor::warning(const himeno::Progress& progress)
{
    if (progress.seconds < known_after * target_ || progress.sweeps == progress.planned) {
        return {};
    }
    const double expected = progress.seconds / static_cast<double>(progress.sweeps) *
                            static_cast<double>(progress.planned);
    if (expected < tolerated * told_) {
        return {};
    }
    told_ = expected;
    return fmt::format(
        "the run will take about {} instead of {} (its sweeps are slower than those of the "
        "rehearsal: does other work use this machine?); Ctrl-C ends it and writes what is there",
        span_text(expected), span_text(target_));
}

std::string DurationMonitor::verdict(double target_seconds, double seconds)
{
    if (seconds < tolerated * target_seconds && seconds > target_seconds / tolerated) {
        return {};
    }
    return fmt::format(
        "the run took {:.3g} s instead of {:.3g} s: its sweeps were {} than those of the rehearsal "
        "(other work uses this machine, or few sweeps fill the time)",
        seconds, target_seconds, seconds > target_seconds ? "slower" : "faster");
}

namespace {

void log_time(const himeno::Result& result, const himeno::StopRule& rule)
{
    if (const auto* target = std::get_if<himeno::TargetSeconds>(&rule)) {
        const std::string sentence = DurationMonitor::verdict(target->seconds, result.run.seconds);
        if (!sentence.empty()) {
            spdlog::warn("{}", sentence);
        }
    }
}

/// Logs how the run has ended, unless it ended as planned.
void tell_end(const himeno::Result& result, const himeno::StopRule& rule)
{
    switch (result.status) {
        case himeno::Status::done:
            log_time(result, rule);
            break;
        case himeno::Status::not_converged:
            spdlog::warn("not converged: gosa is {:.6e} after {} sweeps; raise run.max_sweeps",
                         result.run.gosa, result.run.sweeps);
            break;
        case himeno::Status::diverged:
            spdlog::error(
                "diverged: gosa is not finite within the first {} sweeps; check the "
                "coefficients (the sweep must contract) and method.omega",
                result.total_sweeps);
            break;
        case himeno::Status::interrupted:
            spdlog::warn("stopped by {} after {} sweeps; writing what is there", stop_signal_name(),
                         result.total_sweeps);
            break;
    }
}

ExitCode exit_code_of(himeno::Status status)
{
    switch (status) {
        case himeno::Status::done:
            return ExitCode::done;
        case himeno::Status::not_converged:
            return ExitCode::not_converged;
        case himeno::Status::diverged:
            return ExitCode::diverged;
        case himeno::Status::interrupted:
            return ExitCode::interrupted;
    }
    return ExitCode::internal;
}

class HimenoRun final : public Run {
public:
    HimenoRun(const HimenoSetting& setting, std::optional<HimenoSnapshot> snapshot,
              CeilingUse ceiling, RunFolder* folder)
        : setting_{setting},
          snapshot_{std::move(snapshot)},
          ceiling_{ceiling},
          folder_{folder},
          report_{.the_case = setting.the_case,
                  .himeno = setting.himeno,
                  .grid = setting.grid,
                  .kind = *setting.decided.kind,
                  .request = setting.request,
                  .where = setting.decided.place.where,
                  .reason = setting.decided.place.reason,
                  .started = utc_now(),
                  .plan = {},
                  .choice = setting.choice.sentence,
                  .wisdom = setting.choice.wisdom,
                  .ceiling = {},
                  .result = {},
                  .exit_code = {},
                  .earlier_sweeps = earlier_sweeps(setting.himeno),
                  .ranks = ranks_report(setting.world, setting.decided.place.where)},
          history_{setting.the_case.output.history_rows}
    {
        spdlog::info("{}", report_.choice);
    }

    [[nodiscard]] SignalAnswers answers() const override
    {
        return {.advancing = "stopping after the sweeps in hand; what is there is written",
                .keeping = setting_.himeno.checkpoint
                               ? "the last checkpoint and the results are being written; the run "
                                 "ends after that"
                               : nullptr,
                .writing = "the results are being written; the run ends after that"};
    }

    void begin() override
    {
        {
            const TimedPart fill{TimePart::fill};
            source_ = make_source(setting_.himeno, setting_.request.shape);
            if (snapshot_) {
                resume();
            }
        }
        find_ceiling();
        make_plan();
        const TimedPart fill{TimePart::fill};
        plan_->load(*source_);
    }

    void note_ready(double seconds) override
    {
        report_.plan = plan_->describe();
        const double bytes =
            stencil::nominal_bytes_per_sweep(setting_.request.shape, setting_.himeno.precision);
        spdlog::debug("plan: {}", report_.plan);
        spdlog::info("ready after {:.2f} s: {} of arrays for every sweep", seconds,
                     bytes_text(bytes));
        if (report_.earlier_sweeps > 0) {
            spdlog::info(
                "p of the coefficient file has seen {} sweeps: the count goes on from there",
                report_.earlier_sweeps);
        }
    }

    void advance(ProgressDisplay& display) override
    {
        const auto& checkpoint = setting_.himeno.checkpoint;
        if (checkpoint) {  // such a run has a folder
            checkpoints_.emplace(folder_->path(), setting_.identity(), *checkpoint, *plan_,
                                 setting_.request.shape, history_);
        }
        HimenoWatcher watcher{display, setting_.request.shape, setting_.himeno.stop, setting_.world,
                              checkpoints_ ? &*checkpoints_ : nullptr};
        report_.result = himeno::run(*plan_, setting_.himeno.stop, watcher, history_, before_);
    }

    void keep() override
    {
        if (report_.result.status != himeno::Status::diverged) {
            checkpoints_->submit(report_.result.run);
        }
        checkpoints_->thread().drain();
    }

    [[nodiscard]] ExitCode write() override
    {
        const himeno::Result& result = report_.result;
        tell_end(result, setting_.himeno.stop);
        put_uses(report_.ranks, setting_.world,
                 {.seconds = result.rehearsal.seconds + result.run.seconds,
                  .exchange = on_ranks_ == nullptr ? ExchangeUse{}
                                                   : on_ranks_->take_exchange_use_and_wait()});
        const ExitCode code = exit_code_of(result.status);
        report_.exit_code = static_cast<int>(code);
        const ranks::Slice own = setting_.world == nullptr
                                     ? ranks::Slice{}
                                     : setting_.slabs().readable(setting_.request.shape.ni);
        write_and_print(
            [&] {
                write_himeno_results(folder_, setting_.world,
                                     {*plan_, *source_, history_, report_, own});
            },
            report_);
        return code;
    }

private:
    /// Goes on from the snapshot: its sweeps, its history, its p.
    void resume()
    {
        before_ = snapshot_->measured;
        report_.restarted_from = snapshot_->name;
        spdlog::info("going on from {}: {} sweeps, gosa {:.6e}", snapshot_->name, before_.sweeps,
                     before_.gosa);
        history_ =
            himeno::History{setting_.the_case.output.history_rows, std::move(snapshot_->history)};
        source_ = resumed_source(std::move(source_), setting_.request.shape,
                                 setting_.himeno.precision, std::move(snapshot_->p));
    }

    /// On several ranks no ceiling is measured.
    void find_ceiling()
    {
        if (setting_.world == nullptr) {
            put_ceiling(report_,
                        ceiling_of_run(setting_.ceiling_plan(ceiling_), setting_.ceiling_source()));
        }
    }

    void make_plan()
    {
        if (setting_.world == nullptr) {
            plan_ = setting_.decided.kind->make(setting_.request);
            return;
        }
        auto plan = std::make_unique<himeno::DistributedSweeps>(
            setting_.request, *setting_.decided.kind, setting_.world->ranks());
        on_ranks_ = plan.get();
        plan_ = std::move(plan);
    }

    const HimenoSetting& setting_;
    std::optional<HimenoSnapshot> snapshot_;  ///< from which the run goes on
    CeilingUse ceiling_;
    RunFolder* folder_;
    HimenoReport report_;
    himeno::Measurement before_;
    himeno::History history_;
    std::unique_ptr<stencil::ArraySource> source_;
    std::unique_ptr<stencil::SweepPlan> plan_;
    himeno::DistributedSweeps* on_ranks_ = nullptr;  ///< the plan, on several ranks
    std::optional<HimenoCheckpoints> checkpoints_;
};

}  // namespace

himeno::Slabs HimenoSetting::slabs() const
{
    return himeno::slabs_of(request, *decided.kind, world->rank(), world->size());
}

CeilingSource HimenoSetting::ceiling_source() const
{
    return tobiuo::ceiling_source(decided.place, GpuMix::sweep);
}

CeilingPlan HimenoSetting::ceiling_plan(CeilingUse use) const
{
    const stencil::Footprint footprint = decided.kind->footprint(request);
    return plan_ceiling(use, ceiling_source(),
                        std::max(footprint.host_bytes, footprint.device_bytes));
}

std::unique_ptr<Run> make_himeno_run(const HimenoSetting& setting,
                                     std::optional<HimenoSnapshot> snapshot, CeilingUse ceiling,
                                     RunFolder* folder)
{
    return std::make_unique<HimenoRun>(setting, std::move(snapshot), ceiling, folder);
}

HimenoCheckpoints::HimenoCheckpoints(const std::filesystem::path& folder,
                                     const CheckpointIdentity& identity,
                                     const CheckpointSection& section,
                                     const stencil::SweepPlan& plan, const stencil::Shape& shape,
                                     const himeno::History& history)
    : plan_{plan},
      shape_{shape},
      precision_{identity.precision},
      history_{history},
      checkpoints_{folder, identity, section, thread_}
{
}

void HimenoCheckpoints::submit(const himeno::Measurement& measured)
{
    const TimedPart files{TimePart::files};
    std::vector<std::byte>& p = copies_.next_and_wait();
    copy_pressure(plan_, shape_, precision_, p);
    copies_.hold_for(checkpoints_.submit({.step = measured.sweeps,
                                          .moment = fmt::format("after {} sweeps", measured.sweeps),
                                          .record = himeno_record(measured, history_),
                                          .state = p}));
}

HimenoWatcher::HimenoWatcher(ProgressDisplay& display, const stencil::Shape& shape,
                             const himeno::StopRule& rule, const World* world,
                             HimenoCheckpoints* checkpoints)
    : display_{display}, shape_{shape}, world_{world}, checkpoints_{checkpoints}
{
    if (const auto* target = std::get_if<himeno::TargetSeconds>(&rule)) {
        duration_monitor_.emplace(target->seconds);
    } else if (const auto* tolerance = std::get_if<himeno::Tolerance>(&rule)) {
        tolerance_ = tolerance->gosa;
        decay_.emplace(tolerance->gosa);
    }
}

void HimenoWatcher::rehearsed(const himeno::Measurement& rehearsal, std::int64_t planned)
{
    spdlog::info("rehearsal: {} sweeps in {:.6f} s ({:.4g} GFLOPS); the run has {} sweeps",
                 rehearsal.sweeps, rehearsal.seconds, rehearsal.gflops(shape_), planned);
}

void HimenoWatcher::advanced(const himeno::Progress& progress)
{
    if (duration_monitor_) {
        if (const auto expected = duration_monitor_->warning(progress)) {
            display_.finish();
            spdlog::warn("{}", *expected);
        }
    }
    if (decay_) {
        decay_->add(progress.sweeps, progress.gosa);
    }
    if (display_.is_due(progress.sweeps == progress.planned)) {
        show(progress);
    }
}

void HimenoWatcher::between_batches(const himeno::Progress& progress)
{
    if (checkpoints_ == nullptr) {
        return;
    }
    checkpoints_->thread().check();
    if (checkpoints_->is_due()) {
        checkpoints_->submit(
            {.sweeps = progress.sweeps, .seconds = progress.seconds, .gosa = progress.gosa});
    }
}

bool HimenoWatcher::stop_requested() const
{
    const bool here = tobiuo::stop_requested();
    return world_ == nullptr ? here : world_->any(here);
}

double HimenoWatcher::agreed(double seconds) const
{
    return world_ == nullptr ? seconds : world_->from_first(seconds);
}

void HimenoWatcher::show(const himeno::Progress& progress)
{
    const double flops = stencil::flops_per_sweep(shape_);
    const auto done = static_cast<double>(progress.sweeps);
    if (!decay_) {
        display_.show(part_of(done, static_cast<double>(progress.planned)),
                      progress_text(progress, flops));
        return;
    }
    const auto left = decay_->sweeps_left();
    const std::int64_t most = progress.planned - progress.sweeps;
    const auto expected = static_cast<double>(std::min(left.value_or(most), most));
    display_.show(part_of(done, done + expected), progress_text(progress, flops, tolerance_, left));
}

}  // namespace tobiuo
