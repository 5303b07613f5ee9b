// SPDX-License-Identifier: BSD-3-Clause
// Velocity and scalar in bodies and beside their surfaces, and the force on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/forcing_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/bodies/body_points.hpp"
#include "solvers/flow/flow_machine.hpp"

namespace tobiuo::flow {

/// Gives velocity and scalar of a stage, before its projection, what the obstacles of a problem make
/// of them, and keeps what they add: the momentum that the flow gains is what they lose.
///
/// Traffic   of each forced value about 9 words, once a stage.
template <typename T>
class Forcing {
public:
    /// For the values that were found in a slab.
    Forcing(const Problem& problem, const Slab& slab, const BodyPoints& found,
            FlowMachine<T>& machine);

    /// Takes over what was found of obstacles that have moved. Waits for the stream.
    void take_and_wait(const BodyPoints& found, FlowMachine<T>& machine, Stream stream);

    /// What a stage has left.
    struct Left {
        Box<T> box;
        T* values[quantities];  ///< on several ranks with the plane of each neighbour, which stays
        const T* pressure =
            nullptr;  ///< whose gradient was taken off, times pressure_time; or null
        T pressure_time = 0;
        double scalar_stays = 1.0;  ///< as ForcePoint has it
    };
    /// `begins`: whether what is added is that of a new step.
    void apply(const Left& left, bool begins, Stream stream) const;
    /// Forces the scalar alone, to the same bits, of which added_and_wait() does not learn.
    void apply_to_scalar(const Left& left, Stream stream) const;

    /// What each obstacle has added since a step began: for each component velocity times volume,
    /// and that times x, y and z; likewise of the scalar, if it gives that a value. Waits.
    using Added = BodySums;
    static_assert(std::tuple_size_v<Added::value_type> == SumForced<T>::sums_of_lane);
    [[nodiscard]] std::vector<Added> added_and_wait(const FlowMachine<T>& machine,
                                                    Stream stream) const
    {
        return summed_and_wait(added_.array, machine, stream);
    }
    /// The same of other numbers of the points.
    [[nodiscard]] std::vector<Added> summed_and_wait(const double* of_points,
                                                     const FlowMachine<T>& machine,
                                                     Stream stream) const;

    /// The points that were found, and what is added to each of them, on the machine.
    [[nodiscard]] const ForcedPoint<T>* points() const { return points_.array; }
    [[nodiscard]] double* added() const { return added_.array; }

private:
    /// An array of the machine with room for some more values.
    template <typename Value>
    struct Room {
        Value* array = nullptr;
        std::size_t size = 0;

        void put_and_wait(std::vector<Value> values, FlowMachine<T>& machine, Stream stream);
    };

    std::vector<ForcedRange> ranges_;
    /// Forces the points from `first` on.
    void force(const Left& left, long long first, double* added, bool begins, Stream stream) const;

    long long forced_;
    long long first_of_scalar_;
    long long mirrors_;
    SumForced<T> sum_{};
    Room<double> added_;  ///< to each point
    Room<ForcedPoint<T>> points_;
    Room<ForcedRange> range_room_;
    Room<MirroredPoint<T>> mirrored_;
    runtime::ForEach<ForcePoint<T>> force_;
    runtime::ForEach<MirrorScalar<T>> mirror_;
    runtime::ForEach<SumForced<T>> add_up_;
};

extern template class Forcing<float>;
extern template class Forcing<double>;

}  // namespace tobiuo::flow
