// SPDX-License-Identifier: BSD-3-Clause
// A scalar beside the first one that a flow carries: its arrays, faces, sources and bodies.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "solvers/flow/bodies/forcing.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/sources.hpp"
#include "solvers/flow/wall_laws.hpp"

namespace tobiuo::flow {

/// Advances the scalar with the velocity of the flow. A stage of it is that of the first scalar, in a
/// box that has its diffusivity, advection and faces.
template <typename T>
class CarriedScalar {
public:
    /// The problem has it alone, see with_scalar_alone(). `allocate` gives an array of the slab with so
    /// many planes below it.
    CarriedScalar(const Problem& alone, const Slab& slab,
                  const std::function<T*(std::int64_t planes)>& allocate, FlowMachine<T>& machine);

    /// Advances it by a stage. Box and arrays are those of the flow.
    void advance(const Box<T>& box, StageArrays<T> arrays, const Stage& stage, double begin,
                 double time_step, const FlowMachine<T>& machine, Stream stream);
    /// Gives it what bodies make of it.
    void force(const Box<T>& box, Stream stream) const;
    /// Takes over what the faces of the problem give.
    void set_faces(const Problem& alone, const FlowMachine<T>& machine, Stream stream);
    /// Where a profile of a face goes, and how.
    [[nodiscard]] std::optional<typename BoxTables<T>::Profile> profile(int face) const
    {
        return tables_.profile(face, BoxTables<T>::scalar_profile);
    }
    [[nodiscard]] T* values() const { return values_; }
    void set_obstacles_and_wait(const Problem& alone, FlowMachine<T>& machine, Stream stream);

    [[nodiscard]] T* array() const { return array_; }
    [[nodiscard]] bool is_bounded() const { return is_bounded_; }
    [[nodiscard]] bool changes() const { return sources_ && sources_->change(); }
    [[nodiscard]] std::size_t bytes() const { return sources_ ? sources_->bytes() : 0; }

private:
    /// A box of the flow with what is this scalar's own.
    [[nodiscard]] Box<T> own(Box<T> box) const;

    Slab slab_;
    bool is_bounded_;
    std::optional<SourceTerms<T>> sources_;
    std::optional<WallLaws<T>> wall_laws_;
    std::optional<Forcing<T>> forcing_;
    BoxTables<T> tables_;
    T* values_;  ///< of the tables, on the machine
    T* array_;
    T* next_;
    T* rates_;
};

extern template class CarriedScalar<float>;
extern template class CarriedScalar<double>;

}  // namespace tobiuo::flow
