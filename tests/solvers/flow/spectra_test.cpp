// SPDX-License-Identifier: BSD-3-Clause
// Spectra of a flow, beside discrete transforms by their definition.
#include "solvers/flow/spectra.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/solvers/flow/state_to_observe.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

using Table = std::vector<std::vector<double>>;

/// A box that is periodic along x and z, with a stretched y between walls, and a scalar.
Problem walled_waves()
{
    Problem problem{.grid = box({6, 4, 9}, {1.2, 0.7, 1.0}), .viscosity = 0.03};
    problem.grid.axes[1] = {
        .cells = 4, .lower = 0.0, .upper = 0.7, .nodes = {0.0, 0.1, 0.3, 0.6, 0.7}};
    problem.faces[1] = {.lower = {.kind = FaceKind::no_slip}, .upper = {.kind = FaceKind::no_slip}};
    problem.scalar = Scalar{.diffusivity = 0.1};
    return problem;
}

Problem periodic_box()
{
    return {.grid = box({8, 6, 10}, {2 * std::numbers::pi, 2 * std::numbers::pi, std::numbers::pi}),
            .viscosity = 0.03};
}

std::vector<double> state_in(const Problem& problem)
{
    return state_to_observe(problem, swirl(), layers).state;
}

/// The part of an axis that belongs to a value of a quantity; with walls no velocity is on them.
double weight(const Problem& problem, std::size_t quantity, std::size_t axis, std::int64_t at)
{
    const Axis& along = problem.grid.axes.at(axis);
    const double own = width_of(along, at);
    const bool is_last = at + 1 == along.cells;
    const bool is_periodic = problem.faces.at(axis).lower.kind == FaceKind::periodic;
    const double next =
        is_last ? (is_periodic ? width_of(along, 0) : 0.0) : width_of(along, at + 1);
    return (quantity == axis ? 0.5 * (own + next) : own) / (along.upper - along.lower);
}

/// [quantity][mode] of a state by the definition of the transform.
Table plain_spectra(const Problem& problem, std::span<const double> state, std::size_t axis,
                    std::optional<LayerOfCells> layer)
{
    const auto& axes = problem.grid.axes;
    const std::array<std::int64_t, 3> cells{axes[0].cells, axes[1].cells, axes[2].cells};
    const std::size_t first = axis == 0 ? 1 : 0;
    const std::size_t second = axis == 2 ? 1 : 2;
    Table table;
    for (std::size_t quantity = 0; quantity < spectrum_quantities(problem); ++quantity) {
        const auto values = state.subspan(quantity * static_cast<std::size_t>(points(problem)));
        std::vector<double>& of =
            table.emplace_back(static_cast<std::size_t>(cells.at(axis) / 2 + 1), 0.0);
        for (std::int64_t a = 0; a < cells.at(first); ++a) {
            for (std::int64_t b = 0; b < cells.at(second); ++b) {
                double part = 1.0;
                for (const auto& [across, at] : {std::pair{first, a}, std::pair{second, b}}) {
                    const bool is_layer =
                        layer && static_cast<std::size_t>(layer->across) == across;
                    part *= !is_layer            ? weight(problem, quantity, across, at)
                            : layer->index == at ? 1.0
                                                 : 0.0;
                }
                for (std::size_t mode = 0; mode < of.size(); ++mode) {
                    std::complex<double> sum = 0.0;
                    for (std::int64_t n = 0; n < cells.at(axis); ++n) {
                        std::array<std::int64_t, 3> at{};
                        at.at(axis) = n;
                        at.at(first) = a;
                        at.at(second) = b;
                        const double value = values[static_cast<std::size_t>(
                            (at[2] * cells[1] + at[1]) * cells[0] + at[0])];
                        sum += value *
                               std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(mode) *
                                                   static_cast<double>(n) /
                                                   static_cast<double>(cells.at(axis)));
                    }
                    const bool is_alone =
                        mode == 0 || 2 * static_cast<std::int64_t>(mode) == cells.at(axis);
                    const auto all = static_cast<double>(cells.at(axis));
                    of[mode] += part * (is_alone ? 1.0 : 2.0) * std::norm(sum) / (all * all);
                }
            }
        }
    }
    return table;
}

void expect_near(const Table& found, const Table& expected)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t quantity = 0; quantity < found.size(); ++quantity) {
        ASSERT_EQ(found[quantity].size(), expected[quantity].size());
        for (std::size_t mode = 0; mode < found[quantity].size(); ++mode) {
            EXPECT_NEAR(found[quantity][mode], expected[quantity][mode], order_of_sums)
                << quantity << ", mode " << mode;
        }
    }
}

void expect_plain_spectra(const runtime::Machine& machine)
{
    for (const Problem& problem : {walled_waves(), periodic_box()}) {
        const std::vector<double> state = state_in(problem);
        const runtime::Array there = machine.copied_and_wait(std::as_bytes(std::span{state}));
        const std::span<const double> on_machine{there.as<double>(), state.size()};
        Spectra<double> spectra{problem, whole(problem), machine};
        for (const int axis : {0, 1, 2}) {
            if (spectrum_objection(problem, axis)) {
                continue;
            }
            for (const std::optional<LayerOfCells>& layer :
                 {std::optional<LayerOfCells>{},
                  std::optional{LayerOfCells{.across = axis == 1 ? 2 : 1, .index = 2}}}) {
                expect_near(spectra.along_and_wait(axis, layer, on_machine, nullptr),
                            plain_spectra(problem, state, static_cast<std::size_t>(axis), layer));
            }
        }
    }
}

TEST(Spectra, are_those_of_the_definition)
{
    expect_plain_spectra(*runtime::make_host_machine(2));
}

/// Sums over all modes are mean squares, however lines lie.
TEST(Spectra, have_the_mean_squares_as_sums)
{
    const Problem problem = walled_waves();
    Solver solver = started_with(problem, swirl(), layers);
    const std::vector<double> state = state_of(solver);
    const double energy = solver.observed_and_wait().kinetic_energy;
    const auto machine = runtime::make_host_machine(1);
    Spectra<double> spectra{problem, whole(problem), *machine};
    for (const int axis : {0, 2}) {
        const Table table = spectra.along_and_wait(axis, {}, state, nullptr);
        double sum = 0.0;
        for (std::size_t component = 0; component < 3; ++component) {
            for (const double value : table.at(component)) {
                sum += 0.5 * value;
            }
        }
        EXPECT_NEAR(sum, energy, order_of_sums);
    }
}

/// The state of waves along x, y and z, 2, 1 and 2 on the box.
std::vector<double> wave_state(const Problem& problem)
{
    std::vector<double> state;
    const auto& axes = problem.grid.axes;
    for (int component = 0; component < 3; ++component) {
        for (std::int64_t k = 0; k < axes[2].cells; ++k) {
            for (std::int64_t j = 0; j < axes[1].cells; ++j) {
                for (std::int64_t i = 0; i < axes[0].cells; ++i) {
                    const double phase =
                        2.0 * std::numbers::pi *
                        (2.0 * static_cast<double>(i) / static_cast<double>(axes[0].cells) +
                         static_cast<double>(j) / static_cast<double>(axes[1].cells) +
                         2.0 * static_cast<double>(k) / static_cast<double>(axes[2].cells));
                    state.push_back(component + std::cos(phase));
                }
            }
        }
    }
    return state;
}

void expect_shells(const runtime::Machine& machine)
{
    const Problem problem = periodic_box();
    const std::vector<double> state = wave_state(problem);
    const runtime::Array there = machine.copied_and_wait(std::as_bytes(std::span{state}));
    Spectra<double> spectra{problem, whole(problem), machine};
    const Table table = spectra.in_shells_and_wait({there.as<double>(), state.size()}, nullptr);
    const std::vector<double> waves = shell_wave_numbers(problem);
    ASSERT_EQ(waves.size(), table.front().size());
    // The box is half as long along z, so that two waves there have the wave number 4.
    const auto shell = static_cast<std::size_t>(std::lround(std::sqrt(4.0 + 1.0 + 16.0)));
    EXPECT_NEAR(waves.at(shell), static_cast<double>(shell), 1e-14);
    for (std::size_t component = 0; component < 3; ++component) {
        for (std::size_t n = 0; n < waves.size(); ++n) {
            const auto mean = static_cast<double>(component);
            EXPECT_NEAR(table[component][n],
                        n == 0       ? mean * mean
                        : n == shell ? 0.5
                                     : 0.0,
                        order_of_sums);
        }
    }
}

TEST(Spectra, have_a_wave_in_its_shell)
{
    expect_shells(*runtime::make_host_machine(2));
}

TEST(Spectra, are_refused_along_walls)
{
    EXPECT_FALSE(spectrum_objection(walled_waves(), 0));
    EXPECT_TRUE(spectrum_objection(walled_waves(), 1));
    EXPECT_TRUE(shells_objection(walled_waves()));
    EXPECT_FALSE(shells_objection(periodic_box()));
    const Problem flat{.grid = box({8, 6, 1}, {1, 1, 1}), .viscosity = 0.1};
    EXPECT_TRUE(spectrum_objection(flat, 2));
    EXPECT_FALSE(shells_objection(flat));
}

void expect_what_one_rank_finds(const runtime::Machine& machine, const std::vector<int>& sizes)
{
    for (const Problem& problem : {walled_waves(), periodic_box()}) {
        const std::vector<double> state = state_in(problem);
        const auto host = runtime::make_host_machine(1);
        Spectra<double> alone{problem, whole(problem), *host};
        for (const int size : sizes) {
            test::on_ranks(size, [&](const Communicator& ranks) {
                machine.select();
                const poisson::Planes own = planes_of_rank(problem, ranks.rank(), size);
                const auto array = static_cast<std::size_t>(points(problem));
                std::vector<double> mine;
                for (std::size_t n = 0; n < spectrum_quantities(problem); ++n) {
                    const auto begin = state.begin() + static_cast<std::ptrdiff_t>(n * array);
                    const std::vector<double> part =
                        cut(std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(array)),
                            problem.grid.axes[2].cells, own);
                    mine.insert(mine.end(), part.begin(), part.end());
                }
                const runtime::Array there =
                    machine.copied_and_wait(std::as_bytes(std::span{mine}));
                const std::span<const double> on_machine{there.as<double>(), mine.size()};
                Spectra<double> spectra{problem, on_rank(problem, ranks), machine};
                for (const int axis : {0, 2}) {
                    for (const std::optional<LayerOfCells>& layer :
                         {std::optional<LayerOfCells>{},
                          std::optional{LayerOfCells{.across = axis == 0 ? 2 : 1, .index = 3}}}) {
                        expect_near(
                            spectra.along_and_wait(axis, layer, on_machine, nullptr),
                            plain_spectra(problem, state, static_cast<std::size_t>(axis), layer));
                    }
                }
                if (!shells_objection(problem)) {
                    const Table found = spectra.in_shells_and_wait(on_machine, nullptr);
                    if (ranks.rank() == 0) {
                        expect_near(found, alone.in_shells_and_wait(state, nullptr));
                    }
                }
            });
        }
    }
}

TEST(Spectra, of_ranks_are_those_of_one)
{
    expect_what_one_rank_finds(*runtime::make_host_machine(1), {1, 2, 3});
}

class SpectraOnDevice : public test::OnDevice {};

TEST_F(SpectraOnDevice, are_those_of_the_definition)
{
    expect_plain_spectra(*runtime::make_cuda_machine());
    expect_shells(*runtime::make_cuda_machine());
}

TEST_F(SpectraOnDevice, of_ranks_are_those_of_one)
{
    expect_what_one_rank_finds(*runtime::make_cuda_machine(), {2, 3});
}

}  // namespace
}  // namespace tobiuo::flow
