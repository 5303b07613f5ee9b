// The systems of implicit diffusion along an axis, eliminated for a time step.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/flow/implicit_stage.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

/// Makes the LineSystems of the three stages of a step. They are in one array, which a device has a
/// copy of.
template <typename T>
class ImplicitTables {
public:
    /// The problem is valid and has an axis of implicit diffusion. The ghost values beyond the
    /// faces are those of `box`, the problem's.
    ImplicitTables(const Problem& problem, const Box<T>& box);

    [[nodiscard]] int axis() const { return axis_; }
    [[nodiscard]] const std::vector<T>& values() const { return values_; }

    /// Eliminates the systems for steps of this length, unless it was the last one.
    /// Returns whether the values have changed.
    bool set_time_step(double time_step);

    /// Which values along a line have neighbours at which distances.
    enum class Kind {
        along,   ///< the velocity along the axis, on faces across it
        across,  ///< the other velocities
        scalar
    };
    /// The system of a stage, whose tables are at `values`, this object's or a copy.
    [[nodiscard]] LineSystem<T> system(int stage, Kind kind, const T* values) const;

private:
    static constexpr int kinds = 3;
    static constexpr std::size_t arrays = 5;  // of a LineSystem

    /// What the values of one kind exchange, without beta dt: `lower[k]` with the value before.
    struct Exchange {
        std::vector<double> lower;
        std::vector<double> upper;
        double lower_factor = 0.0;  ///< of the mirror image beyond the face
        double upper_factor = 0.0;
    };

    [[nodiscard]] Exchange exchange_of(const Problem& problem, const Box<T>& box, Kind kind) const;
    void eliminate(const Exchange& exchange, double time, T* to) const;

    int axis_;
    bool is_periodic_;
    std::size_t count_;
    Exchange exchanges_[kinds];
    double time_step_ = 0.0;
    std::vector<T> values_;
};

extern template class ImplicitTables<float>;
extern template class ImplicitTables<double>;

}  // namespace tobiuo::flow
