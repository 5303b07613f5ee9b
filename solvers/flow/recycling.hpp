// SPDX-License-Identifier: BSD-3-Clause
// A face whose fluctuations come from a plane inside the box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/recycling_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/halos.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// The face that recycles; nothing if there is none.
[[nodiscard]] std::optional<int> recycled_face(const Problem& problem);
/// The values that a state has of it.
[[nodiscard]] std::int64_t recycled_values(const Problem& problem);

/// Throws std::invalid_argument with a sentence for what is refused.
void validate_recycling(const Problem& problem);

/// The fluctuations of a face with Recycling, of the slab of a rank. They are in tables of the box
/// beside what the face gives, which is kept apart from them.
template <typename T>
class RecycledFace {
public:
    /// `values` are the tables in memory of the machine; `ranks` are null if the slab is joined to none.
    RecycledFace(const Problem& problem, const Placement& placement, FlowMachine<T>& machine,
                 const BoxTables<T>& tables, const T* values);

    /// Finds the fluctuations of the velocity before a stage, which count once they are given.
    void find(const Box<T>& box, const StageArrays<T>& arrays, const Halos<T>* halos,
              const FlowMachine<T>& machine, Stream stream);
    /// Forgets the fluctuations.
    void clear(const FlowMachine<T>& machine, Stream stream);

    /// Takes the fluctuations off the tables.
    void take_off(const FlowMachine<T>& machine, T* values, Stream stream) const;
    /// Takes over what faces give from tables without fluctuations.
    void note_given(const FlowMachine<T>& machine, const T* values, Stream stream);
    /// Writes what is given and the fluctuations into the tables of the box.
    void give(const Box<T>& box, const BoxTables<T>& tables, T* values, Stream stream) const;

    /// The part of a state: 3 arrays.
    void write(T* state, const FlowMachine<T>& machine, Stream stream) const;
    void read(const T* state, const Halos<T>* halos, const FlowMachine<T>& machine, Stream stream);
    [[nodiscard]] std::size_t state_values() const { return 3 * points_; }

private:
    [[nodiscard]] PlaneVelocity<T> plane() const;
    /// Takes the mean off the fluctuations, and gets the rows of neighbouring ranks.
    void finish(const Halos<T>* halos, const FlowMachine<T>& machine, Stream stream);
    void give_rows(const Halos<T>* halos, Stream stream) const;

    int face_;
    long long cell_;
    long long columns_;
    long long rows_;
    std::size_t points_;
    bool by_faster_;  ///< whether the mean is along the faster axis, or the slower one, or both
    bool by_slower_;
    double per_count_;
    bool joined_[2] = {};
    bool goes_round_;
    const Communicator* ranks_;
    std::size_t table_values_;
    T* given_;  ///< all tables, without fluctuations
    T* fluctuations_[3];
    runtime::Array sums_;      ///< of columns or rows
    runtime::Array all_sums_;  ///< of these, where the mean is over both
    runtime::ForEach<TakePlane<T>> take_plane_;
    runtime::ForEach<SumLines<T>> sum_;
    runtime::ForEach<TakeMean<T>> take_mean_;
    runtime::ForEach<GiveFluctuations<T>> give_;
};

extern template class RecycledFace<float>;
extern template class RecycledFace<double>;

}  // namespace tobiuo::flow
