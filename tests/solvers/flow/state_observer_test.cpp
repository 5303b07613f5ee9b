// SPDX-License-Identifier: BSD-3-Clause
// What items find out about a state, beside the functions for states on the host.
#include "solvers/flow/state_observer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/cell_box.hpp"
#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/solid_cells.hpp"
#include "solvers/flow/state_layers.hpp"
#include "tests/solvers/flow/state_to_observe.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::flow {
namespace {

struct NamedProblem {
    std::string name;
    Problem problem;
};

/// Flows with all kinds of faces, a stretched axis, a scalar, two axes, and many columns.
std::vector<NamedProblem> flows_to_observe()
{
    using enum FaceKind;
    std::vector<NamedProblem> all;
    all.push_back({"periodic", {.grid = box({8, 6, 7}, {1.2, 0.7, 1.0}), .viscosity = 0.03}});
    Problem cavity = all[0].problem;
    cavity.faces = {
        both(no_slip),
        {.lower = {.kind = free_slip}, .upper = {.kind = no_slip, .velocity = {0.4, 0.0, -0.3}}},
        both(no_slip)};
    cavity.grid.axes[1] = {
        .cells = 5, .lower = 0.0, .upper = 0.7, .nodes = {0.0, 0.05, 0.2, 0.45, 0.6, 0.7}};
    cavity.scalar = Scalar{.diffusivity = 0.1};
    cavity.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = 0.5};
    cavity.scalar->faces[3] = {.kind = ScalarFaceKind::flux, .number = -0.2};
    cavity.scalar->faces[5] = {.kind = ScalarFaceKind::value,
                               .profile = std::vector<double>(40, 0.3)};
    all.push_back({"cavity", cavity});
    Problem rough = cavity;
    rough.scalar->buoyancy = {0.4, 0.0, 0.0};
    rough.scalar->faces[5].profile.clear();
    rough.faces[0].lower.law = rough.faces[1].upper.law = WallLaw{.roughness = 1e-3};
    rough.faces[2].lower.law = WallLaw{};
    all.push_back({"rough", rough});
    Problem open = all[0].problem;
    open.faces[0] = both(outflow);
    open.faces[1] = {.lower = {.kind = outflow}, .upper = {.kind = free_slip}};
    open.faces[2] = {.lower = {.kind = inflow, .velocity = {0.2, -0.1, 0.6}},
                     .upper = {.kind = no_slip, .velocity = {-0.5, 0.3, 0.0}}};
    all.push_back({"open", open});
    Problem wide{.grid = box({120, 90, 1}, {2.0, 1.0, 1.0}), .viscosity = 0.01};
    wide.faces[1] = both(no_slip);
    all.push_back({"wide", wide});
    return all;
}

Field whirls()
{
    return {[](double x, double y, double z) { return std::sin(7.0 * y + x) * (z + 0.3); },
            [](double x, double y, double z) { return std::cos(5.0 * x + z) + y; },
            [](double x, double y, double z) { return x * y - std::sin(3.0 * z); }};
}

double slopes(double x, double y, double z)
{
    return std::sin(3.0 * x + y) + z;
}

void expect_close(const Gradients& found, const Gradients& expected, const std::string& name)
{
    const double dissipation = expected.dissipation;
    EXPECT_NEAR(found.dissipation, dissipation, order_of_sums * dissipation) << name;
    EXPECT_NEAR(found.enstrophy, expected.enstrophy, order_of_sums * expected.enstrophy) << name;
    for (std::size_t face = 0; face < expected.shear.size(); ++face) {
        for (std::size_t component = 0; component < 3; ++component) {
            EXPECT_NEAR(found.shear.at(face).at(component), expected.shear.at(face).at(component),
                        order_of_sums)
                << name << ", face " << face << ", component " << component;
        }
    }
    ASSERT_EQ(found.scalar.has_value(), expected.scalar.has_value()) << name;
    if (expected.scalar) {
        EXPECT_NEAR(found.scalar->mean, expected.scalar->mean, order_of_sums) << name;
        for (std::size_t face = 0; face < expected.scalar->flux.size(); ++face) {
            EXPECT_NEAR(found.scalar->flux.at(face), expected.scalar->flux.at(face), order_of_sums)
                << name << ", face " << face;
        }
    }
}

/// A copy of values in the memory of a machine.
runtime::Array on_machine(const runtime::Machine& machine, std::span<const double> values)
{
    return machine.copied_and_wait(std::as_bytes(values));
}

/// Expects the bits of the state, of its neighbours' means, in all cells but the first ones of x.
void expect_cells(StateObserver<double>& observer, const runtime::Machine& machine,
                  const NamedProblem& named, const StateToObserve& snapshot)
{
    const Problem& problem = named.problem;
    const auto& axes = problem.grid.axes;
    const CellBox cells{.first = {1, 0, 0},
                        .count = {axes[0].cells - 1, axes[1].cells, axes[2].cells}};
    const runtime::Array state = on_machine(machine, snapshot.state);
    const runtime::Array pressure = on_machine(machine, snapshot.pressure);
    const auto count = static_cast<std::size_t>(cells.cells());
    std::vector<double> values(count * (problem.scalar ? 5 : 4));
    const runtime::Array room = on_machine(machine, values);
    double* const to = room.as<double>();
    observer.copy_cells(cells, observer.join(state.as<double>(), pressure.as<double>(), nullptr),
                        {.velocity = to,
                         .pressure = to + 3 * count,
                         .scalar = problem.scalar ? to + 4 * count : nullptr},
                        nullptr);
    machine.read_and_wait(std::as_writable_bytes(std::span{values}), to, nullptr);
    const StateLayers<double> layers{problem, snapshot.state};
    const std::span<const double> scalar = std::span{snapshot.state}.last(snapshot.pressure.size());
    for (std::size_t n = 0; n < count; ++n) {
        const auto cell = static_cast<std::int64_t>(n);
        const std::array<long long, 3> at{1 + cell % cells.count[0],
                                          cell / cells.count[0] % cells.count[1],
                                          cell / cells.count[0] / cells.count[1]};
        for (std::size_t component = 0; component < 3; ++component) {
            std::array<long long, 3> before = at;
            --before.at(component);
            const int one = static_cast<int>(component);
            ASSERT_EQ(values[3 * n + component],
                      0.5 * (layers.at(one, before) + layers.at(one, at)))
                << named.name << ", cell " << n << ", component " << component;
        }
        const auto whole =
            static_cast<std::size_t>((at[2] * axes[1].cells + at[1]) * axes[0].cells + at[0]);
        ASSERT_EQ(values[3 * count + n], snapshot.pressure[whole]) << named.name << ", " << n;
        if (problem.scalar) {
            ASSERT_EQ(values[4 * count + n], scalar[whole]) << named.name << ", " << n;
        }
    }
}

/// Expects at points on a line through the box what the host finds there.
void expect_points(StateObserver<double>& observer, const runtime::Machine& machine,
                   const NamedProblem& named, const StateToObserve& snapshot)
{
    const Problem& problem = named.problem;
    std::vector<std::array<double, 3>> points;
    for (int n = 0; n <= 20; ++n) {
        std::array<double, 3> point{n / 20.0, 0.3 + n / 40.0, 1.0 - n / 20.0};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            point.at(axis) *= problem.grid.axes.at(axis).upper;
        }
        points.push_back(point);
    }
    const runtime::Array state = on_machine(machine, snapshot.state);
    const runtime::Array pressure = on_machine(machine, snapshot.pressure);
    const std::vector<PointValues> found =
        observer.point_values_and_wait(points, state.as<double>(), pressure.as<double>(), nullptr);
    const auto host = runtime::make_host_machine(1);
    StateObserver<double> on_host{problem, *host};
    const std::vector<PointValues> expected = on_host.point_values_and_wait(
        points, snapshot.state.data(), snapshot.pressure.data(), nullptr);
    ASSERT_EQ(found.size(), points.size());
    for (std::size_t n = 0; n < points.size(); ++n) {
        for (std::size_t value = 0; value < expected[n].size(); ++value) {
            EXPECT_NEAR(found[n].at(value), expected[n].at(value), order_of_sums)
                << named.name << ", point " << n << ", value " << value;
        }
    }
}

/// Expects roots of mean squares of a state and of its differences from half of it, weighted by the
/// volumes of cells.
void expect_change(StateObserver<double>& observer, const runtime::Machine& machine,
                   const NamedProblem& named, const StateToObserve& snapshot)
{
    const Problem& problem = named.problem;
    const auto& axes = problem.grid.axes;
    const std::size_t cells = snapshot.pressure.size();
    const auto width = [&](std::size_t axis, std::int64_t cell) {
        return axes.at(axis).node(cell + 1) - axes.at(axis).node(cell);
    };
    double volume = 0.0;
    double velocity = 0.0;
    double scalar = 0.0;
    for (std::size_t n = 0; n < cells; ++n) {
        const auto cell = static_cast<std::int64_t>(n);
        const double own = width(0, cell % axes[0].cells) *
                           width(1, cell / axes[0].cells % axes[1].cells) *
                           width(2, cell / axes[0].cells / axes[1].cells);
        volume += own;
        for (std::size_t component = 0; component < 3; ++component) {
            velocity += own * std::pow(snapshot.state[component * cells + n], 2);
        }
        scalar += own * std::pow(snapshot.state[snapshot.state.size() - cells + n] -
                                     (problem.scalar ? problem.scalar->reference : 0.0),
                                 2);
    }
    std::vector<double> half = snapshot.state;
    std::ranges::for_each(half, [](double& value) { value *= 0.5; });
    const runtime::Array before = on_machine(machine, half);
    const runtime::Array now = on_machine(machine, snapshot.state);
    const StateChange found =
        observer.change_and_wait(before.as<double>(), now.as<double>(), nullptr);
    EXPECT_NEAR(found.velocity, std::sqrt(velocity / volume), order_of_sums) << named.name;
    EXPECT_NEAR(found.velocity_change, 0.5 * found.velocity, order_of_sums) << named.name;
    EXPECT_NEAR(found.scalar, problem.scalar ? std::sqrt(scalar / volume) : 0.0, order_of_sums)
        << named.name;
    if (problem.scalar && problem.scalar->reference == 0.0) {
        EXPECT_NEAR(found.scalar_change, 0.5 * found.scalar, order_of_sums) << named.name;
    }
}

void expect_what_functions_find(const runtime::Machine& machine)
{
    for (const auto& [name, problem] : flows_to_observe()) {
        const StateToObserve snapshot = state_to_observe(problem, whirls(), slopes);
        const runtime::Array state = on_machine(machine, snapshot.state);
        const runtime::Array pressure = on_machine(machine, snapshot.pressure);
        StateObserver<double> observer{problem, machine};
        const Gradients gradients = observer.gradients_and_wait(state.as<double>(), nullptr);
        expect_close(gradients, gradients_of<double>(problem, snapshot.state), name);
        const Gradients again = observer.gradients_and_wait(state.as<double>(), nullptr);
        EXPECT_EQ(again.dissipation, gradients.dissipation) << name;
        EXPECT_EQ(again.shear, gradients.shear) << name;
        expect_cells(observer, machine, {name, problem}, snapshot);
        expect_points(observer, machine, {name, problem}, snapshot);
        expect_change(observer, machine, {name, problem}, snapshot);
        for (int axis = 0; axis < 3; ++axis) {
            const std::vector<double> found = observer.layer_means_and_wait(
                axis, state.as<double>(), pressure.as<double>(), nullptr);
            const std::vector<double> expected =
                layer_means<double>(problem, axis, snapshot.state, snapshot.pressure,
                                    solid_cells(problem, whole(problem).slab));
            ASSERT_EQ(found.size(), expected.size()) << name;
            for (std::size_t n = 0; n < expected.size(); ++n) {
                EXPECT_NEAR(found[n], expected[n], order_of_sums)
                    << name << ", axis " << axis << ", value " << n;
            }
        }
    }
}

TEST(StateObserver, finds_what_functions_find)
{
    expect_what_functions_find(*runtime::make_host_machine(2));
}

TEST(StateObserver, takes_other_faces)
{
    Problem problem = flows_to_observe()[1].problem;
    const StateToObserve snapshot = state_to_observe(problem, whirls(), slopes);
    const auto machine = runtime::make_host_machine(1);
    StateObserver<double> observer{problem, *machine};
    problem.faces[1].upper.velocity = {-0.6, 0.0, 0.2};
    observer.set_problem(problem);
    expect_close(observer.gradients_and_wait(snapshot.state.data(), nullptr),
                 gradients_of<double>(problem, snapshot.state), "another lid");
}

class StateObserverOnDevice : public test::OnDevice {};

TEST_F(StateObserverOnDevice, finds_what_functions_find)
{
    expect_what_functions_find(*runtime::make_cuda_machine());
}

}  // namespace
}  // namespace tobiuo::flow
