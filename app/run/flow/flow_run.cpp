#include "app/run/flow/flow_run.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/output/print.hpp"
#include "app/output/report/flow_results.hpp"
#include "app/output/report/flow_summary.hpp"
#include "app/run/flow/flow_fields.hpp"
#include "app/run/flow/flow_history.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_probes.hpp"
#include "app/run/flow/flow_statistics.hpp"
#include "app/run/signals.hpp"
#include "kernels/seconds_since.hpp"

namespace tobiuo {
namespace {

using FlowClock = std::chrono::steady_clock;

/// The Courant number at which three stages lose stability, see flow::step_limit().
constexpr double stable_courant = 1.7320508075688772;

bool is_sound(const flow::Observed& observed)
{
    return std::isfinite(observed.kinetic_energy) && std::isfinite(observed.largest_rate) &&
           std::ranges::all_of(observed.mean_velocity,
                               [](double one) { return std::isfinite(one); });
}

ExitCode exit_code_of(FlowStatus status)
{
    switch (status) {
        case FlowStatus::done:
            return ExitCode::done;
        case FlowStatus::diverged:
            return ExitCode::diverged;
        case FlowStatus::interrupted:
            return ExitCode::interrupted;
        case FlowStatus::out_of_steps:
            return ExitCode::not_converged;
    }
    return ExitCode::internal;
}

std::string checkpoint_text(const FlowTime& at)
{
    return fmt::format("step {} at time {:.6g}", at.step, at.time);
}

std::string limit_text(const flow::StepLimit& limit)
{
    return fmt::format("{:.4g}, which {} sets", limit.seconds,
                       limit.by_friction ? "viscosity (4 viscosity / dx^2 of each axis)"
                                         : "the velocity (|u| / dx + |v| / dy + |w| / dz)");
}

}  // namespace

void check_time_step(const FlowSetting& setting, double rate)
{
    if (!setting.flow.run.time_step) {
        return;
    }
    const flow::StepLimit limit = flow::step_limit(
        setting.problem, std::max(rate, rate_of_faces(setting.problem)), stable_courant);
    if (*setting.flow.run.time_step > limit.seconds) {
        throw InputError{
            setting.flow.time_step_at,
            fmt::format("run.time_step: {:.4g} is beyond the limit of stability at the start, {} "
                        "(errors would grow in each step): make it smaller, or give cfl",
                        *setting.flow.run.time_step, limit_text(limit))};
    }
}

template <typename Real>
FlowCourse<Real>::FlowCourse(const FlowSetting& setting, const FlowPlace& place, RunFolder& folder)
    : setting_{setting},
      folder_{folder},
      engine_{make_flow_engine<Real>(setting.problem, place)},
      given_rate_{rate_of_faces(setting.problem)},
      state_(static_cast<std::size_t>(engine_->solver().state_values())),
      pressure_(static_cast<std::size_t>(flow::points(setting.problem)))
{
}

template <typename Real>
void FlowCourse<Real>::begin()
{
    engine_->start(initial_velocity<Real>(setting_.flow, setting_.problem));
    record_.rate = engine_->solver().observed_and_wait().largest_rate;
    check_time_step(setting_, record_.rate);
    record_.rate = std::max(record_.rate, rate_of_force(setting_.problem));
    record_.history = flow_history_head(setting_.problem);
    record_.moments = moments_to_go_on(setting_.flow.statistics, {});
    record_.probes = setting_.flow.probes ? probes_head : "";
    sample_if_due();
    if (setting_.the_case.output.every) {
        write_fields_and_wait();
    }
}

template <typename Real>
void FlowCourse<Real>::resume(const FlowSnapshot& snapshot)
{
    std::memcpy(state_.data(), snapshot.state.data(), snapshot.state.size());
    engine_->resume(state_);
    record_ = snapshot.record;
    record_.moments = moments_to_go_on(setting_.flow.statistics, record_.moments);
    if (setting_.flow.probes && record_.probes.empty()) {
        record_.probes = probes_head;
    }
    checkpoint_ = checkpoint_text(record_.now);
    check_time_step(setting_, record_.rate);
    std::erase_if(record_.series, [&](const TimedFile& one) {
        const bool lost = !folder_.has(one.file);
        if (lost) {
            spdlog::warn("'{}' of the series is no longer there: results.pvd goes on without it",
                         one.file);
        }
        return lost;
    });
}

template <typename Real>
std::optional<double> FlowCourse<Real>::next_output() const
{
    const OutputSection& output = setting_.the_case.output;
    return output.every ? std::optional{next_of_series(*output.every, record_.now.time,
                                                       setting_.flow.run.until)}
                        : std::nullopt;
}

template <typename Real>
FlowTime FlowCourse<Real>::planned() const
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double target =
        std::min(next_output().value_or(infinity), setting_.flow.run.until.value_or(infinity));
    const double chosen = setting_.flow.run.time_step
                              ? *setting_.flow.run.time_step
                              : chosen_step(setting_.problem, std::max(record_.rate, given_rate_),
                                            setting_.flow.run.cfl, record_.now);
    if (!std::isfinite(chosen) && !std::isfinite(target)) {
        throw InputError{setting_.flow.time_step_at,
                         "run: nothing limits the time step (the fluid is at rest, without "
                         "viscosity and force): give time_step or until"};
    }
    return next_step(record_.now, chosen,
                     std::isfinite(target) ? std::optional{target} : std::nullopt);
}

/// Whether the run ends here; then `status_` says why.
template <typename Real>
bool FlowCourse<Real>::is_over()
{
    const FlowRun& run = setting_.flow.run;
    if (status_ == FlowStatus::diverged) {
        return true;
    }
    if (run.until && record_.now.time >= *run.until) {
        status_ = FlowStatus::done;
    } else if (run.max_steps && record_.now.step >= *run.max_steps) {
        status_ = run.until ? FlowStatus::out_of_steps : FlowStatus::done;
    } else if (stop_requested()) {
        status_ = FlowStatus::interrupted;
    } else {
        return false;
    }
    return true;
}

/// What the gradients of the velocity tell where the next row of the history has it.
template <typename Real>
std::optional<flow::Gradients> FlowCourse<Real>::gradients_if_due()
{
    if (!history_has_gradients(setting_.the_case.output, engine_->solver().backend(),
                               record_.now.step)) {
        return std::nullopt;
    }
    fetch_state_and_wait();
    return flow::gradients_of<Real>(setting_.problem, state_);
}

/// Notes what is known of the velocity before the step that has just begun.
template <typename Real>
void FlowCourse<Real>::note(const flow::Observed& observed,
                            const std::optional<flow::Gradients>& gradients)
{
    record_.rate = observed.largest_rate;
    if (record_.now.step % setting_.the_case.output.history_every == 0) {
        record_.history += flow_history_row(record_.now, observed, setting_.problem, gradients);
    }
}

template <typename Real>
void FlowCourse<Real>::warn_of_long_step()
{
    if (!setting_.flow.run.time_step || warned_) {
        return;
    }
    const flow::StepLimit limit =
        flow::step_limit(setting_.problem, std::max(record_.rate, given_rate_), stable_courant);
    if (record_.now.time_step > limit.seconds) {
        warned_ = true;
        spdlog::warn(
            "at step {} the time step of {:.4g} is beyond the limit of stability, {}: the "
            "velocity may grow without bound; make run.time_step smaller, or give cfl",
            record_.now.step, record_.now.time_step, limit_text(limit));
    }
}

template <typename Real>
void FlowCourse<Real>::show(ProgressDisplay& display, const flow::Observed& observed) const
{
    const FlowRun& run = setting_.flow.run;
    const FlowTime& now = record_.now;
    const double part = std::max(
        run.until ? part_of(now.time, *run.until) : 0.0,
        run.max_steps ? part_of(static_cast<double>(now.step), static_cast<double>(*run.max_steps))
                      : 0.0);
    const auto own = static_cast<double>(now.step - first_step_);
    const double steps_left = part > 0.0 ? static_cast<double>(now.step) * (1.0 / part - 1.0) : 0.0;
    display.show(
        part, fmt::format("{:3.0f} %, {} left, step {}, time {:.4g}, dt {:.3g}, CFL {:.2f}, "
                          "energy {:.4g}, div {:.0e}, {:.3g} ns a point",
                          100.0 * part, time_text(seconds_ / own * steps_left), now.step, now.time,
                          now.time_step, observed.largest_rate * now.time_step,
                          observed.kinetic_energy, observed.largest_divergence,
                          1e9 * seconds_ / own / static_cast<double>(pressure_.size())));
}

template <typename Real>
void FlowCourse<Real>::advance(Verbosity verbosity)
{
    ProgressDisplay display{verbosity};
    first_step_ = record_.now.step;
    last_checkpoint_ = FlowClock::now();
    const auto& checkpoint = setting_.flow.checkpoint;
    while (!is_over()) {
        const auto due = next_output();
        const auto gradients = gradients_if_due();
        const auto start = FlowClock::now();
        const FlowTime next = planned();
        if (!(next.time > record_.now.time)) {  // the velocity grows faster than time goes on
            find_trouble();
            break;
        }
        engine_->step(next.time_step);
        has_state_ = false;
        const flow::Observed before = engine_->solver().observed_and_wait();
        seconds_ += seconds_since(start);
        if (!is_sound(before)) {
            find_trouble();
            break;
        }
        note(before, gradients);
        record_.now = next;
        least_step_ = largest_step_ > 0.0 ? std::min(least_step_, next.time_step) : next.time_step;
        largest_step_ = std::max(largest_step_, next.time_step);
        warn_of_long_step();
        if (display.is_due(false)) {
            show(display, before);
        }
        sample_if_due();
        if (due && record_.now.time >= *due) {
            write_fields_and_wait();
        }
        if (checkpoint && seconds_since(last_checkpoint_) >= checkpoint->every.seconds) {
            write_checkpoint_and_wait();
        }
    }
    if (checkpoint && status_ != FlowStatus::diverged) {
        write_checkpoint_and_wait();
    }
}

/// Adds the velocity and the pressure after the step to the statistics and to what the probes tell;
/// what is not finite ends the run instead.
template <typename Real>
void FlowCourse<Real>::sample_if_due()
{
    const auto& statistics = setting_.flow.statistics;
    const auto& probes = setting_.flow.probes;
    const bool averages = statistics && is_sample(*statistics, record_.now);
    const bool watches = probes && record_.now.step % probes->every == 0;
    if (!averages && !watches) {
        return;
    }
    fetch_state_and_wait();
    engine_->pressure_and_wait(pressure_);
    const FlowArrays<Real> arrays{
        .problem = setting_.problem, .state = state_, .pressure = pressure_};
    const bool finite = (!averages || add_sample(arrays, record_.now.time, record_.moments)) &&
                        (!watches || add_probes(*probes, record_.now, arrays, record_.probes));
    if (!finite) {
        find_trouble();
    }
}

/// Keeps the state, unless it is not finite.
template <typename Real>
void FlowCourse<Real>::write_checkpoint_and_wait()
{
    fetch_state_and_wait();
    if (first_not_finite<Real>(setting_.problem, state_)) {
        find_trouble();
        return;
    }
    write_checkpoint(folder_.path(), setting_.identity, record_, std::as_bytes(std::span{state_}),
                     setting_.flow.checkpoint->keep);
    checkpoint_ = checkpoint_text(record_.now);
    spdlog::debug("wrote a checkpoint of {}", checkpoint_);
    last_checkpoint_ = FlowClock::now();
}

template <typename Real>
void FlowCourse<Real>::fetch_state_and_wait()
{
    if (!has_state_) {
        engine_->state_and_wait(state_);
        has_state_ = true;
    }
}

/// Finds the first velocity that is not finite. The step in hand may have spread what the one
/// before began.
template <typename Real>
void FlowCourse<Real>::find_trouble()
{
    fetch_state_and_wait();
    status_ = FlowStatus::diverged;
    trouble_ = fmt::format("after step {} at time {:.6g}", record_.now.step, record_.now.time);
    if (const auto at = first_not_finite<Real>(setting_.problem, state_)) {
        const auto place = [&](int axis) {
            return flow::velocity_position(setting_.problem, at->component, axis,
                                           at->cell.at(static_cast<std::size_t>(axis)));
        };
        trouble_ += fmt::format(" (first {} at x = {:.4g}, y = {:.4g}, z = {:.4g})",
                                "uvw"[at->component], place(0), place(1), place(2));
    }
}

/// Writes the next fields of the series; a velocity that is not finite ends the run instead.
template <typename Real>
void FlowCourse<Real>::write_fields_and_wait()
{
    fetch_state_and_wait();
    if (first_not_finite<Real>(setting_.problem, state_)) {
        find_trouble();
        return;
    }
    engine_->pressure_and_wait(pressure_);
    std::vector<Real> velocity;
    std::vector<Field> fields;
    for (const std::string& name : setting_.the_case.output.fields) {
        if (name == "velocity") {
            velocity.resize(3 * pressure_.size());
            CentredVelocity<Real>{setting_.problem, state_}.read_all(velocity);
            fields.push_back(
                {.name = name, .values = std::span<const Real>{velocity}, .components = 3});
        } else {
            fields.push_back({.name = name, .values = std::span<const Real>{pressure_}});
        }
    }
    const TimedFile file{.file = flow_file_name(setting_.problem.grid, record_.files),
                         .time = record_.now.time};
    write_flow_fields(folder_, setting_.flow, setting_.the_case, file, fields);
    record_.series.push_back(file);
    ++record_.files;
    folder_.add_text("results.pvd", pvd_text(record_.series));
    write_tables();
}

/// Writes what the run has noted so far.
template <typename Real>
void FlowCourse<Real>::write_tables()
{
    folder_.add_text("history.csv", record_.history);
    if (record_.moments.samples > 0) {
        folder_.add_text("statistics.csv",
                         profiles_csv(profiles_of(setting_.problem, record_.moments)));
    }
    if (!record_.probes.empty()) {
        folder_.add_text("probes.csv", record_.probes);
    }
}

/// Says why there are no statistics where they were asked for.
template <typename Real>
void FlowCourse<Real>::tell_missing_statistics() const
{
    if (setting_.flow.statistics && record_.moments.samples == 0) {
        spdlog::warn(
            "there are no statistics: the run ended at time {:.6g} without a sample, which are "
            "taken from time {:.6g} on every {} steps",
            record_.now.time, setting_.flow.statistics->from, setting_.flow.statistics->every);
    }
}

/// Writes the last fields unless the series has them, and leaves them in the arrays.
template <typename Real>
void FlowCourse<Real>::write_last_fields()
{
    if (record_.series.empty() || record_.series.back().time < record_.now.time) {
        write_fields_and_wait();
    } else {
        fetch_state_and_wait();
        engine_->pressure_and_wait(pressure_);
    }
}

/// Learns about the last velocity, which no step has observed; there are no steps after that.
template <typename Real>
void FlowCourse<Real>::observe_end(FlowReport& report)
{
    engine_->resume(state_);
    report.last = engine_->solver().observed_and_wait();
    report.courant = report.last.largest_rate * record_.now.time_step;
    const bool wanted = setting_.the_case.output.gradients_every != 0;
    record_.history += flow_history_row(
        record_.now, report.last, setting_.problem,
        wanted ? std::optional{flow::gradients_of<Real>(setting_.problem, state_)} : std::nullopt);
}

/// Says how the run has ended.
template <typename Real>
void FlowCourse<Real>::tell_end() const
{
    const FlowRun& run = setting_.flow.run;
    if (status_ == FlowStatus::diverged) {
        spdlog::error(
            "the velocity is no longer finite {}: the time step is too long or the grid too coarse "
            "for this flow; make {}, or give it more cells or a higher viscosity{}",
            trouble_,
            run.time_step ? fmt::format("run.time_step ({:.4g}) smaller", *run.time_step)
                          : fmt::format("run.cfl ({:.4g}) smaller", run.cfl),
            checkpoint_.empty() ? "" : "; --restart goes on from the checkpoint of " + checkpoint_);
    } else if (status_ == FlowStatus::out_of_steps) {
        spdlog::warn(
            "run.max_steps = {} was reached at time {:.6g} before run.until = {:.6g}; "
            "writing what is there",
            *run.max_steps, record_.now.time, *run.until);
    } else if (status_ == FlowStatus::interrupted) {
        spdlog::warn("stopped by {} after step {} at time {:.6g}; writing what is there",
                     stop_signal_name(), record_.now.step, record_.now.time);
    } else if (stop_requested()) {
        spdlog::info("{} came, but all steps are done: the results are complete",
                     stop_signal_name());
    }
}

template <typename Real>
void FlowCourse<Real>::fill(FlowReport& report) const
{
    report.status = status_;
    report.exit_code = static_cast<int>(exit_code_of(status_));
    report.trouble = trouble_;
    report.first_step = first_step_;
    report.steps = record_.now.step;
    report.time = record_.now.time;
    report.least_step = least_step_;
    report.largest_step = largest_step_;
    report.seconds = seconds_;
    report.series = record_.series;
    report.samples = record_.moments.samples;
    report.statistics = report.samples > 0 ? samples_text(record_.moments) : "";
    report.reference = setting_.reference;
}

template <typename Real>
void FlowCourse<Real>::conclude(FlowReport& report)
{
    if (status_ != FlowStatus::diverged) {
        write_last_fields();
    }
    QuantityReader reader_of;
    if (status_ != FlowStatus::diverged) {
        observe_end(report);
        reader_of = [this](const std::string& quantity) {
            return [this, quantity](std::int64_t k, std::span<double> layer) {
                read_flow_layer<Real>(
                    {.problem = setting_.problem, .state = state_, .pressure = pressure_}, quantity,
                    k, layer);
            };
        };
    }
    tell_end();
    fill(report);
    print(summary_text(report));
    write_tables();
    tell_missing_statistics();
    write_flow_results(folder_, report, reader_of);
}

template class FlowCourse<float>;
template class FlowCourse<double>;

}  // namespace tobiuo
