// SPDX-License-Identifier: BSD-3-Clause
// A run of a flow: its steps, what is written between them, and how it ends.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/writer_thread.hpp"
#include "app/run/flow/device_faces.hpp"
#include "app/run/flow/flow_checkpoint.hpp"
#include "app/run/flow/flow_copies.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_output.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/flow/output/flow_samples.hpp"
#include "app/run/flow/time/time_step_control.hpp"
#include "app/run/run.hpp"

namespace tobiuo {

template <typename Real>
class FlowTimeLoop final : public Run {
public:
    /// Plans the steps. `faces` are those of the setting's problem. Throws device::DeviceError.
    /// `problem` is that of the setting, whose obstacles the run moves.
    FlowTimeLoop(const FlowSetting& setting, flow::Problem& problem, FlowFaces faces,
                 std::optional<FlowSnapshot> snapshot, RunFolder& folder);

    /// Has the faces computed where the solver works, as the constructor does on a GPU, unless they
    /// do not change or take a compiler long. Before begin().
    void compute_faces_in_place();

    [[nodiscard]] SignalAnswers answers() const override;

    /// Goes on from the snapshot, or begins with the velocity of the case and has the first fields
    /// of a series written. Throws InputError for an expression or a time step that is refused.
    void begin() override;
    void note_ready(double seconds) override;

    /// Also ends where the velocity is not finite. Throws OutputError, some steps after the one
    /// whose fields could not be written; InputError where faces that depend on time make no flow.
    void advance(ProgressDisplay& display) override;
    void keep() override;

    /// Writes the last fields, and waits for all that is being written, too. Throws OutputError.
    [[nodiscard]] ExitCode write() override;

    [[nodiscard]] const FlowReport& report() const { return report_; }

    /// What writes while steps are computed. Until write() has waited for it, nothing else uses the
    /// folder.
    [[nodiscard]] WriterThread& writer() { return writer_; }

private:
    void begin_anew();
    void resume();
    void note_rates(double difference);
    void begin_means();
    void forget_what_has_changed();
    [[nodiscard]] bool is_over();
    [[nodiscard]] bool is_out_of_wall_time() const;
    void begin_faces();
    void move_obstacles(double time);
    [[nodiscard]] FlowTime planned();
    void step(const FlowTime& next);
    void note_buoyancy(double difference);
    [[nodiscard]] std::array<double, 3> next_force(double time_step);
    template <typename Act>
    auto with_checkpoint_on_error(const Act& act);
    void note_obstacle_forces();
    void note_samples();
    void note_lines(Moment moment, double before);
    template <typename Submit>
    void end_unless(const Submit& submit);
    void end_diverged();
    void note_stall(const FlowTime& next);
    void observe_end();
    [[nodiscard]] LayerReader reader_of_mean(const std::string& quantity);
    void complete_report();
    void add_surfaces();

    FlowSetting setting_;
    flow::Problem& problem_;
    bool obstacles_move_;
    bool sources_change_;
    double longest_step_ = 0.0;    ///< in seconds, with what is observed and written in it
    double obstacles_time_ = 0.0;  ///< at which those of the problem are
    FlowFaces faces_;
    std::optional<FlowSnapshot> snapshot_;  ///< from which the run goes on
    RunFolder& folder_;
    FlowReport report_;
    /// Where the machine computes what changes. Its kernels compile beside those of the engine.
    std::unique_ptr<DeviceFaces> device_faces_;
    FlowEngine<Real> engine_;
    FlowCopies<Real> copies_;
    TimeStepControl step_control_;
    FlowRecord record_;
    bool has_pressure_ = true;  ///< a checkpoint has none: the first step after it makes one
    FlowStatus status_ = FlowStatus::done;
    std::string trouble_;
    FlowOutput<Real> output_;
    WriterThread writer_;  ///< ends before what its jobs use goes
};

extern template class FlowTimeLoop<float>;
extern template class FlowTimeLoop<double>;

}  // namespace tobiuo
