// SPDX-License-Identifier: BSD-3-Clause
// The time steps of a flow run: how long they are, and how long they take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/output/report/flow_report.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/flow/time/flow_times.hpp"

namespace tobiuo {

class TimeStepControl {
public:
    /// Keeps what the setting refers to.
    explicit TimeStepControl(const FlowSetting& setting);

    /// Says where this process begins.
    void begin(const FlowTime& now) { first_step_ = now.step; }
    /// Takes over the largest |u| / dx + |v| / dy + |w| / dz of faces that have changed.
    void note_faces(double rate) { given_rate_ = rate; }
    /// Takes over flow::Observed::largest_friction of a viscosity that varies.
    void note_friction(double friction) { friction_ = friction; }
    /// The next step for a velocity of this rate. Throws InputError if nothing limits it.
    [[nodiscard]] FlowTime planned(const FlowTime& now, double rate) const;
    /// Counts the step that led here and took so many seconds. Warns, once, if it was too long for
    /// a velocity of this rate.
    void count(const FlowTime& now, double rate, double seconds);

    /// The part of the run that is done, from 0 to 1.
    [[nodiscard]] double part(const FlowTime& now) const;
    /// The progress in words, with what the last step has observed.
    [[nodiscard]] std::string text(const FlowTime& now, const flow::Observed& observed) const;
    /// Fills in the steps of this process.
    void fill(FlowReport& report) const;

private:
    /// When the next fields of any series are due; nothing without a series.
    [[nodiscard]] std::optional<double> next_output(const FlowTime& now) const;

    const FlowCase& flow_;
    const flow::Problem& problem_;
    std::vector<double> intervals_;  ///< between files of each series, and profiles of each line
    double given_rate_;              ///< the rate that the faces give
    double friction_ = 0.0;
    std::int64_t first_step_ = 0;
    double seconds_ = 0.0;
    double least_step_ = 0.0;
    double largest_step_ = 0.0;
    bool warned_ = false;
};

/// Throws InputError if the time step of the case is beyond the limit of stability for a velocity
/// of this rate and a largest friction, see flow::step_limit().
void check_time_step(const FlowSetting& setting, double rate, double friction);

/// A sentence that warns if the last step was beyond the limit of stability for a velocity of this
/// rate; else nothing.
[[nodiscard]] std::optional<std::string> long_step_warning(const flow::Problem& problem,
                                                           double rate, double friction,
                                                           const FlowTime& at);

/// Where and why time no longer goes on, as a clause, for a velocity of this rate.
[[nodiscard]] std::string stall_text(const FlowSetting& setting, const FlowTime& now,
                                     const FlowTime& next, double rate, double friction);

}  // namespace tobiuo
