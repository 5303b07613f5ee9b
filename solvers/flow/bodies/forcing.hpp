// Velocity and scalar in bodies and beside their surfaces, and the force on them.
#pragma once

#include <array>
#include <cstdint>
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

    /// What a stage has left.
    struct Left {
        Box<T> box;
        T* values[quantities];  ///< on several ranks with the plane of each neighbour, which stays
        const T* pressure =
            nullptr;  ///< whose gradient was taken off, times pressure_time; or null
        T pressure_time = 0;
    };
    /// `begins`: whether what is added is that of a new step.
    void apply(const Left& left, bool begins, Stream stream) const;
    /// Forces the scalar alone, to the same bits, of which added_and_wait() does not learn.
    void apply_to_scalar(const Left& left, Stream stream) const;

    /// What each obstacle has added since a step began: for each component velocity times volume,
    /// and that times x, y and z; likewise of the scalar, if it gives that a value. Waits.
    using Added = std::array<std::array<double, SumForced<T>::sums_of_lane>, quantities>;
    [[nodiscard]] std::vector<Added> added_and_wait(const FlowMachine<T>& machine,
                                                    Stream stream) const
    {
        return summed_and_wait(added_, machine, stream);
    }
    /// The same of other numbers of the points.
    [[nodiscard]] std::vector<Added> summed_and_wait(const double* of_points,
                                                     const FlowMachine<T>& machine,
                                                     Stream stream) const;

    /// The points that were found, and what is added to each of them, on the machine.
    [[nodiscard]] const ForcedPoint<T>* points() const { return sum_.points; }
    [[nodiscard]] double* added() const { return added_; }

private:
    std::vector<ForcedRange> ranges_;
    /// Forces the points from `first` on.
    void force(const Left& left, long long first, double* added, bool begins, Stream stream) const;

    long long forced_;
    long long first_of_scalar_;
    long long mirrors_;
    SumForced<T> sum_{};
    double* added_;
    MirroredPoint<T>* mirrored_;
    runtime::ForEach<ForcePoint<T>> force_;
    runtime::ForEach<MirrorScalar<T>> mirror_;
    runtime::ForEach<SumForced<T>> add_up_;
};

extern template class Forcing<float>;
extern template class Forcing<double>;

}  // namespace tobiuo::flow
