// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_run.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/output/report/result_files.hpp"
#include "app/run/bodies/body_faces.hpp"
#include "app/run/flow/bulk_force.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_obstacles.hpp"
#include "app/run/flow/flow_sources.hpp"
#include "app/run/flow/flow_start.hpp"
#include "app/run/flow/output/flow_samples.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "app/run/flow/time/flow_end.hpp"
#include "app/run/flow/time/flow_outlook.hpp"
#include "app/run/flow/time/time_step_control.hpp"
#include "app/run/signals.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/flow/field_means.hpp"
#include "solvers/flow/sources.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

using FlowClock = std::chrono::steady_clock;

bool is_sound(const flow::Observed& observed)
{
    return std::isfinite(observed.kinetic_energy) && std::isfinite(observed.largest_rate) &&
           std::ranges::all_of(observed.mean_velocity,
                               [](double one) { return std::isfinite(one); });
}

/// Whether the scalar is finite, as far as it was looked at.
bool has_sound_scalar(const std::optional<flow::Gradients>& gradients)
{
    return !gradients || !gradients->scalar ||
           (std::isfinite(gradients->scalar->mean) &&
            std::ranges::all_of(gradients->further_scalars, [](const flow::ScalarMeans& means) {
                return std::isfinite(means.mean);
            }));
}

/// The faces that change where the solver works, unless they take a compiler long.
std::unique_ptr<DeviceFaces> faces_in_place(const FlowSetting& setting, const FlowFaces& faces)
{
    if (!faces.change() || !setting.problem.further_scalars.empty() ||
        !flow::FormulaFaces::compile_soon(faces.formulas())) {
        return nullptr;
    }
    setting.place.select();
    return std::make_unique<DeviceFaces>(faces, runtime::make_machine(setting.place.backend));
}

}  // namespace

template <typename Real>
FlowTimeLoop<Real>::FlowTimeLoop(const FlowSetting& setting, flow::Problem& problem,
                                 FlowFaces faces, std::optional<FlowSnapshot> snapshot,
                                 RunFolder& folder)
    : setting_{setting},
      problem_{problem},
      obstacles_move_{obstacles_move(setting.flow)},
      sources_change_{flow::sources_change(problem)},
      faces_{std::move(faces)},
      snapshot_{std::move(snapshot)},
      folder_{folder},
      report_{.the_case = setting.the_case,
              .flow = setting.flow,
              .problem = setting.problem,
              .where = setting.place.where,
              .reason = setting.place.reason,
              .started = utc_now(),
              .backend = setting.place.backend,
              .ranks = ranks_report(setting.place.world, setting.place.where)},
      device_faces_{setting.place.is_cpu() || setting.place.world != nullptr
                        ? nullptr
                        : faces_in_place(setting, faces_)},
      engine_{make_flow_engine<Real>(setting.flow, setting.problem, setting.place)},
      copies_{engine_, setting.problem, writer_, [this] { faces_.settle(); }},
      step_control_{setting},
      output_{setting_, folder_, engine_, copies_, record_, writer_}
{
}

template <typename Real>
void FlowTimeLoop<Real>::compute_faces_in_place()
{
    device_faces_ = faces_in_place(setting_, faces_);
}

template <typename Real>
SignalAnswers FlowTimeLoop<Real>::answers() const
{
    constexpr const char* writing =
        "the last checkpoint and fields are being written; the run ends after that";
    return {.advancing = setting_.flow.checkpoint
                             ? "stopping after the step in hand; a checkpoint and its fields are "
                               "written"
                             : "stopping after the step in hand; its fields are written",
            .keeping = writing,
            .writing = writing};
}

template <typename Real>
void FlowTimeLoop<Real>::begin()
{
    if (snapshot_) {
        resume();
    } else {
        begin_anew();
    }
    if (setting_.flow.exact) {  // what is not finite is told before the first step
        static_cast<void>(engine_.error_and_wait(setting_.flow, record_.now.time));
    }
}

template <typename Real>
void FlowTimeLoop<Real>::note_ready(double seconds)
{
    report_.plan = engine_.solver().describe();
    report_.memory_bytes = static_cast<std::int64_t>(
        engine_.solver().memory_bytes() + (device_faces_ ? device_faces_->memory_bytes() : 0));
    spdlog::debug("plan: {}", report_.plan);
    spdlog::info("ready after {:.2f} s", seconds);
}

template <typename Real>
void FlowTimeLoop<Real>::begin_anew()
{
    double difference = 0.0;
    {
        const TimedPart fill{TimePart::fill};
        record_.now.time = setting_.start_time;
        if (device_faces_ || (faces_.change() && record_.now.time != 0.0)) {
            begin_faces();
        }
        if (obstacles_move_) {
            move_obstacles(record_.now.time);
        }
        difference = engine_.begin(setting_.flow);
    }
    note_rates(difference);
    record_.bulk_force.mean = engine_.observed_and_wait().mean_velocity;
    begin_samples(setting_, record_);
    begin_means();
    note_samples();
    note_lines(Moment::start, record_.now.time);
    end_unless([this] { return output_.submit_first(); });
}

/// Finds the rates by which the first step is chosen, for the velocity that the solver has; the
/// scalar differs by so much from its reference.
template <typename Real>
void FlowTimeLoop<Real>::note_rates(double difference)
{
    record_.buoyancy_rate = rate_of_buoyancy(setting_.problem, difference);
    const flow::Observed observed = engine_.observed_and_wait();
    record_.rate = std::max(observed.largest_rate, record_.buoyancy_rate);
    record_.friction = observed.largest_friction;
    step_control_.note_friction(record_.friction);
    check_time_step(setting_, record_.rate, record_.friction);
    const SourcesAtStart sources = look_at_sources(setting_.flow, setting_.problem);
    record_.rate =
        std::max({record_.rate, rate_of_force(setting_.problem, sources.force, difference),
                  sources.rate, rate_of_bulk(setting_.flow, setting_.problem)});
}

template <typename Real>
void FlowTimeLoop<Real>::resume()
{
    record_ = snapshot_->record;
    if (faces_.change()) {
        begin_faces();
    }
    if (obstacles_move_) {
        move_obstacles(record_.now.time);
    }
    const Checkpoint& file = snapshot_->file;
    double difference = 0.0;
    if (snapshot_->before) {
        difference = engine_.begin(start_of_checkpoint(file, *snapshot_->before, record_.now.time,
                                                       setting_.flow, setting_.problem));
        copies_.expire();
    } else {
        difference = copies_.resume(file);
    }
    has_pressure_ = false;
    if (snapshot_->has_changed) {
        forget_what_has_changed();
        note_rates(difference);
    }
    begin_samples(setting_, record_);
    begin_means();
    output_.note_checkpoint(moment_text(record_.now));
    step_control_.note_friction(record_.friction);
    check_time_step(setting_, record_.rate, record_.friction);
    forget_lost_files(folder_, record_);
    report_.restarted_from = file.name();
    spdlog::info("going on from {}: {}{}", file.name(), output_.newest_checkpoint(),
                 file.changes.empty() ? "" : ", with another case:");
    for (const CaseChange& change : file.changes) {
        report_.changes.push_back(text_of(change));
        spdlog::info("  {}", report_.changes.back());
    }
}

/// Makes room for the means of each cell, of a case that has such, and goes on with those of a
/// checkpoint.
template <typename Real>
void FlowTimeLoop<Real>::begin_means()
{
    if (!setting_.flow.means) {
        return;
    }
    engine_.begin_means(record_.means.form);
    if (record_.means.samples > 0) {
        engine_.resume_means(snapshot_->file);
    }
}

/// Lets go of what the record has of a case that was another one.
template <typename Real>
void FlowTimeLoop<Real>::forget_what_has_changed()
{
    record_.obstacle_forces.assign(setting_.problem.obstacles.size(), {});
    record_.change = {};
    if (record_.moments.samples > 0) {
        spdlog::warn("the statistics begin anew, for the case has changed: the checkpoint has {}",
                     samples_text(record_.moments));
        record_.moments = {};
    }
    if (record_.means.samples > 0) {
        spdlog::warn("the means begin anew, for the case has changed: the checkpoint has {}",
                     samples_text(record_.means));
    }
    record_.means = {};
}

/// Gives the solver the faces at the time where it begins.
template <typename Real>
void FlowTimeLoop<Real>::begin_faces()
{
    if (device_faces_) {
        device_faces_->look_at(record_.now.time);
        engine_.set_faces(device_faces_->formulas());
        faces_.take_later(record_.now.time);
        step_control_.note_faces(device_faces_->at_end().largest_rate);
        return;
    }
    faces_.take(faces_.at(record_.now.time));
    engine_.set_faces(flow::face_values(setting_.problem));
    step_control_.note_faces(rate_of_faces(setting_.problem));
}

/// Gives the solver and the problem the obstacles where they are at a time.
template <typename Real>
void FlowTimeLoop<Real>::move_obstacles(double time)
{
    if (time == obstacles_time_) {
        return;
    }
    std::vector<flow::Obstacle> moved = obstacles_at(setting_.flow, problem_.obstacles, time);
    engine_.set_obstacles(moved, time);
    problem_.obstacles = std::move(moved);
    obstacles_time_ = time;
    copies_.forget_obstacles();
}

/// Whether the run ends here; then `status_` says why.
template <typename Real>
bool FlowTimeLoop<Real>::is_over()
{
    const FlowRun& run = setting_.flow.run;
    if (status_ == FlowStatus::diverged) {
        return true;
    }
    if (is_steady(run, record_.change)) {
        report_.steady_at = record_.now.time;
        status_ = FlowStatus::done;
    } else if (run.until && record_.now.time >= *run.until) {
        status_ = FlowStatus::done;
    } else if (run.max_steps && record_.now.step >= *run.max_steps) {
        status_ = run.until ? FlowStatus::out_of_steps : FlowStatus::done;
    } else if (has_pressure_ && (stop_requested() || is_out_of_wall_time())) {
        status_ = FlowStatus::interrupted;
        report_.by_wall_time = !stop_requested();
    } else {
        return false;
    }
    return true;
}

/// Whether another step would leave too little of the wall time for a checkpoint and fields, on a
/// slow disk.
template <typename Real>
bool FlowTimeLoop<Real>::is_out_of_wall_time() const
{
    const auto& wall_time = setting_.flow.run.wall_time;
    if (!wall_time) {
        return false;
    }
    constexpr double slow_disk = 100e6;  // bytes a second
    constexpr double for_pages = 1.0;    // of the report, and the end of the process
    const std::int64_t means =
        setting_.flow.means
            ? flow::FieldMeans<double>::bytes(record_.means.form, flow::points(setting_.problem))
            : 0;
    const auto written = static_cast<double>(2 * flow::state_values(setting_.problem) *
                                                 bytes_per_value(setting_.flow.precision) +
                                             2 * means);
    return TimeSplit::of_this_thread().so_far().wall() + 2.0 * longest_step_ + written / slow_disk +
               for_pages >
           wall_time->seconds;
}

template <typename Real>
void FlowTimeLoop<Real>::advance(ProgressDisplay& display)
{
    step_control_.begin(record_.now);
    output_.begin_checkpoints();
    while (!is_over()) {
        writer_.check();
        const double before_step = record_.now.time;
        const auto begin = FlowClock::now();
        const auto gradients = gradients_if_due<Real>(setting_, record_.now, copies_);
        if (record_.now.step % setting_.the_case.output.history_every == 0) {
            note_obstacle_forces();
        }
        const auto start = FlowClock::now();
        const FlowTime next = with_checkpoint_on_error([this] { return planned(); });
        if (stands_still(setting_.flow.run, record_.now, next)) {
            note_stall(next);
            break;
        }
        const std::array<double, 3> force = next_force(next.time_step);
        const bool is_looked_at = is_change_due(setting_, next.step);
        if (is_looked_at) {
            engine_.keep_state();
        }
        with_checkpoint_on_error([&] { step(next); });
        const flow::Observed before = engine_.observed_and_wait();
        const double seconds = seconds_since(start);
        if (!is_sound(before) || !has_sound_scalar(gradients)) {
            end_diverged();
            break;
        }
        record_.rate = std::max(before.largest_rate, record_.buoyancy_rate);
        record_.friction = before.largest_friction;
        step_control_.note_friction(record_.friction);
        add_to_history(setting_, before, gradients, record_);
        note_step(record_.bulk_force, before.mean_velocity, force, next.time_step);
        record_.now = next;
        has_pressure_ = true;
        if (is_looked_at) {
            const TimedPart observe{TimePart::observe};
            note_change(copies_.change_and_wait(), record_);
        }
        step_control_.count(next, record_.rate, seconds);
        if (display.is_due(false)) {
            display.show(step_control_.part(next), step_control_.text(next, before));
        }
        note_samples();
        note_lines(Moment::step, before_step);
        output_.finish_what_is_written();
        end_unless([&] { return output_.submit_due(before_step); });
        if (output_.is_checkpoint_due()) {
            note_obstacle_forces();
            end_unless([this] { return output_.submit_checkpoint(); });
        }
        longest_step_ = std::max(longest_step_, seconds_since(begin));
    }
}

template <typename Real>
void FlowTimeLoop<Real>::keep()
{
    note_obstacle_forces();
    if (output_.has_checkpoints()) {
        // One more is kept until the results are whole: none are written from that of the end.
        end_unless([this] { return output_.submit_checkpoint(1); });
        output_.finish();
    }
}

/// Returns act(). If a face gives no flow in the next step, the state, which is as it was before, is
/// kept in a checkpoint, and the error goes on.
template <typename Real>
template <typename Act>
auto FlowTimeLoop<Real>::with_checkpoint_on_error(const Act& act)
{
    try {
        return act();
    } catch (const InputError&) {
        if (output_.has_checkpoints()) {
            try {
                note_obstacle_forces();
                end_unless([this] { return output_.submit_checkpoint(); });
                output_.finish();
                writer_.drain();
            } catch (
                const std::exception& error) {  // what the face does wrong is told all the same
                spdlog::error("the state could not be kept: {}", error.what());
            }
        }
        throw;
    }
}

/// The next step, which is short enough for the velocities of the faces on its way and of bodies at its
/// end, where it leaves these.
template <typename Real>
FlowTime FlowTimeLoop<Real>::planned()
{
    FlowTime next = step_control_.planned(record_.now, record_.rate);
    const bool is_free = !setting_.flow.run.time_step;
    double rate = record_.rate;
    if (device_faces_) {
        device_faces_->look_ahead(record_.now, next, is_free);
    }
    if (faces_.change() && is_free) {
        rate = std::max(rate, device_faces_ ? device_faces_->largest_rate()
                                            : faces_.largest_rate(record_.now.time, next.time));
    }
    // A body may be fast where it is at the end of the step, and slower earlier.
    constexpr int tries = 4;
    for (int n = 0; n < tries; ++n) {
        if (obstacles_move_) {
            move_obstacles(next.time);
            rate = is_free ? std::max(rate, engine_.obstacle_rate()) : rate;
        }
        const FlowTime shorter = step_control_.planned(record_.now, rate);
        if (shorter.time_step == next.time_step) {
            break;
        }
        next = shorter;
        if (device_faces_) {
            device_faces_->look_ahead(record_.now, next, false);
        }
    }
    if (obstacles_move_) {
        move_obstacles(next.time);
    }
    return next;
}

/// Begins a step, after which the problem has the faces at its end.
template <typename Real>
void FlowTimeLoop<Real>::step(const FlowTime& next)
{
    if (sources_change_) {
        engine_.set_time(record_.now.time);
    }
    if (!faces_.change()) {
        engine_.step(next.time_step);
        copies_.expire();
        return;
    }
    if (device_faces_) {
        engine_.step(next.time_step, device_faces_->formulas());
        copies_.expire();
        faces_.take_later(next.time);
        const flow::FacesAtTime& end = device_faces_->at_end();
        step_control_.note_faces(end.largest_rate);
        note_buoyancy(end.largest_difference);
        return;
    }
    const auto inside = [&](std::size_t stage) {
        return faces_.at(record_.now.time + flow::stage_ends.at(stage) * next.time_step);
    };
    const std::array<flow::FaceValues, 3> ends{inside(0), inside(1), faces_.at(next.time)};
    engine_.step(next.time_step, ends);
    copies_.expire();
    faces_.take(ends.back());
    step_control_.note_faces(rate_of_faces(setting_.problem));
    note_buoyancy(difference_on_faces(setting_.problem));
}

/// Takes account of a difference of the scalar from its reference on a face.
template <typename Real>
void FlowTimeLoop<Real>::note_buoyancy(double difference)
{
    record_.buoyancy_rate =
        std::max(record_.buoyancy_rate, rate_of_buoyancy(setting_.problem, difference));
}

/// Chooses the force of the next step where the case gives a bulk velocity.
template <typename Real>
std::array<double, 3> FlowTimeLoop<Real>::next_force(double time_step)
{
    const auto& bulk = setting_.flow.bulk_velocity;
    if (!bulk) {
        return setting_.problem.force;
    }
    const std::array<double, 3> force =
        force_to_hold(record_.bulk_force, *bulk, setting_.problem, time_step);
    engine_.set_force(force);
    return force;
}

/// Keeps the forces of the last step. A checkpoint has those of the step before it.
template <typename Real>
void FlowTimeLoop<Real>::note_obstacle_forces()
{
    if (!setting_.problem.obstacles.empty() && has_pressure_) {
        const TimedPart observe{TimePart::observe};
        record_.obstacle_forces = engine_.obstacle_forces_and_wait();
        record_.closing = engine_.closing_use();
    }
}

/// Samples the velocity after the step; what is not finite ends the run instead.
template <typename Real>
void FlowTimeLoop<Real>::note_samples()
{
    if (!sample_if_due(setting_, copies_, record_)) {
        end_diverged();
    }
}

/// Ends the run where submit() meets what is not finite, if it has not ended there before.
template <typename Real>
template <typename Submit>
void FlowTimeLoop<Real>::end_unless(const Submit& submit)
{
    if (status_ != FlowStatus::diverged && !submit()) {
        end_diverged();
    }
}

/// Ends the run where the velocity is no longer finite.
template <typename Real>
void FlowTimeLoop<Real>::end_diverged()
{
    status_ = FlowStatus::diverged;
    trouble_ = trouble_text(setting_.problem, copies_.first_not_finite_and_wait(), record_.now);
}

/// Ends the run where the time step is lost beside the time.
template <typename Real>
void FlowTimeLoop<Real>::note_stall(const FlowTime& next)
{
    if (copies_.first_not_finite_and_wait()) {
        end_diverged();
        return;
    }
    status_ = FlowStatus::stalled;
    trouble_ = stall_text(setting_, record_.now, next, record_.rate, record_.friction);
}

/// Learns about the last velocity, which no step has observed; there are no steps after that.
template <typename Real>
void FlowTimeLoop<Real>::observe_end()
{
    const TimedPart observe{TimePart::observe};
    const bool wanted = setting_.the_case.output.gradients_every != 0;
    const auto gradients = wanted || setting_.problem.scalar
                               ? std::optional{copies_.gradients_and_wait()}
                               : std::nullopt;
    report_.last = copies_.observed_at_end_and_wait();
    report_.courant = report_.last.largest_rate * record_.now.time_step;
    if (gradients) {
        report_.scalar = gradients->scalar;
        report_.further_scalars = gradients->further_scalars;
    }
    if (setting_.flow.exact) {
        try {
            report_.error = engine_.error_and_wait(setting_.flow, record_.now.time);
        } catch (const InputError& error) {  // the results are worth more than their error
            spdlog::warn("{}", error.what());
        }
    }
    record_.history +=
        flow_history_row(record_, report_.last, setting_, wanted ? gradients : std::nullopt);
}

template <typename Real>
void FlowTimeLoop<Real>::complete_report()
{
    report_.status = status_;
    report_.exit_code = static_cast<int>(exit_code_of(status_));
    report_.trouble = trouble_;
    step_control_.fill(report_);
    report_.steps = record_.now.step;
    report_.time = record_.now.time;
    report_.change = record_.change.last;
    report_.force = record_.bulk_force.force;
    report_.obstacles =
        obstacle_reports(setting_.flow, flow_history_head(setting_), record_.history);
    report_.series = record_.series;
    for (const FlowSeries& series : output_.series()) {
        report_.series.try_emplace(series.name);
    }
    report_.samples = record_.moments.samples;
    report_.statistics = report_.samples > 0 ? samples_text(record_.moments) : "";
    report_.reference = setting_.reference;
    report_.means = record_.means.samples;
    report_.means_words = report_.means > 0 ? samples_text(record_.means) : "";
}

/// Adds the surfaces of obstacles, if there are any.
template <typename Real>
void FlowTimeLoop<Real>::add_surfaces()
{
    if (setting_.flow.obstacles.empty()) {
        return;
    }
    const std::string file = "obstacles.vtp";
    const auto find = [&] {
        return find_obstacle_faces(setting_.problem, *setting_.solid_at(record_.now.time),
                                   setting_.flow.box.dimensions);
    };
    if (const auto text = surfaces_text(file, find, metadata_of(setting_.the_case, "flow"))) {
        folder_.add_text(file, *text);
    }
}

/// Reads layers of a mean over time, or of what fluctuates about it.
template <typename Real>
LayerReader FlowTimeLoop<Real>::reader_of_mean(const std::string& quantity)
{
    return [this, quantity](std::int64_t k, std::span<double> layer) {
        const MeanField field = field_of_mean(quantity, record_.means.form);
        engine_.mean_layer_and_wait(field.value, k, layer);
        if (field.is_square) {
            for (double& one : layer) {
                one = std::sqrt(std::max(one, 0.0) / static_cast<double>(record_.means.samples));
            }
        }
    };
}

template <typename Real>
void FlowTimeLoop<Real>::note_lines(Moment moment, double before)
{
    end_unless([&] { return add_lines(setting_, copies_, moment, before, record_); });
}

template <typename Real>
ExitCode FlowTimeLoop<Real>::write()
{
    note_lines(Moment::end, record_.now.time);
    end_unless([this] { return output_.submit_last(); });
    QuantityReader reader_of;
    if (status_ != FlowStatus::diverged) {
        observe_end();
        reader_of = [this](const std::string& quantity) -> LayerReader {
            if (is_mean(quantity)) {
                return reader_of_mean(quantity);
            }
            if (quantity == "solid") {
                return [this, solid = setting_.solid_at(record_.now.time)](
                           std::int64_t k, std::span<double> layer) {
                    solid->read(all_cells(setting_.problem.grid), k, layer);
                };
            }
            return [this, quantity](std::int64_t k, std::span<double> layer) {
                copies_.read_layer_and_wait(quantity, k, layer);
            };
        };
    }
    output_.finish();
    writer_.drain();
    engine_.put_uses(report_.ranks);
    complete_report();
    tell_end(report_, output_.newest_checkpoint());
    tell_missing_statistics(setting_, record_);
    if (record_.means.samples > 0 && status_ != FlowStatus::diverged) {
        write_means(folder_, setting_, record_,
                    [this](int value, std::int64_t k, std::span<double> layer) {
                        engine_.mean_layer_and_wait(value, k, layer);
                    });
    }
    write_and_print(
        [&] {
            write_tables(folder_, setting_.problem, record_);
            add_surfaces();
            write_flow_results(folder_, report_, reader_of);
        },
        report_);
    output_.remove_old_checkpoints();
    engine_.end(exit_code_of(status_));
    return exit_code_of(status_);
}

template class FlowTimeLoop<float>;
template class FlowTimeLoop<double>;

}  // namespace tobiuo
