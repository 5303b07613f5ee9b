// The state and the pressure of a flow on the host, as its run looks at them between two steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/output/writer_thread.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/output/flow_fields.hpp"

namespace tobiuo {

/// Copies of what an engine has, each made when it is first asked for after a step. While a job of
/// the writer reads the copies of one step, those of later steps are made in a second pair of
/// arrays, which is allocated then; while jobs read both pairs, a copy waits for the earlier one.
template <typename Real>
class FlowCopies {
public:
    /// Allocates the first pair; keeps the engine, the problem and the writer.
    FlowCopies(FlowEngine<Real>& engine, const flow::Problem& problem, WriterThread& writer);

    /// Says that the engine has begun a step, so that the copies are old.
    void expire() { is_old_ = true; }
    /// Makes the engine go on from the bytes of a state of its size, and keeps them.
    void resume(std::span<const std::byte> state);

    /// Throws what a job of the writer has thrown if it has to wait for one.
    [[nodiscard]] std::span<const Real> state_and_wait();
    [[nodiscard]] std::span<const Real> pressure_and_wait();
    [[nodiscard]] FlowArrays<Real> arrays_and_wait();

    /// Leaves what was copied after the last step unchanged until this job of the writer is done.
    void hold_for(std::int64_t job) { pairs_.at(current_).job = job; }

private:
    struct Pair {
        std::vector<Real> state;
        std::vector<Real> pressure;
        bool has_state = false;
        bool has_pressure = false;
        std::int64_t job = 0;  ///< the last one that reads it; 0 for none
    };

    void allocate(Pair& pair) const;
    [[nodiscard]] Pair& pair_and_wait();

    FlowEngine<Real>& engine_;
    const flow::Problem& problem_;
    WriterThread& writer_;
    std::array<Pair, 2> pairs_;
    std::size_t current_ = 0;
    bool is_old_ = false;
};

extern template class FlowCopies<float>;
extern template class FlowCopies<double>;

}  // namespace tobiuo
