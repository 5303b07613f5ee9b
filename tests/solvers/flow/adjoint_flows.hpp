// SPDX-License-Identifier: BSD-3-Clause
// Flows whose steps have gradients, random directions, and the steps linearised point by point.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/flow/adjoint.hpp>
#include <tobiuo/poisson/solver.hpp>

#include "kernels/flow/face_pressure.hpp"
#include "kernels/flow/plain_stage.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {

inline constexpr double adjoint_time_step = 0.01;

struct NamedFlow {
    std::string name;
    Problem problem;
};
inline void PrintTo(const NamedFlow& flow, std::ostream* out)
{
    *out << flow.name;
}

inline void stretch(Axis& axis)
{
    for (std::int64_t node = 0; node <= axis.cells; ++node) {
        const double part = static_cast<double>(node) / static_cast<double>(axis.cells);
        axis.nodes.push_back(axis.lower + (axis.upper - axis.lower) * part * (part + 1.0) / 2.0);
    }
}

/// Periodic faces, walls that stand and move, with friction and without, inflows, and absent axes,
/// each on cells of equal and unequal widths, with a scalar and without one.
inline std::vector<NamedFlow> adjoint_flows()
{
    std::vector<NamedFlow> flows;
    Problem box_of{.grid = box({8, 6, 5}, {1.0, 0.8, 0.7}), .viscosity = 0.02};
    box_of.force = {0.3, -0.2, 0.1};
    flows.push_back({"periodic", box_of});

    Problem channel = box_of;
    stretch(channel.grid.axes[1]);
    channel.faces[1] = both(FaceKind::no_slip);
    channel.faces[1].upper.velocity = {0.4, 0.0, -0.2};
    flows.push_back({"channel", channel});

    Problem cavity = box_of;
    stretch(cavity.grid.axes[2]);
    cavity.faces = {both(FaceKind::no_slip), both(FaceKind::no_slip), both(FaceKind::no_slip)};
    cavity.faces[2].lower.kind = FaceKind::free_slip;
    cavity.faces[0].upper.velocity = {0.0, 0.3, 0.2};
    cavity.faces[2].upper.velocity = {0.5, 0.1, 0.0};
    cavity.scalar = Scalar{.diffusivity = 0.03, .buoyancy = {0.2, 0.0, 1.5}, .reference = 0.1};
    cavity.scalar->faces[4] = {.kind = ScalarFaceKind::value, .number = 1.0};
    cavity.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = -0.5};
    cavity.scalar->faces[3] = {.kind = ScalarFaceKind::flux, .number = 0.02};
    flows.push_back({"cavity", cavity});

    Problem duct = box_of;
    duct.faces[0] = both(FaceKind::inflow);
    duct.faces[1] = both(FaceKind::no_slip);
    duct.faces[2] = both(FaceKind::free_slip);
    for (Face* const face : {&duct.faces[0].lower, &duct.faces[0].upper}) {
        for (int k = 0; k < 5; ++k) {
            for (int j = 0; j < 6; ++j) {
                face->profile[0].push_back(0.5 + 0.1 * std::sin(j + 0.3) + 0.1 * (k % 2));
            }
        }
        face->velocity[2] = 0.1;
    }
    duct.scalar = Scalar{.diffusivity = 0.02};
    duct.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = 1.0};
    duct.scalar->faces[1] = {.kind = ScalarFaceKind::value, .number = 0.2};
    duct.scalar->faces[2].kind = ScalarFaceKind::value;
    duct.scalar->faces[2].profile.assign(8 * 5, 0.3);
    flows.push_back({"duct", duct});

    Problem plane{.grid = box({9, 7, 1}, {1.0, 0.8, 1.0}), .viscosity = 0.02};
    plane.faces[1] = both(FaceKind::no_slip);
    plane.faces[0] = both(FaceKind::free_slip);
    plane.scalar = Scalar{.diffusivity = 0.05, .buoyancy = {0.0, 1.0, 0.0}};
    plane.scalar->faces[2] = {.kind = ScalarFaceKind::value, .number = 1.0};
    stretch(plane.grid.axes[0]);
    flows.push_back({"plane", plane});
    return flows;
}

/// A direction in the space of all that there are gradients by, or a point in it.
struct Inputs {
    std::vector<double> state = {};
    AdjointInputs numbers = {};
};

/// Calls `each(face, axis)` for the six faces of both.
template <typename Each>
void for_each_face(const Each& each)
{
    for (std::size_t face = 0; face < 6; ++face) {
        each(face, face / 2);
    }
}
template <typename Values>
[[nodiscard]] auto& face_in(Values& values, std::size_t face)
{
    auto& faces = values.faces.at(face / 2);
    return face % 2 == 0 ? faces.lower : faces.upper;
}

/// point + factor * direction.
[[nodiscard]] inline Inputs moved(Inputs point, double factor, const Inputs& direction)
{
    const auto add = [&](auto& to, const auto& from) {
        for (std::size_t at = 0; at < to.size(); ++at) {
            to[at] += factor * from[at];
        }
    };
    add(point.state, direction.state);
    add(point.numbers.force, direction.numbers.force);
    point.numbers.viscosity += factor * direction.numbers.viscosity;
    point.numbers.diffusivity += factor * direction.numbers.diffusivity;
    for_each_face([&](std::size_t face, std::size_t /*axis*/) {
        Face& to = face_in(point.numbers.faces, face);
        const Face& from = face_in(direction.numbers.faces, face);
        add(to.velocity, from.velocity);
        for (std::size_t component = 0; component < 3; ++component) {
            add(to.profile.at(component), from.profile.at(component));
        }
        ScalarFace& scalar = point.numbers.faces.scalar_faces.at(face);
        scalar.number += factor * direction.numbers.faces.scalar_faces.at(face).number;
        add(scalar.profile, direction.numbers.faces.scalar_faces.at(face).profile);
    });
    return point;
}

[[nodiscard]] inline Problem with_numbers(Problem problem, const AdjointInputs& numbers)
{
    problem.force = numbers.force;
    problem.viscosity = numbers.viscosity;
    problem.faces = numbers.faces.faces;
    if (problem.scalar) {
        problem.scalar->diffusivity = numbers.diffusivity;
        problem.scalar->faces = numbers.faces.scalar_faces;
    }
    return problem;
}

/// A random direction in which what enters the box leaves it. `with_fluxes`: also of fluxes of the
/// scalar and of the diffusivity, by which these are divided.
[[nodiscard]] inline Inputs random_direction(const Problem& problem, unsigned seed,
                                             bool with_fluxes = true)
{
    std::mt19937 numbers{seed};
    std::uniform_real_distribution<double> uniform{-1.0, 1.0};
    const auto random = [&] { return uniform(numbers); };
    Inputs direction{.numbers = adjoint_inputs(problem)};
    const auto cells = static_cast<std::size_t>(points(problem));
    direction.state.resize(cells * (problem.scalar ? 4 : 3));
    for (double& value : direction.state) {
        value = random();
    }
    for (double& component : direction.numbers.force) {
        component = random();
    }
    direction.numbers.viscosity = 0.05 * random();
    direction.numbers.diffusivity = with_fluxes && problem.scalar ? 0.05 * random() : 0.0;
    for_each_face([&](std::size_t face, std::size_t axis) {
        Face& one = face_in(direction.numbers.faces, face);
        one.velocity = {};
        const bool is_given = one.kind == FaceKind::no_slip || one.kind == FaceKind::inflow;
        for (std::size_t component = 0; component < 3; ++component) {
            std::vector<double>& profile = one.profile.at(component);
            for (double& value : profile) {
                value = random();
            }
            if (component != axis) {
                one.velocity.at(component) = is_given ? random() : 0.0;
            } else if (!profile.empty()) {  // of cells with equal areas
                const double mean = std::accumulate(profile.begin(), profile.end(), 0.0) /
                                    static_cast<double>(profile.size());
                for (double& value : profile) {
                    value -= mean;
                }
            }
        }
        ScalarFace& scalar = direction.numbers.faces.scalar_faces.at(face);
        const bool gives = one.kind != FaceKind::periodic && problem.scalar &&
                           (with_fluxes || scalar.kind == ScalarFaceKind::value);
        scalar.number = gives ? random() : 0.0;
        for (double& value : scalar.profile) {
            value = gives ? random() : 0.0;
        }
    });
    return direction;
}

/// What gradients tell of the change along a direction, and the sum of the sizes of its parts.
struct Change {
    double sum = 0.0;
    double size = 0.0;

    void add(double part)
    {
        sum += part;
        size += std::abs(part);
    }
};

[[nodiscard]] inline Change change_along(const Inputs& direction,
                                         const std::vector<double>& by_state,
                                         const AdjointGradients& gradients)
{
    Change change;
    for (std::size_t at = 0; at < by_state.size(); ++at) {
        change.add(by_state[at] * direction.state[at]);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        change.add(gradients.force.at(axis) * direction.numbers.force.at(axis));
    }
    change.add(gradients.viscosity * direction.numbers.viscosity);
    change.add(gradients.diffusivity * direction.numbers.diffusivity);
    for_each_face([&](std::size_t face, std::size_t /*axis*/) {
        const Face& one = face_in(direction.numbers.faces, face);
        const ScalarFace& scalar = direction.numbers.faces.scalar_faces.at(face);
        for (std::size_t quantity = 0; quantity < 4; ++quantity) {
            const std::vector<double>& of = gradients.faces.at(face).at(quantity);
            for (std::size_t at = 0; at < of.size(); ++at) {
                change.add(of[at] * (quantity < 3
                                         ? given_velocity(one, static_cast<int>(quantity), at)
                                         : given_scalar(scalar, at)));
            }
        }
    });
    return change;
}

/// Steps of a flow with their derivative along a direction, by plain loops. Rates are products of two
/// inputs at most: the difference of both sides is their derivative, however far these are apart.
class LinearisedSteps {
public:
    LinearisedSteps(const Problem& problem, const Inputs& point, const Inputs& direction)
        : problems_{with_numbers(problem, moved(point, 1.0, direction).numbers),
                    with_numbers(problem, moved(point, -1.0, direction).numbers)},
          tables_{BoxTables<double>{problems_[0]}, BoxTables<double>{problems_[1]}},
          poisson_{projection_of(problem)},
          cells_{static_cast<std::size_t>(points(problem))}
    {
        for (std::size_t side = 0; side < 2; ++side) {
            boxes_[side] = tables_[side].box(tables_[side].values().data());
            states_[side] = moved(point, side == 0 ? 1.0 : -1.0, direction).state;
            hold(side);
        }
    }

    void project()
    {
        for (std::size_t side = 0; side < 2; ++side) {
            std::vector<double>& state = states_[side];
            const double* const arrays[3] = {state.data(), state.data() + cells_,
                                             state.data() + 2 * cells_};
            std::vector<double> impulse(cells_);
            find_divergence_plainly(boxes_[side], arrays, impulse.data());
            poisson_.solve(impulse.data(), impulse.data());
            const PlainVelocity<double> velocity{boxes_[side], arrays, impulse.data()};
            std::vector<double> projected = state;
            copy(boxes_[side], velocity, projected);
            state = std::move(projected);
        }
    }

    void step(double time_step)
    {
        std::array<std::vector<double>, 2> old;
        for (const Stage& stage : stages) {
            std::array<std::vector<double>, 2> now;
            for (std::size_t side = 0; side < 2; ++side) {
                now[side] = rates(side);
            }
            // The rate of the point and its derivative, from those on both sides of the point.
            const std::vector<double> middle = rates_of_middle();
            for (std::size_t at = 0; at < now[0].size(); ++at) {
                const double derivative = (now[0][at] - now[1][at]) / 2.0;
                now[0][at] = middle[at] + derivative;
                now[1][at] = middle[at] - derivative;
            }
            for (std::size_t side = 0; side < 2; ++side) {
                for (std::size_t at = 0; at < now[side].size(); ++at) {
                    states_[side][at] += time_step * stage.gamma * now[side][at];
                    if (stage.uses_old) {
                        states_[side][at] += time_step * stage.zeta * old[side][at];
                    }
                }
            }
            old = now;
            project();
        }
    }

    [[nodiscard]] std::vector<double> derivative() const
    {
        std::vector<double> result(states_[0].size());
        for (std::size_t at = 0; at < result.size(); ++at) {
            result[at] = (states_[0][at] - states_[1][at]) / 2.0;
        }
        return result;
    }

private:
    static void copy(const Box<double>& box, const PlainVelocity<double>& from,
                     std::vector<double>& to)
    {
        std::size_t at = 0;
        for (int component = 0; component < 3; ++component) {
            for (long long k = 0; k < box.counts[2]; ++k) {
                for (long long j = 0; j < box.counts[1]; ++j) {
                    for (long long i = 0; i < box.counts[0]; ++i) {
                        to[at++] = from.at(component, i, j, k);
                    }
                }
            }
        }
    }

    void hold(std::size_t side)
    {
        const Box<double>& box = boxes_[side];
        for (int axis = 0; axis < 3; ++axis) {
            if (!box.has_face(axis, 1)) {
                continue;
            }
            const double* const values =
                tables_[side].upper_velocity(axis, tables_[side].values().data());
            for (long long point = 0; point < box.points() / box.counts[axis]; ++point) {
                const auto at =
                    static_cast<std::size_t>(cell_of_face(box, axis, box.counts[axis] - 1, point));
                states_[side][static_cast<std::size_t>(axis) * cells_ + at] = values[point];
            }
        }
    }

    [[nodiscard]] std::vector<double> rates_of(const Box<double>& box,
                                               const std::vector<double>& state) const
    {
        const bool carries = problems_[0].scalar.has_value();
        std::vector<double> next(state.size());
        std::vector<double> found(state.size());
        StageArrays<double> arrays;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arrays.velocity[axis] = state.data() + axis * cells_;
            arrays.next[axis] = next.data() + axis * cells_;
            arrays.rates[axis] = found.data() + axis * cells_;
        }
        const Stage stage{.gamma = 1.0, .keeps = true};
        if (carries) {
            arrays.scalar = state.data() + 3 * cells_;
            arrays.next_scalar = next.data() + 3 * cells_;
            arrays.scalar_rates = found.data() + 3 * cells_;
            advance_scalar_plainly(box, arrays, stage, 1.0);
        }
        advance_plainly(box, arrays, stage, 1.0);
        return found;
    }
    [[nodiscard]] std::vector<double> rates(std::size_t side) const
    {
        return rates_of(boxes_[side], states_[side]);
    }
    /// Those between both sides.
    [[nodiscard]] std::vector<double> rates_of_middle() const
    {
        Inputs low{states_[1], adjoint_inputs(problems_[1])};
        const Inputs high{states_[0], adjoint_inputs(problems_[0])};
        const Inputs middle = moved(moved(std::move(low), -0.5, low_copy()), 0.5, high);
        const Problem problem = with_numbers(problems_[0], middle.numbers);
        const BoxTables<double> tables{problem};
        return rates_of(tables.box(tables.values().data()), middle.state);
    }
    [[nodiscard]] Inputs low_copy() const { return {states_[1], adjoint_inputs(problems_[1])}; }

    std::array<Problem, 2> problems_;
    std::array<BoxTables<double>, 2> tables_;
    std::array<Box<double>, 2> boxes_;
    poisson::Solver poisson_;
    std::size_t cells_;
    std::array<std::vector<double>, 2> states_;
};

}  // namespace tobiuo::flow
