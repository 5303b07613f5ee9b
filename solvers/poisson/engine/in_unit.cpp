// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/engine/in_unit.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {

template <typename T>
InUnit<T>::InUnit(const Problem& problem, const runtime::Machine& machine, bool divides)
    : unit_{unit_of_length(problem)}
{
    for (int face = 0; face < walls::face_count; ++face) {
        is_neumann_[face] = condition_of(problem, face / 2, face % 2) == Condition::neumann;
    }
    if (divides && problem.rho) {
        std::vector<double> inverse = rho_of(problem);
        std::ranges::for_each(inverse, [](double& value) { value = 1.0 / value; });
        by_row_ = machine.copied_and_wait(std::as_bytes(std::span{inverse}));
        rows_ = extent_of(shape_of(problem), problem.rho->axis);
    }
    if (!unit_.is_one() || by_row_.data() != nullptr) {
        multiply_.emplace(machine);
    }
}

template <typename T>
const T* InUnit<T>::right_hand_side(const T* f, T* u, std::int64_t count, Stream stream) const
{
    if (!multiply_) {
        return f;
    }
    (*multiply_)({.f = f,
                  .u = u,
                  .factor = unit_.squared(),
                  .by_row = by_row_.as<const double>(),
                  .row_step = rows_.stride,
                  .row_count = rows_.count},
                 count, stream);
    return u;
}

template <typename T>
walls::GivenFaces<T> InUnit<T>::walls(walls::GivenFaces<T> given) const
{
    for (int face = 0; face < walls::face_count; ++face) {
        if (is_neumann_[face]) {
            given.of[face].factor = unit_.length();
        }
    }
    return given;
}

template class InUnit<float>;
template class InUnit<double>;

}  // namespace tobiuo::poisson
