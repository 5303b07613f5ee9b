// SPDX-License-Identifier: BSD-3-Clause
// A case of `solver: flow` made ready to run.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "app/run/bodies/body_drawing.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_files.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_obstacles.hpp"
#include "app/run/flow/flow_place.hpp"
#include "app/run/flow/flow_run.hpp"
#include "app/run/flow/flow_sources.hpp"
#include "app/run/flow/flow_start.hpp"
#include "app/run/flow/output/flow_reference.hpp"
#include "app/run/flow/output/flow_series.hpp"
#include "app/run/flow/time/time_step_control.hpp"
#include "app/run/signals.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

/// One of the ranks that rank 0 leads.
template <typename Real>
class FlowFollower final : public Run {
public:
    explicit FlowFollower(const FlowSetting& setting)
        : setting_{setting},
          where_{ranks_report(setting.place.world, setting.place.where)},
          engine_{make_flow_engine<Real>(setting.flow, setting.problem, setting.place)},
          files_{engine_, setting_, writer_, nullptr}
    {
    }

    [[nodiscard]] SignalAnswers answers() const override
    {
        constexpr const char* text = "rank 0 ends the run";
        return {.advancing = text, .keeping = nullptr, .writing = text};
    }
    void begin() override {}
    void note_ready(double /*seconds*/) override {}
    void advance(ProgressDisplay& /*display*/) override
    {
        using Task = FlowOrder::Task;
        while (true) {
            const FlowOrder order = engine_.next_order();
            if (order.task == Task::end) {
                code_ = order.code;
                return;
            }
            if (order.task == Task::begin) {
                engine_.begin(setting_.flow);
            } else if (order.task == Task::errors) {
                static_cast<void>(engine_.error_and_wait(setting_.flow, order.time));
            } else if (order.task == Task::move_obstacles) {
                engine_.set_obstacles(
                    obstacles_at(setting_.flow, engine_.solver().problem().obstacles, order.time),
                    order.time);
            } else if (FlowFiles<Real>::does(order)) {
                files_.follow(order);
            } else {
                engine_.follow(order);
            }
        }
    }
    [[nodiscard]] ExitCode write() override { return code_; }

private:
    FlowSetting setting_;
    RanksReport where_;  ///< made as rank 0 makes its own
    FlowEngine<Real> engine_;
    FlowFiles<Real> files_;
    WriterThread writer_;  ///< ends before what its jobs use goes
    ExitCode code_ = ExitCode::done;
};

class FlowJob final : public Job {
public:
    FlowJob(Case the_case, FlowCase flow, const JobOptions& options)
        : case_{std::move(the_case)}, flow_{std::move(flow)}
    {
        problem_ = flow_problem(flow_);
        const FlowFaces faces{flow_, problem_};
        faces_scaled_by_ = faces.scaled_by();
        if (flow_.run.until) {
            faces.check_until(*flow_.run.until);
        }
        if (flow_.statistics && flow_.statistics->reference) {
            reference_ = read_flow_reference(*flow_.statistics->reference);
        }
        obstacles_ = find_obstacles(flow_, problem_, faces);
        for (std::size_t number = 0; number < obstacles_.all.size(); ++number) {
            flow_.obstacles[number].cells = obstacles_.all[number].count;
            flow_.obstacles[number].triangles = obstacles_.all[number].triangles;
        }
        flow_.cells_beside_obstacles = obstacles_.beside;
        if (flow_.run.until) {
            look_at_obstacles_until(flow_, problem_, faces, *flow_.run.until);
        }
        place_ = decide_flow_place(case_, flow_, problem_, faces, options.world);
        identity_ = flow_identity(case_, flow_, problem_, place_.backend);
        if (options.restart != Restart::no && !follows()) {
            snapshot_ = newest_flow_checkpoint(results_folder(case_), identity_, options.restart,
                                               flow_, problem_);
        }
        if (!follows() && !snapshot_) {
            find_start_in_folder(flow_, results_folder(case_));
            start_time_ = start_time(flow_, problem_);
        }
        outlook_ = flow_outlook(flow_, problem_, place_);
        if (options.restart == Restart::demanded && snapshot_) {
            refuse_finished(*snapshot_);
        }
    }

    [[nodiscard]] std::string describe() const override
    {
        return fmt::format("{} on {} ({})", flow::describe(problem_), place_.where, place_.reason);
    }

    [[nodiscard]] Estimate estimate() const override
    {
        Estimate estimate = flow_estimate(case_, flow_, problem_, place_, outlook_);
        if (faces_scaled_by_ > 0.0) {
            estimate.facts.emplace_back("faces", scaled_text());
        }
        for (std::size_t number = 0; number < obstacles_.all.size(); ++number) {
            estimate.facts.emplace_back("obstacle " + flow_.obstacles[number].name,
                                        text_of(obstacles_.all[number], flow_.box.dimensions));
        }
        estimate.drawing =
            body_drawing(problem_.grid, flow_.box.dimensions, *obstacles_.solid, obstacles_.all);
        if (!obstacles_.gap.empty()) {
            estimate.facts.emplace_back("narrowest gap", obstacles_.gap);
        }
        warn_of_obstacles();
        const std::string warning = many_steps_warning(flow_, outlook_);
        if (!warning.empty()) {
            spdlog::warn("{}", warning);
        }
        return estimate;
    }

    /// Begins on the CPU wherever the case would run: both back ends refuse the same flows.
    void validate() const override
    {
        if (problem_.precision == Precision::fp32) {
            validate_in<float>();
        } else {
            validate_in<double>();
        }
    }

    [[nodiscard]] KeptResults kept_results() const override
    {
        if (!snapshot_) {
            return std::nullopt;
        }
        return names_of(snapshot_->record.series);
    }

    [[nodiscard]] std::unique_ptr<Run> make_run(RunFolder* folder) override
    {
        warn_of_obstacles();
        if (follows()) {
            return problem_.precision == Precision::fp32 ? follower<float>() : follower<double>();
        }
        spdlog::info("expecting {}", outlook_text(outlook_));
        if (faces_scaled_by_ > 0.0) {
            spdlog::info("faces: {}", scaled_text());
        }
        return problem_.precision == Precision::fp32 ? run_in<float>(*folder)
                                                     : run_in<double>(*folder);
    }

private:
    void warn_of_obstacles() const
    {
        for (std::size_t number = 0; number < obstacles_.all.size(); ++number) {
            const std::string warning =
                thin_warning(flow_.obstacles[number], obstacles_.all[number], flow_.box.dimensions);
            if (!warning.empty()) {
                spdlog::warn("{}", warning);
            }
            for (const std::string& about_surface : obstacles_.all[number].warnings) {
                spdlog::warn("{}", about_surface);
            }
        }
        for (const std::string& about_fluid : obstacles_.warnings) {
            spdlog::warn("{}", about_fluid);
        }
    }
    /// Whether rank 0 leads this one.
    [[nodiscard]] bool follows() const
    {
        return place_.world != nullptr && !place_.world->is_first();
    }
    template <typename Real>
    [[nodiscard]] std::unique_ptr<Run> follower() const
    {
        return std::make_unique<FlowFollower<Real>>(setting());
    }

    [[nodiscard]] std::string scaled_text() const
    {
        return fmt::format(
            "velocities across inflow faces scaled by {:.3g} so that what enters "
            "leaves",
            faces_scaled_by_);
    }

    /// See FlowSetting; asked while the run moves the obstacles of the problem.
    [[nodiscard]] std::function<std::shared_ptr<const SolidCells>(double)> solid_at() const
    {
        if (!obstacles_move(flow_)) {
            return [solid = obstacles_.solid](double /*time*/) { return solid; };
        }
        return [&flow = flow_, obstacles = problem_.obstacles](double time) {
            return std::make_shared<const SolidCells>(solid_cells_at(flow, obstacles, time));
        };
    }

    [[nodiscard]] FlowSetting setting() const
    {
        return {.the_case = case_,
                .flow = flow_,
                .problem = problem_,
                .place = place_,
                .identity = identity_,
                .reference = reference_,
                .solid_at = solid_at(),
                .start_time = start_time_};
    }

    void refuse_finished(const FlowSnapshot& snapshot) const
    {
        const FlowTime& at = snapshot.record.now;
        if (is_end_of(flow_.run, snapshot.record)) {
            const bool out_of_steps = flow_.run.max_steps && at.step >= *flow_.run.max_steps;
            throw InputError{
                {.source = case_.file.string(), .line = 0, .column = 0},
                fmt::format("the checkpoint is of step {} at time {:.6g}, where the case ends: "
                            "make run.{} to go on",
                            at.step, at.time,
                            is_steady(flow_.run, snapshot.record.change) ? "steady smaller"
                            : out_of_steps                               ? "max_steps larger"
                                                                         : "until larger")};
        }
    }

    template <typename Real>
    void validate_in() const
    {
        FlowEngine<Real> engine = make_flow_engine<Real>(flow_, problem_, {});
        const double difference = engine.begin(flow_);
        look_at_sources(flow_, problem_);
        const flow::Observed observed = engine.observed_and_wait();
        check_time_step(setting(),
                        std::max(observed.largest_rate, rate_of_buoyancy(problem_, difference)),
                        observed.largest_friction);
    }

    template <typename Real>
    [[nodiscard]] std::unique_ptr<Run> run_in(RunFolder& folder)
    {
        return std::make_unique<FlowTimeLoop<Real>>(setting(), problem_, FlowFaces{flow_, problem_},
                                                    std::move(snapshot_), folder);
    }

    Case case_;
    FlowCase flow_;
    flow::Problem problem_;
    Place place_;
    FlowOutlook outlook_;
    double faces_scaled_by_ = 0.0;  ///< the part by which inflows were balanced
    FlowProfiles reference_;        ///< for the report of statistics
    double start_time_ = 0.0;       ///< of a run that begins anew
    CheckpointIdentity identity_;   ///< with the folder of a run as the case names it
    FoundObstacles obstacles_;
    std::optional<FlowSnapshot> snapshot_;  ///< from which the run goes on
};

}  // namespace

std::unique_ptr<Job> make_flow_job(Case the_case, FlowCase flow, const JobOptions& options)
{
    return std::make_unique<FlowJob>(std::move(the_case), std::move(flow), options);
}

}  // namespace tobiuo
