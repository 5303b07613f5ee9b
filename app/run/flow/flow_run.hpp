// The course of a flow: its steps, what is written between them, and how it ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_times.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

/// What a run knows of itself between two steps, beside the state of its velocity.
struct FlowRecord {
    FlowTime now;
    double rate{};  ///< the largest |u| / dx + |v| / dy + |w| / dz by which the next step is chosen
    std::string history;  ///< the rows of history.csv about times before this one
    std::vector<TimedFile> series;
};

/// What a run is about, all of which outlives it.
struct FlowSetting {
    const Case& the_case;
    const FlowCase& flow;
    const flow::Problem& problem;
};

/// Throws InputError if the time step of the case is beyond the limit of stability for a velocity of
/// this rate.
void check_time_step(const FlowSetting& setting, double rate);

template <typename Real>
class FlowCourse {
public:
    /// Plans the steps. Throws device::DeviceError.
    FlowCourse(const FlowSetting& setting, const FlowPlace& place, RunFolder& folder);

    /// Begins with the velocity of the case and writes the first fields of a series. Throws
    /// InputError for an expression or a time step that is refused.
    void begin();

    /// Goes on until the flow, the steps or a signal end it, or until its velocity is not finite.
    /// Throws OutputError.
    void advance(Verbosity verbosity);

    /// Writes the last fields, completes the report, prints its summary and writes all other files.
    void conclude(FlowReport& report);

    [[nodiscard]] const FlowEngine<Real>& engine() const { return *engine_; }

private:
    [[nodiscard]] bool is_over();
    [[nodiscard]] FlowTime planned() const;
    [[nodiscard]] std::optional<double> next_output() const;
    void note(const flow::Observed& observed);
    void warn_of_long_step();
    void show(ProgressDisplay& display, const flow::Observed& observed) const;
    void write_fields_and_wait();
    void fetch_state_and_wait();
    void find_trouble();
    void write_last_fields();
    void observe_end(FlowReport& report);
    void tell_end() const;
    void fill(FlowReport& report) const;
    void read_picture(std::int64_t k, std::span<double> layer) const;

    FlowSetting setting_;
    RunFolder& folder_;
    std::unique_ptr<FlowEngine<Real>> engine_;
    double given_rate_;
    FlowRecord record_;
    std::vector<Real> state_;
    std::vector<Real> pressure_;
    std::int64_t first_step_ = 0;
    double seconds_ = 0.0;  ///< of steps
    double least_step_ = 0.0;
    double largest_step_ = 0.0;
    bool warned_ = false;
    FlowStatus status_ = FlowStatus::done;
    std::string trouble_;
};

extern template class FlowCourse<float>;
extern template class FlowCourse<double>;

}  // namespace tobiuo
