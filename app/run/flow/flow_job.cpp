#include "app/run/flow/flow_job.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/ranks/world.hpp"
#include "app/run/flow/flow_backend.hpp"
#include "app/run/flow/flow_estimate.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_run.hpp"
#include "app/run/flow/output/flow_reference.hpp"
#include "app/run/flow/time/flow_outlook.hpp"
#include "app/run/flow/time/flow_step_limit.hpp"
#include "app/run/signals.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

void refuse_ranks(const Case& the_case, const World* world)
{
    if (world != nullptr && !world->is_alone()) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         fmt::format("solver: flow runs on one rank, and there are {} (its steps "
                                     "are not divided among ranks yet): start it without mpirun",
                                     world->size())};
    }
}

class FlowJob final : public Job {
public:
    FlowJob(Case the_case, FlowCase flow, const JobOptions& options)
        : case_{std::move(the_case)}, flow_{std::move(flow)}
    {
        refuse_ranks(case_, options.world);
        problem_ = flow_problem(flow_);
        const FlowFaces faces{flow_, problem_};
        faces_scaled_by_ = faces.scaled_by();
        if (flow_.run.until) {
            faces.check_until(*flow_.run.until);
        }
        if (flow_.statistics && flow_.statistics->reference) {
            reference_ = read_flow_reference(*flow_.statistics->reference);
        }
        decision_ = decide_flow_backend(case_, problem_);
        if (options.restart != Restart::no) {
            snapshot_ =
                newest_flow_checkpoint(results_folder(), identity(), options.restart, flow_.run);
        }
        if (options.restart == Restart::demanded && snapshot_) {
            refuse_finished(*snapshot_);
        }
    }

    [[nodiscard]] std::string describe() const override
    {
        return fmt::format("{} on {} ({})", flow::describe(problem_), decision_.where,
                           decision_.reason);
    }

    [[nodiscard]] Estimate estimate() const override
    {
        Estimate estimate = flow_estimate(case_, flow_, problem_, decision_);
        if (faces_scaled_by_ > 0.0) {
            estimate.facts.emplace_back("faces", scaled_text());
        }
        const std::string warning =
            many_steps_warning(flow_, flow_outlook(flow_, problem_, decision_.place.backend));
        if (!warning.empty()) {
            spdlog::warn("{}", warning);
        }
        if (snapshot_) {
            estimate.host_bytes += static_cast<std::int64_t>(snapshot_->state.size());
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
        std::vector<std::string> names;
        for (const TimedFile& one : snapshot_->record.series) {
            names.push_back(one.file);
        }
        return names;
    }

    [[nodiscard]] ExitCode run(RunFolder* folder, Verbosity verbosity) override
    {
        return problem_.precision == Precision::fp32 ? run_in<float>(*folder, verbosity)
                                                     : run_in<double>(*folder, verbosity);
    }

private:
    [[nodiscard]] std::string scaled_text() const
    {
        return fmt::format(
            "velocities across inflow faces scaled by {:.3g} so that what enters "
            "leaves",
            faces_scaled_by_);
    }

    [[nodiscard]] FlowSetting setting() const
    {
        return {.the_case = case_,
                .flow = flow_,
                .problem = problem_,
                .identity = identity(),
                .reference = reference_};
    }

    [[nodiscard]] std::filesystem::path results_folder() const
    {
        return case_.output.directory / case_.name;
    }

    [[nodiscard]] CheckpointIdentity identity() const
    {
        return flow_identity(case_, flow_, decision_.place.backend, flow::state_values(problem_));
    }

    void refuse_finished(const FlowSnapshot& snapshot) const
    {
        const FlowTime& at = snapshot.record.now;
        if (is_end_of(flow_.run, at)) {
            const bool out_of_steps = flow_.run.max_steps && at.step >= *flow_.run.max_steps;
            throw InputError{
                {.source = case_.file.string(), .line = 0, .column = 0},
                fmt::format(
                    "the checkpoint is of step {} at time {:.6g}, where the case ends: make "
                    "run.{} larger to go on",
                    at.step, at.time, out_of_steps ? "max_steps" : "until")};
        }
    }

    /// Begins anew or goes on.
    template <typename Real>
    void prepare(FlowTimeLoop<Real>& loop, FlowReport& report)
    {
        if (snapshot_) {
            loop.resume(*snapshot_);
            snapshot_->state = {};
            report.restarted_from = snapshot_->name;
            spdlog::info("going on from {}: step {} at time {:.6g}", snapshot_->name,
                         snapshot_->record.now.step, snapshot_->record.now.time);
            return;
        }
        loop.begin();
    }

    template <typename Real>
    void validate_in() const
    {
        FlowEngine<Real> engine = make_flow_engine<Real>(problem_, {});
        const std::vector<Real> scalar = initial_scalar<Real>(flow_, problem_);
        engine.start(initial_velocity<Real>(flow_, problem_), scalar);
        check_time_step(
            setting(),
            std::max(engine.solver().observed_and_wait().largest_rate,
                     rate_of_buoyancy(problem_, largest_difference<Real>(problem_, scalar))));
    }

    template <typename Real>
    ExitCode run_in(RunFolder& folder, Verbosity verbosity)
    {
        FlowReport report{.the_case = case_,
                          .flow = flow_,
                          .problem = problem_,
                          .where = decision_.where,
                          .reason = decision_.reason,
                          .started = utc_now(),
                          .backend = decision_.place.backend};
        spdlog::info("expecting {}",
                     outlook_text(flow_outlook(flow_, problem_, decision_.place.backend)));
        if (faces_scaled_by_ > 0.0) {
            spdlog::info("faces: {}", scaled_text());
        }
        const auto setup = std::chrono::steady_clock::now();
        FlowTimeLoop<Real> loop{setting(), FlowFaces{flow_, problem_}, decision_.place, folder};
        prepare(loop, report);
        report.plan = loop.engine().solver().describe();
        report.memory_bytes = static_cast<std::int64_t>(loop.engine().solver().memory_bytes());
        report.setup_seconds = seconds_since(setup);
        spdlog::debug("plan: {}", report.plan);
        spdlog::info("ready after {:.2f} s", report.setup_seconds);
        promise_on_signal(flow_.checkpoint
                              ? "stopping after the step in hand; a checkpoint and its fields are "
                                "written"
                              : "stopping after the step in hand; its fields are written");
        loop.advance(verbosity);
        promise_on_signal(
            "the last checkpoint and fields are being written; the run ends after that");
        loop.conclude(report);
        if (flow_.checkpoint) {
            keep_newest_checkpoints(folder.path(), flow_.checkpoint->keep);
        }
        return static_cast<ExitCode>(report.exit_code);
    }

    Case case_;
    FlowCase flow_;
    flow::Problem problem_;
    FlowDecision decision_;
    double faces_scaled_by_ = 0.0;          ///< the part by which inflows were balanced
    FlowProfiles reference_;                ///< for the report of statistics
    std::optional<FlowSnapshot> snapshot_;  ///< from which the run goes on
};

}  // namespace

std::unique_ptr<Job> make_flow_job(Case the_case, FlowCase flow, const JobOptions& options)
{
    return std::make_unique<FlowJob>(std::move(the_case), std::move(flow), options);
}

}  // namespace tobiuo
