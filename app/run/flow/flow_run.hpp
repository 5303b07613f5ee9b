// The course of a flow: its steps, what is written between them, and how it ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output/report/flow_profiles.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_checkpoint.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_record.hpp"
#include "app/run/flow/flow_times.hpp"
#include "app/run/progress.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo {

/// What a run is about, all of which outlives it.
struct FlowSetting {
    const Case& the_case;
    const FlowCase& flow;
    const flow::Problem& problem;
    CheckpointIdentity identity;  ///< of checkpoints
    FlowProfiles reference{};     ///< to be drawn beside the statistics
};

/// Throws InputError if the time step of the case is beyond the limit of stability for a velocity
/// of this rate.
void check_time_step(const FlowSetting& setting, double rate);

template <typename Real>
class FlowCourse {
public:
    /// Plans the steps. Throws device::DeviceError.
    FlowCourse(const FlowSetting& setting, const FlowPlace& place, RunFolder& folder);

    /// Begins with the velocity of the case and writes the first fields of a series. Throws
    /// InputError for an expression or a time step that is refused.
    void begin();

    /// Goes on from a checkpoint, whose state is taken over.
    void resume(const FlowSnapshot& snapshot);

    /// Goes on until the flow, the steps or a signal end it, or until its velocity is not finite,
    /// and writes the checkpoints that the case wants, the last one at the end. Throws OutputError.
    void advance(Verbosity verbosity);

    /// Writes the last fields, completes the report, prints its summary and writes all other files.
    void conclude(FlowReport& report);

    [[nodiscard]] const FlowEngine<Real>& engine() const { return *engine_; }

private:
    [[nodiscard]] bool is_over();
    [[nodiscard]] FlowTime planned() const;
    [[nodiscard]] std::optional<double> next_output() const;
    [[nodiscard]] std::optional<flow::Gradients> gradients_if_due();
    void note(const flow::Observed& observed, const std::optional<flow::Gradients>& gradients);
    void warn_of_long_step();
    void show(ProgressDisplay& display, const flow::Observed& observed) const;
    void sample_if_due();
    void write_fields_and_wait();
    void write_tables();
    void write_checkpoint_and_wait();
    void fetch_state_and_wait();
    void find_trouble();
    void write_last_fields();
    void tell_missing_statistics() const;
    void observe_end(FlowReport& report);
    void tell_end() const;
    void fill(FlowReport& report) const;

    FlowSetting setting_;
    RunFolder& folder_;
    std::unique_ptr<FlowEngine<Real>> engine_;
    double given_rate_;
    FlowRecord record_;
    std::vector<Real> state_;
    bool has_state_ = false;  ///< `state_` is that of the engine
    std::vector<Real> pressure_;
    std::int64_t first_step_ = 0;
    double seconds_ = 0.0;  ///< of steps
    double least_step_ = 0.0;
    double largest_step_ = 0.0;
    std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
    std::string checkpoint_;  ///< what the newest checkpoint is about; empty without one
    bool warned_ = false;
    FlowStatus status_ = FlowStatus::done;
    std::string trouble_;
};

extern template class FlowCourse<float>;
extern template class FlowCourse<double>;

}  // namespace tobiuo
