// SPDX-License-Identifier: BSD-3-Clause
// What ranks find out about their parts of a state, beside one that has all of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "solvers/flow/recycling.hpp"
#include "solvers/flow/state_observer.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/solvers/flow/state_to_observe.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

/// The part of a state that a rank has: of each array its planes, but of a lower outflow across z all
/// on the first rank.
std::vector<double> cut_state(const Problem& problem, const std::vector<double>& state,
                              const poisson::Planes& own)
{
    const auto& axes = problem.grid.axes;
    const auto all = static_cast<std::size_t>(points(problem));
    std::vector<double> part;
    auto from = state.begin();
    const auto add = [&](std::size_t count, bool is_cut) {
        const std::vector<double> array(from, from + static_cast<std::ptrdiff_t>(count));
        from += static_cast<std::ptrdiff_t>(count);
        const std::vector<double> mine = is_cut           ? cut(array, axes[2].cells, own)
                                         : own.first == 0 ? array
                                                          : std::vector<double>{};
        part.insert(part.end(), mine.begin(), mine.end());
    };
    for (int component = 0; component < 3; ++component) {
        add(all, true);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (problem.faces.at(axis).lower.kind == FaceKind::outflow) {
            add(all / static_cast<std::size_t>(axes.at(axis).cells), axis < 2);
        }
    }
    if (state_has_pressure(problem)) {
        add(all, true);
    }
    if (problem.scalar) {
        add(all, true);
    }
    if (problem.projections == 1) {
        add(all, true);
        add(static_cast<std::size_t>(axes[2].cells), true);
    }
    if (const auto face = recycled_face(problem)) {
        const auto across =
            static_cast<std::size_t>(axes.at(static_cast<std::size_t>(*face / 2)).cells);
        for (int component = 0; component < 3; ++component) {
            add(all / across, true);
        }
    }
    return part;
}

/// Points in cells of all planes, at their ends and on the faces of the box.
std::vector<std::array<double, 3>> points_in(const Problem& problem)
{
    std::vector<std::array<double, 3>> points;
    for (int n = 0; n <= 30; ++n) {
        const double part = n / 30.0;
        std::array<double, 3> point{0.3, 0.7, part};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Axis& along = problem.grid.axes.at(axis);
            point.at(axis) = along.lower + point.at(axis) * (along.upper - along.lower);
        }
        points.push_back(point);
    }
    return points;
}

/// The cells in the middle of x and y, of all planes but the first one.
CellBox some_cells(const Problem& problem)
{
    const auto& axes = problem.grid.axes;
    return {.first = {axes[0].cells / 3, 1, 1},
            .count = {axes[0].cells - axes[0].cells / 3, axes[1].cells - 2, axes[2].cells - 1}};
}

/// What is found out about a state, the same on all ranks; but for cells, of which a rank has its
/// own.
struct Found {
    Gradients gradients;
    std::array<std::vector<double>, 3> means;
    std::vector<PointValues> at_points;
    std::vector<double> cells;
};

Found found_by(const Problem& problem, const Placement& placement, const runtime::Machine& machine,
               const StateToObserve& snapshot)
{
    StateObserver<double> observer{problem, placement, machine};
    const runtime::Array state = machine.copied_and_wait(std::as_bytes(std::span{snapshot.state}));
    const runtime::Array pressure =
        machine.copied_and_wait(std::as_bytes(std::span{snapshot.pressure}));
    Found found{.gradients = observer.gradients_and_wait(state.as<double>(), nullptr),
                .means = {},
                .at_points = observer.point_values_and_wait(points_in(problem), state.as<double>(),
                                                            pressure.as<double>(), nullptr),
                .cells = {}};
    for (int axis = 0; axis < 3; ++axis) {
        found.means.at(static_cast<std::size_t>(axis)) =
            observer.layer_means_and_wait(axis, state.as<double>(), pressure.as<double>(), nullptr);
    }
    const CellBox cells = some_cells(problem);
    const std::int64_t count = observer.own_part(cells).cells();
    found.cells.resize(static_cast<std::size_t>((problem.scalar ? 5 : 4) * count));
    const runtime::Array to = machine.allocate(std::span{found.cells}.size_bytes());
    observer.copy_cells(cells, observer.join(state.as<double>(), pressure.as<double>(), nullptr),
                        {.velocity = to.as<double>(),
                         .pressure = to.as<double>() + 3 * count,
                         .scalar = problem.scalar ? to.as<double>() + 4 * count : nullptr},
                        nullptr);
    machine.read_and_wait(std::as_writable_bytes(std::span{found.cells}), to.data(), nullptr);
    observer.check_arrival();
    return found;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n) {
        EXPECT_NEAR(found[n], expected[n], tolerance) << n;
    }
}

/// The numbers of gradients one after the other.
std::vector<double> numbers_of(const Gradients& gradients)
{
    std::vector<double> numbers{gradients.dissipation, gradients.enstrophy};
    for (const std::array<double, 3>& face : gradients.shear) {
        numbers.insert(numbers.end(), face.begin(), face.end());
    }
    if (gradients.scalar) {
        numbers.push_back(gradients.scalar->mean);
        numbers.insert(numbers.end(), gradients.scalar->flux.begin(), gradients.scalar->flux.end());
    }
    return numbers;
}

/// The cells of the planes of a rank among those of all, [field][cell][component].
std::vector<double> own_cells(const Problem& problem, const std::vector<double>& all,
                              const poisson::Planes& own)
{
    const CellBox cells = some_cells(problem);
    const std::int64_t first = std::max<std::int64_t>(own.first - cells.first[2], 0);
    const std::int64_t end = own.first + own.count - cells.first[2];
    std::vector<double> part;
    std::size_t begin = 0;
    for (const std::size_t components : {3U, 1U, 1U}) {
        const std::size_t values = components * static_cast<std::size_t>(cells.cells());
        if (begin + values > all.size()) {
            break;  // no scalar
        }
        const std::size_t layer = values / static_cast<std::size_t>(cells.count[2]);
        part.insert(part.end(),
                    all.begin() + static_cast<std::ptrdiff_t>(
                                      begin + layer * static_cast<std::size_t>(first)),
                    all.begin() +
                        static_cast<std::ptrdiff_t>(begin + layer * static_cast<std::size_t>(end)));
        begin += values;
    }
    return part;
}

void expect_what_one_rank_finds(const runtime::Machine& machine, const std::vector<int>& sizes)
{
    for (const Problem& problem : rank_problems()) {
        SCOPED_TRACE(describe(problem));
        const StateToObserve snapshot = state_to_observe(problem, swirl(), layers);
        const auto host = runtime::make_host_machine(1);
        const Found expected = found_by(problem, whole(problem), *host, snapshot);
        for (const int size : sizes) {
            SCOPED_TRACE(std::to_string(size) + " ranks");
            test::on_ranks(size, [&](const Communicator& ranks) {
                machine.select();
                const poisson::Planes own = planes_of_rank(problem, ranks.rank(), size);
                const Found found =
                    found_by(problem, on_rank(problem, ranks), machine,
                             {.state = cut_state(problem, snapshot.state, own),
                              .pressure = cut(snapshot.pressure, problem.grid.axes[2].cells, own)});
                expect_near(numbers_of(found.gradients), numbers_of(expected.gradients),
                            order_of_sums * (1.0 + expected.gradients.enstrophy));
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    expect_near(found.means.at(axis), expected.means.at(axis), order_of_sums);
                }
                for (std::size_t n = 0; n < expected.at_points.size(); ++n) {
                    const auto& [here, there] =
                        std::pair{found.at_points[n], expected.at_points[n]};
                    expect_near({here.begin(), here.end()}, {there.begin(), there.end()},
                                order_of_sums);
                }
                expect_near(found.cells, own_cells(problem, expected.cells, own), order_of_sums);
            });
        }
    }
}

TEST(ObserverRanks, find_what_one_rank_finds)
{
    expect_what_one_rank_finds(*runtime::make_host_machine(1), {1, 2, 3, 4});
}

class ObserverRanksOnDevice : public test::OnDevice {};

TEST_F(ObserverRanksOnDevice, find_what_one_rank_finds)
{
    expect_what_one_rank_finds(*runtime::make_cuda_machine(), {2, 3});
}

}  // namespace
}  // namespace tobiuo::flow
