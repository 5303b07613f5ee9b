#include "solvers/flow/point_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "solvers/flow/state_layers.hpp"

namespace tobiuo::flow {
namespace {

/// The values on either side of a point along an axis: `lower` and the next one.
struct Bracket {
    long long lower = 0;
    double upper_part = 0.0;
};

/// The cell of an axis in which a place is; the first or last one for a place outside.
std::int64_t cell_at(const Axis& axis, double place)
{
    const double part = (place - axis.lower) / axis.spacing();
    auto cell = static_cast<std::int64_t>(part);
    if (axis.stretched()) {
        cell = std::ranges::upper_bound(axis.nodes, place) - axis.nodes.begin() - 1;
    }
    return std::clamp<std::int64_t>(cell, 0, axis.cells - 1);
}

/// Between values on the faces of cells: value n is on the upper face of cell n.
Bracket between_faces(const Axis& axis, const Spacings<double>& spacings, double place)
{
    const std::int64_t cell = cell_at(axis, place);
    return {.lower = cell - 1, .upper_part = (place - axis.node(cell)) * spacings.per_width[cell]};
}

/// Between values at centres of cells, the mirror images of the first and the last one included.
Bracket between_centres(const Axis& axis, const Spacings<double>& spacings, double place)
{
    const std::int64_t cell = cell_at(axis, place);
    const double centre = axis.centre(cell);
    const std::int64_t lower = place < centre ? cell - 1 : cell;
    const double behind = (place - centre) * spacings.per_gap[lower];
    return {.lower = lower, .upper_part = place < centre ? 1.0 + behind : behind};
}

/// The sum over the eight corners around a point of the part of each times its value.
template <typename Value>
double interpolated(const std::array<Bracket, 3>& brackets, const Value& value)
{
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        double part = 1.0;
        std::array<long long, 3> at{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool upper = ((corner >> axis) & 1) == 1;
            const Bracket& bracket = brackets.at(axis);
            at.at(axis) = bracket.lower + (upper ? 1 : 0);
            part *= upper ? bracket.upper_part : 1.0 - bracket.upper_part;
        }
        if (part != 0.0) {  // a value that takes no part need not be finite
            sum += part * value(at);
        }
    }
    return sum;
}

/// A quantity at centres of cells at any index, continued beyond faces by `beyond`(face, value,
/// point).
template <typename T, typename Continue>
double centred_at(const Box<double>& box, std::span<const T> values,
                  const std::array<long long, 3>& index, const Continue& beyond)
{
    std::array<long long, 3> inside{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto of = static_cast<std::size_t>(axis);
        inside.at(of) = box.inside(axis, index.at(of));
    }
    const long long at = (inside[2] * box.counts[1] + inside[1]) * box.counts[0] + inside[0];
    auto value = static_cast<double>(values[static_cast<std::size_t>(at)]);
    for (int axis = 0; axis < 3; ++axis) {
        const int face = box.face_before(axis, index.at(static_cast<std::size_t>(axis)));
        if (face >= 0) {
            const auto of = [&](int which) { return inside.at(static_cast<std::size_t>(which)); };
            value = beyond(
                box.faces[face], value,
                of(slower_axis(axis)) * box.counts[faster_axis(axis)] + of(faster_axis(axis)));
        }
    }
    return value;
}

/// Whether a force acts along the faces across an axis, so that the pressure on outflows is not 0.
bool is_pushed_along(const Problem& problem, int axis)
{
    for (const int along : {faster_axis(axis), slower_axis(axis)}) {
        const auto at = static_cast<std::size_t>(along);
        if (problem.force.at(at) != 0.0 ||
            (problem.scalar && problem.scalar->buoyancy.at(at) != 0.0)) {
            return true;
        }
    }
    return false;
}

/// The pressure at any index, beyond faces as a projection has it, but beyond an outflow along which
/// a force acts the continuation of the two cells before it.
template <typename T>
double pressure_at(const Problem& problem, const Box<double>& box, std::span<const T> pressure,
                   const std::array<long long, 3>& index)
{
    for (int axis = 0; axis < 3; ++axis) {
        const auto of = static_cast<std::size_t>(axis);
        const int face = box.face_before(axis, index.at(of));
        if (face < 0) {
            continue;
        }
        std::array<long long, 3> near = index;
        near.at(of) = box.inside(axis, index.at(of));
        const double inner = pressure_at(problem, box, pressure, near);
        if (box.faces[face].pressure_factor > 0 || !is_pushed_along(problem, axis)) {
            return box.faces[face].pressure_factor * inner;
        }
        std::array<long long, 3> far = near;
        far.at(of) += face % 2 == 0 ? 1 : -1;
        const double* const per_gap = box.axes[axis].per_gap;
        const double gaps = face % 2 == 0 ? per_gap[0] / per_gap[-1]
                                          : per_gap[near.at(of) - 1] / per_gap[near.at(of)];
        return inner + gaps * (inner - pressure_at(problem, box, pressure, far));
    }
    return centred_at(box, pressure, index,
                      [](const FaceRule<double>&, double inner, long long) { return inner; });
}

}  // namespace

template <typename T>
std::vector<std::array<double, 5>> point_values(const Problem& problem,
                                                std::span<const std::array<double, 3>> points,
                                                std::span<const T> state,
                                                std::span<const T> pressure)
{
    const StateLayers<T> layers{problem, state};
    const Box<double>& box = layers.box();
    std::vector<std::array<double, 5>> values;
    for (const std::array<double, 3>& point : points) {
        const auto brackets_of = [&](int component) {
            std::array<Bracket, 3> brackets{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Axis& along = problem.grid.axes.at(axis);
                const bool on_faces = static_cast<int>(axis) == component;
                brackets.at(axis) = on_faces
                                        ? between_faces(along, box.axes[axis], point.at(axis))
                                        : between_centres(along, box.axes[axis], point.at(axis));
            }
            return brackets;
        };
        std::array<double, 5>& value = values.emplace_back();
        for (int component = 0; component < 3; ++component) {
            value.at(static_cast<std::size_t>(component)) = interpolated(
                brackets_of(component),
                [&](const std::array<long long, 3>& at) { return layers.at(component, at); });
        }
        constexpr int none = 3;  // pressure and scalar are at centres along all axes
        value[3] = interpolated(brackets_of(none), [&](const std::array<long long, 3>& at) {
            return pressure_at(problem, box, pressure, at);
        });
        if (problem.scalar) {
            value[4] = interpolated(brackets_of(none), [&](const std::array<long long, 3>& at) {
                return centred_at(box, state.last(pressure.size()), at,
                                  [](const FaceRule<double>& face, double inner, long long point) {
                                      return face.scalar.factor * inner + face.scalar.added(point);
                                  });
            });
        }
    }
    return values;
}

template std::vector<std::array<double, 5>> point_values(const Problem&,
                                                         std::span<const std::array<double, 3>>,
                                                         std::span<const float>,
                                                         std::span<const float>);
template std::vector<std::array<double, 5>> point_values(const Problem&,
                                                         std::span<const std::array<double, 3>>,
                                                         std::span<const double>,
                                                         std::span<const double>);

}  // namespace tobiuo::flow
