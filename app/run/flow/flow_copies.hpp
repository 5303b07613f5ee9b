// SPDX-License-Identifier: BSD-3-Clause
// Copies on the host of what the engine of a flow has, for one step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/output/writer_thread.hpp"
#include "app/run/checkpoint_writer.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/output/flow_fields.hpp"

namespace tobiuo {

/// Copies of what an engine has, each made when it is first asked for after a step. While a job of
/// the writer reads the copies of one step, those of later steps are made in a second pair of
/// arrays, which is allocated then; while jobs read both pairs, a copy waits for the earlier one.
template <typename Real>
class FlowCopies {
public:
    /// Keeps the engine, the problem and the writer. `settle` is called before the faces of the
    /// problem are looked at.
    FlowCopies(
        FlowEngine<Real>& engine, const flow::Problem& problem, WriterThread& writer,
        std::function<void()> settle = [] {});

    /// Says that the engine has begun a step, so that the copies are old.
    void expire() { is_old_ = true; }
    /// Says that the obstacles of the problem are elsewhere.
    void forget_obstacles() { solid_.clear(); }
    /// Makes the engine go on from the state of a checkpoint, and keeps it. Returns the
    /// largest_difference() of its scalar. Throws InputError.
    double resume(const Checkpoint& checkpoint);

    /// Throws what a job of the writer has thrown if it has to wait for one.
    [[nodiscard]] std::span<const Real> state_and_wait();
    [[nodiscard]] std::span<const Real> pressure_and_wait();
    [[nodiscard]] FlowArrays<Real> arrays_and_wait();

    /// Where the state after the last step has the first value that is not finite.
    [[nodiscard]] std::optional<NotFiniteAt> first_not_finite_and_wait();
    /// What is found out about the velocity after the last step, behind which there is none.
    [[nodiscard]] flow::Observed observed_at_end_and_wait();
    /// Fills `layer` with what a picture shows in layer k of z, see read_flow_layer().
    void read_layer_and_wait(std::string_view quantity, std::int64_t k, std::span<double> layer);

    /// gradients_of() and layer_means() after the last step, found where the state is.
    [[nodiscard]] flow::Gradients gradients_and_wait();
    [[nodiscard]] std::vector<double> layer_means_and_wait(int axis);

    /// See FlowEngine: after the last step.
    void add_to_means_and_wait(std::int64_t samples);
    [[nodiscard]] std::vector<std::vector<double>> spectra_and_wait(
        int axis, std::optional<flow::LayerOfCells> layer);

    /// See FlowEngine::change_and_wait(), after the last step.
    [[nodiscard]] flow::StateChange change_and_wait();

    /// Copies fields of cells after the last step, [field][cell][component].
    void cells_and_wait(const CellBox& cells, const FlowFields& fields, std::vector<Real>& values);
    /// Velocity, pressure and scalar at points after the last step.
    [[nodiscard]] std::vector<FlowPoint> points_and_wait(
        std::span<const std::array<double, 3>> points);

    /// Leaves what was copied after the last step unchanged until this job of the writer is done.
    void hold_for(std::int64_t job) { pairs_.hold_for(job); }

private:
    struct Pair {
        std::vector<Real> state;
        std::vector<Real> pressure;
        bool has_state = false;
        bool has_pressure = false;
    };

    /// The copies where functions look at these on the host; else the problem alone.
    [[nodiscard]] FlowArrays<Real> arrays_where_looked_at();
    void allocate(Pair& pair) const;
    [[nodiscard]] Pair& pair_and_wait();

    /// Whether several ranks have the state, and none all of it.
    [[nodiscard]] bool is_divided() const { return engine_.world() != nullptr; }

    FlowEngine<Real>& engine_;
    const flow::Problem& problem_;
    HeldBuffers<Pair> pairs_;
    std::function<void()> settle_;
    std::vector<unsigned char> solid_;  ///< of cells, when means are first asked on the host
    bool is_old_ = false;
};

extern template class FlowCopies<float>;
extern template class FlowCopies<double>;

}  // namespace tobiuo
