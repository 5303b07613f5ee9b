#include "app/run/himeno/himeno_watcher.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <variant>

#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {

HimenoWatcher::HimenoWatcher(Verbosity verbosity, const stencil::Shape& shape,
                             const himeno::StopRule& rule, const World* world)
    : display_{verbosity}, shape_{shape}, world_{world}
{
    if (const auto* target = std::get_if<himeno::TargetSeconds>(&rule)) {
        duration_monitor_.emplace(target->seconds);
    } else if (const auto* tolerance = std::get_if<himeno::Tolerance>(&rule)) {
        tolerance_ = tolerance->gosa;
        decay_.emplace(tolerance->gosa);
    }
}

void HimenoWatcher::keep_every(double seconds, HimenoWriter& writer)
{
    every_ = seconds;
    writer_ = &writer;
    last_kept_ = std::chrono::steady_clock::now();
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
    if (writer_ == nullptr) {
        return;
    }
    writer_->thread().check();
    if (seconds_since(last_kept_) >= every_) {
        writer_->submit(
            {.sweeps = progress.sweeps, .seconds = progress.seconds, .gosa = progress.gosa});
        last_kept_ = std::chrono::steady_clock::now();
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
