// SPDX-License-Identifier: BSD-3-Clause
// The faces of a flow that change with time, computed where the solver works.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/time/flow_times.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/flow/formula_faces.hpp"

namespace tobiuo {

/// Looks at the faces of a step before it is taken, so that the solver finds their values in its
/// own memory. What is wrong with them is told by the host, which then computes them, too.
class DeviceFaces {
public:
    /// Keeps the faces, which change. Throws DeviceError.
    DeviceFaces(const FlowFaces& faces, std::unique_ptr<const runtime::Machine> machine);

    /// Looks at the faces at a time. Throws InputError as FlowFaces::at().
    void look_at(double time);
    /// Looks at the faces at the ends of the stages of the step from `now` to `next`, and with
    /// `on_the_way` at some times between. Throws InputError as FlowFaces::at().
    void look_ahead(const FlowTime& now, const FlowTime& next, bool on_the_way);

    /// What is known of the last time that was looked at: of the end of the step.
    [[nodiscard]] const flow::FacesAtTime& at_end() const { return found_.at(end_); }
    /// The largest rate at the end of the step and on the way, see FlowFaces::largest_rate().
    [[nodiscard]] double largest_rate() const;

    /// Where the values are that the last look has found: at one time, or at the ends of stages.
    [[nodiscard]] flow::FormulaFaces& formulas() { return formulas_; }

    [[nodiscard]] std::size_t memory_bytes() const { return formulas_.memory_bytes(); }

private:
    void look(std::span<const double> times);

    const FlowFaces& faces_;
    flow::FormulaFaces formulas_;
    std::vector<flow::FacesAtTime> found_;
    std::size_t end_ = 0;  ///< which time of these is the last one
};

}  // namespace tobiuo
