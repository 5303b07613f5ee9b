// SPDX-License-Identifier: BSD-3-Clause
// The pressure on outflow faces, which integrates force and buoyancy along them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <tobiuo/poisson/problem.hpp>

#include "kernels/flow/face_pressure.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/flow_machine.hpp"

namespace tobiuo::flow {

/// The outflow faces along which the scalar gives buoyancy.
[[nodiscard]] std::vector<int> buoyant_outflows(const Problem& problem);

/// Poisson's equation along a face: that of the projection without the axis across the face, and
/// with the gradient given at the ends of the others.
[[nodiscard]] poisson::Problem problem_along(const Problem& problem, int face);

/// The values that an OutflowPressure allocates.
[[nodiscard]] std::int64_t outflow_pressure_values(const Problem& problem);

/// What the pressure on outflow faces is, where without force and buoyancy along them it is 0.
///
/// Method    on each face its gradient along the face is the force there, and its mean is 0; of a
///           force that is no gradient, what least squares leave. Faces with common edges, those
///           across different axes, get constants so that their pressures agree at the edges, and 0
///           is the mean over all of them.
template <typename T>
class OutflowPressure {
public:
    /// For the points of a slab.
    OutflowPressure(const Problem& problem, const Placement& placement, FlowMachine<T>& machine);

    /// Finds the part of the scalar, which has the planes beyond the slab. Collective.
    void find(const Box<T>& box, const T* scalar, const FlowMachine<T>& machine,
              Stream stream) const;
    /// The messages of find() alone.
    void exchange_alone(const FlowMachine<T>& machine, Stream stream) const;

    /// The pressure on a face for the force of the box and the scalar of the last find().
    [[nodiscard]] FacePressure<T> on(int face, const Box<T>& box) const;

    /// Whether it may be other than 0 on some face; the same on all ranks.
    [[nodiscard]] bool acts(const Box<T>& box) const;

private:
    /// Makes the differences at edges, of which every rank has a part, known to all.
    void tell_differences(const FlowMachine<T>& machine, Stream stream) const;
    /// Where the pressure of a constant force is 0, from the middle of the box.
    [[nodiscard]] std::array<double, 3> zero_of(int face) const;

    std::vector<int> outflows_;
    bool have_edges_ = false;
    bool has_buoyancy_ = false;  ///< along some outflow, be it that of another rank
    std::array<double, 3> lengths_{};
    std::array<bool, 3> is_periodic_{};  ///< along each axis of the whole box
    const T* places_[3] = {};
    T* by_scalar_[face_count] = {};
    FaceConstants<T> constants_;  ///< without a box and a scalar
    std::optional<runtime::ForEach<FaceBuoyancy<T>>> find_buoyancy_;
    std::optional<runtime::ForEach<EdgeDifference<T>>> find_differences_;  ///< with the next one
    std::optional<runtime::ForEach<FaceConstant<T>>> find_constants_;
};

extern template class OutflowPressure<float>;
extern template class OutflowPressure<double>;

}  // namespace tobiuo::flow
