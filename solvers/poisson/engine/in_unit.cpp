#include "solvers/poisson/engine/in_unit.hpp"

#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {

template <typename T>
InUnit<T>::InUnit(const Problem& problem, const runtime::Machine& machine)
    : unit_{unit_of_length(problem)}
{
    for (int face = 0; face < walls::face_count; ++face) {
        is_neumann_[face] = condition_of(problem, face / 2, face % 2) == Condition::neumann;
    }
    if (!unit_.is_one()) {
        multiply_.emplace(machine);
    }
}

template <typename T>
const T* InUnit<T>::right_hand_side(const T* f, T* u, std::int64_t count, Stream stream) const
{
    if (unit_.is_one()) {
        return f;
    }
    (*multiply_)({.f = f, .u = u, .factor = unit_.squared()}, count, stream);
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
