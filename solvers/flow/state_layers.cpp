// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/state_layers.hpp"

#include <algorithm>
#include <cstddef>

#include "solvers/flow/recycling.hpp"

namespace tobiuo::flow {

template <typename T>
StateLayers<T>::StateLayers(const Problem& problem, std::span<const T> state)
    : tables_{problem}, box_{tables_.box(tables_.values().data())}, state_{state}
{
    auto behind = static_cast<std::size_t>(3 * box_.points());
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (problem.faces.at(at).lower.kind != FaceKind::outflow) {
            continue;
        }
        const auto points = static_cast<std::size_t>(box_.points() / box_.counts[axis]);
        const auto values = state.subspan(behind, points);
        outflow_.at(at).assign(values.begin(), values.end());
        box_.faces[2 * axis].velocity[axis].values = outflow_.at(at).data();
        behind += points;
    }
    const auto recycled = recycled_face(problem);
    for (int component = 0; component < 3 && recycled; ++component) {
        std::vector<double>& values = recycled_.at(static_cast<std::size_t>(component));
        Beyond<double>& beyond = box_.faces[*recycled].velocity[component];
        const auto points = static_cast<std::size_t>(box_.points() / box_.counts[*recycled / 2]);
        const std::size_t left = (3 - static_cast<std::size_t>(component)) * points;
        for (const T value : state.subspan(state.size() - left, points)) {
            const double factor = component == *recycled / 2 ? 1.0 : 2.0;
            values.push_back(beyond.added(std::ssize(values)) +
                             factor * static_cast<double>(value));
        }
        beyond.values = values.data();
    }
}

template <typename T>
void StateLayers<T>::copy_inside(int component, long long k, std::span<double> layer) const
{
    const long long plane = box_.counts[0] * box_.counts[1];
    const T* from = state_.data() + component * box_.points() + k * plane;
    for (long long j = 0; j < box_.counts[1]; ++j, from += box_.counts[0]) {
        std::copy_n(from, box_.counts[0], layer.data() + place(0, j));
    }
}

/// Fills the values at index -1 and n of axis x or y; those of x are there where y is continued.
template <typename T>
void StateLayers<T>::continue_along(int axis, int component, long long k,
                                    std::span<double> layer) const
{
    const int other = 1 - axis;
    const long long more = axis == 1 ? 1 : 0;
    for (const int end : {0, 1}) {
        const long long beyond = end == 0 ? -1 : box_.counts[axis];
        const long long image = box_.inside(axis, beyond);
        const Beyond<double>& rule = box_.faces[2 * axis + end].velocity[component];
        for (long long along = -more; along < box_.counts[other] + more; ++along) {
            const auto at = [&](long long index) {
                return static_cast<std::size_t>(axis == 0 ? place(index, along)
                                                          : place(along, index));
            };
            const double inner = layer[at(image)];
            const long long point = axis == 0 ? k * box_.counts[1] + along
                                              : k * box_.counts[0] + box_.inside(other, along);
            layer[at(beyond)] =
                box_.periodic[axis] ? inner : rule.factor * inner + rule.added(point);
        }
    }
}

template <typename T>
void StateLayers<T>::read(int component, long long k, std::span<double> layer) const
{
    const long long inside = box_.inside(2, k);
    copy_inside(component, inside, layer);
    continue_along(0, component, inside, layer);
    continue_along(1, component, inside, layer);
    const int face = box_.face_before(2, k);
    if (face < 0) {
        return;
    }
    const Beyond<double>& rule = box_.faces[face].velocity[component];
    for (long long j = -1; j <= box_.counts[1]; ++j) {
        for (long long i = -1; i <= box_.counts[0]; ++i) {
            double& value = layer[static_cast<std::size_t>(place(i, j))];
            value = rule.factor * value +
                    rule.added(box_.inside(1, j) * box_.counts[0] + box_.inside(0, i));
        }
    }
}

template <typename T>
StateView<T> StateLayers<T>::view() const
{
    const T* const first = state_.data();
    return {.box = box_,
            .velocity = {{first}, {first + box_.points()}, {first + 2 * box_.points()}}};
}

template <typename T>
double StateLayers<T>::at(int component, const std::array<long long, 3>& index) const
{
    return view().at(component, index[0], index[1], index[2]);
}

template class StateLayers<float>;
template class StateLayers<double>;

}  // namespace tobiuo::flow
