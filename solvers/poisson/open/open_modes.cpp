// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/open/open_modes.hpp"

#include <algorithm>
#include <span>

#include "solvers/poisson/device/mode_matrices.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

int open_ends(const Problem& problem, int axis)
{
    int ends = 0;
    for (int end = 0; end < 2; ++end) {
        ends += condition_of(problem, axis, end) == Condition::open ? 1 : 0;
    }
    return ends;
}

}  // namespace

template <typename T>
bool OpenModes<T>::suits(const Problem& problem)
{
    const auto [x, y, z] = shape_of(problem);
    if (std::min({x, y, z}) < 2 || condition_of(problem, 0, 0) == Condition::periodic ||
        4 * (x * x + y * y) > x * y * z) {
        return false;
    }
    // Charges and values are multiplied by matrices along x and y. At 32 flop a point (512^3, all open)
    // an H200 gains 0.5 ms of 7.0, and each further 16 would take about 0.2.
    constexpr double most_flop = 64.0;
    const double per_end[] = {static_cast<double>(y) / static_cast<double>(x),
                              static_cast<double>(x) / static_cast<double>(y),
                              static_cast<double>(x + y) / static_cast<double>(z)};
    double flop = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        flop += 4.0 * per_end[axis] * open_ends(problem, axis);
    }
    return flop <= most_flop;
}

template <typename T>
OpenModes<T>::OpenModes(const Problem& problem, const OpenFaces<T>& faces,
                        const runtime::Machine& machine)
    : machine_{machine},
      shape_{shape_of(problem)},
      sum_columns_{machine},
      sum_rows_{machine},
      add_parts_{machine},
      multiply_{machine}
{
    const Problem closed = with_closed_ends(problem);
    const double near = closed.grid.location == Location::cell ? 2.0 : 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double h = problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing();
        for (int end = 0; end < 2; ++end) {
            if (const auto first = faces.first_value(2 * axis + end)) {
                faces_.push_back({.axis = axis,
                                  .end = end,
                                  .first = *first,
                                  .charge = static_cast<T>(1.0 / (h * h)),
                                  .share = static_cast<T>(-near / (h * h))});
            }
        }
    }
    add_axis(closed, 0);
    add_axis(closed, 1);
    const auto array = [&](std::int64_t count) {
        return machine_.allocate(static_cast<std::size_t>(count) * sizeof(T));
    };
    sums_ = array(faces.values());
    modes_ = array(faces.values());
    parts_ = array(open_ends(problem, 0) * shape_[1] * shape_[2] * row_parts);
}

template <typename T>
template <typename Value>
const Value* OpenModes<T>::keep(const std::vector<Value>& values)
{
    kept_.push_back(machine_.copied_and_wait(std::as_bytes(std::span{values})));
    return kept_.back().template as<Value>();
}

template <typename T>
const T* OpenModes<T>::keep_rounded(const std::vector<double>& values)
{
    return keep(std::vector<T>(values.begin(), values.end()));
}

template <typename T>
auto OpenModes<T>::faces_across(int axis) const -> std::vector<OneFace>
{
    std::vector<OneFace> found;
    std::ranges::copy_if(faces_, std::back_inserter(found),
                         [&](const OneFace& face) { return face.axis == axis; });
    return found;
}

template <typename T>
void OpenModes<T>::add_axis(const Problem& closed, int axis)
{
    const ModeMatrices matrices = mode_matrices(closed, axis);
    const std::int64_t count = shape_.at(static_cast<std::size_t>(axis));
    Axis& made = axes_.at(static_cast<std::size_t>(axis));
    made.forward = keep_rounded(matrices.forward);
    made.inverse = keep_rounded(matrices.inverse);
    const std::vector<OneFace> faces = faces_across(axis);
    if (faces.empty()) {
        return;
    }
    const auto point = [&](std::size_t face) { return faces[face].end == 0 ? 0 : count - 1; };
    const auto forward = [&](std::size_t face, std::int64_t mode) {
        return matrices.forward[static_cast<std::size_t>(point(face) * count + mode)];
    };
    std::vector<double> weights;
    std::vector<int> choice;
    for (std::int64_t mode = 0; mode < count; ++mode) {
        weights.push_back(forward(0, mode));
        // Between two equal walls a mode is even or odd.
        choice.push_back(faces.size() > 1 && forward(0, mode) * forward(1, mode) < 0.0 ? 1 : 0);
    }
    made.weights = keep_rounded(weights);
    made.choice = keep(choice);
    for (std::size_t face = 0; face < faces.size(); ++face) {
        std::vector<double> sums;
        for (std::int64_t mode = 0; mode < count; ++mode) {
            sums.push_back(matrices.inverse[static_cast<std::size_t>(mode * count + point(face))]);
        }
        made.sums.at(face) = keep_rounded(sums);
    }
    if (faces.size() == 1) {
        made.sums[1] = made.sums[0];
    }
}

template <typename T>
LineProduct<T> OpenModes<T>::product(const OneFace& face, int along, bool forwards) const
{
    const auto at = static_cast<std::size_t>(along);
    // Only faces across z have lines along y that are not contiguous.
    const bool contiguous = face.axis != 2 || along == 0;
    return {.matrix = forwards ? axes_.at(at).forward : axes_.at(at).inverse,
            .count = shape_.at(at),
            .lines = face.axis != 2 ? shape_[2] : shape_.at(1 - at),
            .line = contiguous ? shape_.at(at) : 1,
            .step = contiguous ? 1 : shape_[0]};
}

template <typename T>
void OpenModes<T>::multiply(const std::vector<LineProduct<T>>& products, Stream stream) const
{
    MultiplyLines<T> all{.count = static_cast<int>(products.size())};
    long long items = 0;
    for (std::size_t n = 0; n < products.size(); ++n) {
        all.products[n] = products[n];
        all.products[n].first_item = items;
        items += products[n].items();
    }
    multiply_(all, items, stream);
}

template <typename T>
void OpenModes<T>::sum(const T* modes, Stream stream) const
{
    T* const sums = sums_.template as<T>();
    if (const auto faces = faces_across(1); !faces.empty()) {
        SumOverColumns<T> columns{.modes = modes, .counts = {shape_[0], shape_[1]}};
        for (std::size_t n = 0; n < 2; ++n) {
            columns.weights[n] = axes_[1].sums.at(n);
            columns.sums[n] = n < faces.size() ? sums + faces[n].first : nullptr;
        }
        sum_columns_(columns, shape_[0] * shape_[2], stream);
    }
    if (const auto faces = faces_across(0); !faces.empty()) {
        const std::int64_t rows = shape_[1] * shape_[2];
        SumOverRows<T> parts{.modes = modes, .count = shape_[0]};
        AddRowParts<T> add{.rows = rows};
        for (std::size_t n = 0; n < 2; ++n) {
            const bool is_there = n < faces.size();
            parts.weights[n] = axes_[0].sums.at(n);
            parts.parts[n] =
                is_there ? parts_.template as<T>() + static_cast<std::int64_t>(n) * rows * row_parts
                         : nullptr;
            add.parts[n] = parts.parts[n];
            add.sums[n] = is_there ? sums + faces[n].first : nullptr;
        }
        sum_rows_(parts, rows * row_parts, stream);
        add_parts_(add, rows * std::ssize(faces), stream);
    }
}

template <typename T>
void OpenModes<T>::take_charges(const T* modes, T* charges, Stream stream) const
{
    T* const sums = sums_.template as<T>();
    sum(modes, stream);
    std::vector<LineProduct<T>> first;
    std::vector<LineProduct<T>> second;  // along y of faces across z
    for (const OneFace& face : faces_) {
        const bool is_plane = face.axis == 2;
        LineProduct<T> one = product(face, face.axis == 0 ? 1 : 0, false);
        one.in = is_plane ? modes + (face.end == 0 ? 0 : shape_[2] - 1) * shape_[0] * shape_[1]
                          : sums + face.first;
        one.out = (is_plane ? sums : charges) + face.first;
        one.factor = is_plane ? T{1} : face.charge;
        first.push_back(one);
        if (is_plane) {
            second.push_back(product(face, 1, false));
            second.back().in = sums + face.first;
            second.back().out = charges + face.first;
            second.back().factor = face.charge;
        }
    }
    multiply(first, stream);
    multiply(second, stream);
}

template <typename T>
tridiagonal::FaceModes<T> OpenModes<T>::faces_of(const T* values, Stream stream) const
{
    T* const sums = sums_.template as<T>();
    T* const modes = modes_.template as<T>();
    tridiagonal::FaceModes<T> made{.counts = {shape_[0], shape_[1]}};
    std::vector<LineProduct<T>> first;
    std::vector<LineProduct<T>> second;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<OneFace> faces = faces_across(axis);
        for (std::size_t n = 0; n < faces.size(); ++n) {
            const OneFace& face = faces[n];
            LineProduct<T> one = product(face, axis == 0 ? 1 : 0, true);
            one.in = values + face.first;
            one.out = (axis == 2 ? sums : modes) + face.first;
            one.factor = axis == 2 ? T{1} : face.share;
            if (axis == 2) {
                second.push_back(product(face, 1, true));
                second.back().in = sums + face.first;
                second.back().out = modes + face.first;
                second.back().factor = face.share;
                (face.end == 0 ? made.below : made.above) = modes + face.first;
            } else {
                if (faces.size() > 1) {  // the sum for even modes, the difference for odd ones
                    one.in = values + faces[0].first;
                    one.other = values + faces[1].first;
                    one.sign = n == 0 ? T{1} : T{-1};
                }
                made.across[axis][n] = modes + face.first;
                made.weight[axis] = axes_.at(static_cast<std::size_t>(axis)).weights;
                made.choice[axis] = axes_.at(static_cast<std::size_t>(axis)).choice;
            }
            first.push_back(one);
        }
    }
    multiply(first, stream);
    multiply(second, stream);
    return made;
}

template <typename T>
std::size_t OpenModes<T>::bytes() const
{
    std::size_t bytes = sums_.bytes() + modes_.bytes() + parts_.bytes();
    for (const runtime::Array& array : kept_) {
        bytes += array.bytes();
    }
    return bytes;
}

template <typename T>
std::size_t OpenModes<T>::bytes_of(const Problem& problem)
{
    const auto shape = shape_of(problem);
    std::int64_t values = open_ends(problem, 0) * shape[1] * shape[2] * row_parts;
    std::int64_t choices = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t count = shape.at(static_cast<std::size_t>(axis));
        const std::int64_t ends = open_ends(problem, axis);
        values += 2 * ends * (shape[0] * shape[1] * shape[2] / count);
        if (axis < 2) {
            values += 2 * count * count + (ends > 0 ? (ends + 1) * count : 0);
            choices += ends > 0 ? count : 0;
        }
    }
    return static_cast<std::size_t>(values) * sizeof(T) +
           static_cast<std::size_t>(choices) * sizeof(int);
}

template class OpenModes<float>;
template class OpenModes<double>;

}  // namespace tobiuo::poisson
