// SPDX-License-Identifier: BSD-3-Clause
// Closed bodies: the projection that lets nothing through their faces, and the walls beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/flow/solver.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/closing_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/bodies/body_points.hpp"
#include "solvers/flow/bodies/forcing.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/poisson/walls/closed_cells.hpp"

namespace tobiuo::flow {

/// Closes the faces between the cells of bodies and the others.
///
/// Projection  solves Poisson's equation outside the bodies, see poisson::ClosedCells; velocities in
///             the cells beside them have the divergence that its tolerance leaves, those through
///             faces of bodies are the bodies' to rounding.
/// Walls       along faces of bodies are those of no-slip faces of the box: the diffusion of a value
///             beside a body is that from its image, whatever is inside.
template <typename T>
class Closing {
public:
    /// For what `found` has, some of whose obstacles are closed. `forcing` knows the same points.
    Closing(const Problem& problem, const BodyPoints& found, const Forcing<T>& forcing,
            FlowMachine<T>& machine);

    /// The arrays of a stage.
    struct Arrays {
        Box<T> box;
        T* values[quantities];
        T* impulse;
    };

    /// Finds the friction of a stage, before it is taken.
    void find_shear(const Arrays& before, const Stage& stage, double time_step,
                    Stream stream) const;
    /// Gives it to what the stage has left, before this is forced.
    void add_shear(const Arrays& left, const Stage& stage, Stream stream) const;

    /// Finds the impulse of what has been forced, with nothing inside bodies, and lets the velocities
    /// through their faces be the bodies' once its gradient is taken off. `time` is that of the stage;
    /// 0 without one. `begins` a step or not. On ranks neighbours need the velocities again. Waits.
    void project_and_wait(const Arrays& left, double time, bool begins,
                          const typename poisson::ClosedCells<T>::Box& box, Stream stream);
    /// Begins with this pressure, whose planes beyond the slab are there, or with none.
    void begin_with(T* pressure, Stream stream) const;
    void begin_with_nothing(Stream stream) const { cells_.forget(stream); }
    /// Puts into a pressure without planes beyond the slab what begin_with() needs of it.
    void restore(T* pressure, Stream stream) const;

    [[nodiscard]] const ClosingUse& use() const { return use_; }
    /// Bytes of memory besides those of the machine of the flow.
    [[nodiscard]] std::size_t bytes() const { return cells_.bytes(); }
    /// What the pressure on faces has added to each point of the forcing since a step began.
    [[nodiscard]] const double* pressed() const { return pressed_; }

private:
    void empty(T* values, T per_time, Stream stream) const;

    const ForcedPoint<T>* points_;
    double* added_;  ///< that of the forcing
    double* pressed_;
    long long* faces_;
    ShearedPoint* sheared_;
    BodyCell<T>* bodies_;
    long long face_count_;
    long long sheared_count_;
    std::vector<std::int64_t> turns_;
    long long body_count_;
    long long kept_count_;
    double tolerance_;
    double* rates_;
    double* changes_;
    ClosingUse use_;
    poisson::ClosedCells<T> cells_;
    runtime::ForEach<FindShear<T>> find_shear_;
    runtime::ForEach<AddShear<T>> add_shear_;
    runtime::ForEach<EmptyCell<T>> empty_;
    runtime::ForEach<CloseFace<T>> close_;
};

extern template class Closing<float>;
extern template class Closing<double>;

}  // namespace tobiuo::flow
