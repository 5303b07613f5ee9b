// The course of a flow: its steps, what is written between them, and how it ends.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_checkpoint.hpp"
#include "app/run/flow/flow_copies.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_pace.hpp"
#include "app/run/flow/flow_record.hpp"
#include "app/run/flow/flow_setting.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

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
    [[nodiscard]] std::array<double, 3> drive(double time_step);
    void note_samples();
    void write_fields_and_wait();
    void write_checkpoint_and_wait();
    void find_trouble();
    void write_last_fields();
    void observe_end(FlowReport& report);
    void fill(FlowReport& report) const;

    FlowSetting setting_;
    RunFolder& folder_;
    std::unique_ptr<FlowEngine<Real>> engine_;
    FlowCopies<Real> copies_;
    FlowPace pace_;
    FlowRecord record_;
    std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
    std::string checkpoint_;  ///< what the newest checkpoint is about; empty without one
    FlowStatus status_ = FlowStatus::done;
    std::string trouble_;
};

extern template class FlowCourse<float>;
extern template class FlowCourse<double>;

}  // namespace tobiuo
