// The time loop of a flow: its steps, what is written between them, and how it ends.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/writer_thread.hpp"
#include "app/run/flow/flow_checkpoint.hpp"
#include "app/run/flow/flow_copies.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_setting.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/flow/time/time_step_control.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

template <typename Real>
class FlowTimeLoop {
public:
    /// Plans the steps. `faces` are those of the setting's problem. Throws device::DeviceError.
    FlowTimeLoop(const FlowSetting& setting, FlowFaces faces, const FlowPlace& place,
                 RunFolder& folder);

    /// Begins with the velocity of the case and has the first fields of a series written. Throws
    /// InputError for an expression or a time step that is refused.
    void begin();

    /// Goes on from a checkpoint, whose state is taken over.
    void resume(const FlowSnapshot& snapshot);

    /// Goes on until the flow, the steps or a signal end it, or until its velocity is not finite,
    /// and has the checkpoints written that the case wants, the last one at the end. Throws
    /// OutputError, some steps after the one whose fields could not be written; InputError where
    /// faces that depend on time make no flow.
    void advance(Verbosity verbosity);

    /// Writes the last fields, waits for all that is being written, completes the report, prints
    /// its summary and writes all other files. Throws OutputError.
    void conclude(FlowReport& report);

    [[nodiscard]] const FlowEngine<Real>& engine() const { return engine_; }

    /// What writes while steps are computed. Until conclude() has waited for it, nothing else uses
    /// the folder.
    [[nodiscard]] WriterThread& writer() { return writer_; }

private:
    [[nodiscard]] bool is_over();
    [[nodiscard]] FlowTime planned() const;
    void step(const FlowTime& next);
    [[nodiscard]] std::array<double, 3> next_force(double time_step);
    template <typename Act>
    auto with_checkpoint_on_error(const Act& act);
    void note_samples();
    void submit_fields();
    void submit_checkpoint(std::int64_t keep);
    void end_diverged();
    void submit_last_fields();
    void note_stall(const FlowTime& next);
    void observe_end(FlowReport& report);
    void fill(FlowReport& report) const;

    FlowSetting setting_;
    FlowFaces faces_;
    RunFolder& folder_;
    FlowEngine<Real> engine_;
    FlowCopies<Real> copies_;
    TimeStepControl step_control_;
    FlowRecord record_;
    std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
    std::string checkpoint_;    ///< what the newest checkpoint is about; empty without one
    bool has_pressure_ = true;  ///< a checkpoint has none: the first step after it makes one
    FlowStatus status_ = FlowStatus::done;
    std::string trouble_;
    WriterThread writer_;  ///< ends before what its jobs use goes
};

extern template class FlowTimeLoop<float>;
extern template class FlowTimeLoop<double>;

}  // namespace tobiuo
