// SPDX-License-Identifier: BSD-3-Clause
// Solves on the device against those on the host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/program/machine_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/device.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using test::random_values;
using test::refusal;
using test::relative_difference;
using ::testing::HasSubstr;

enum class Arrays { one, two };

/// The tolerance in eps. An elimination rounds once for each row; one of the two solves may use
/// recurrences along the last axis, which round in another way; convolutions round twice. A line of
/// one dimension with three points is integrated on both sides, and rounded a few times at the end;
/// with other operators it is transformed.
double tolerance(const Problem& problem)
{
    const auto convolves = [&](const Axis& axis) { return !fft::is_smooth(axis.cells); };
    const bool is_line = std::ranges::count(problem.grid.axes, 1, &Axis::cells) == 2;
    return eliminated_axis(problem)           ? 1024.0
           : is_line && problem.lambda == 0.0 ? (problem.op == Operator::second_order ? 4.0 : 8.0)
           : std::ranges::any_of(problem.grid.axes, convolves) ? 96.0
                                                               : 48.0;
}

/// Solves twice, because the second solve finds the counters and means of the first.
template <typename T>
void expect_agreement(Problem problem, Arrays arrays)
{
    problem.precision = precision_of<T>;
    const std::vector<T> f = random_values<T>(problem, 11);
    const HostSolver host{problem};
    std::vector<T> expected(f.size());
    const Solved by_host = host.solve(std::span<const T>{f}, std::span<T>{expected});
    const MachineSolver solver{problem, Backend::cuda};
    SCOPED_TRACE(describe(problem) + ": " + solver.describe());
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<T> on_device{f.size()};
    const device::DeviceBuffer<T> other{arrays == Arrays::two ? f.size() : 0};
    T* const u = arrays == Arrays::two ? other.data() : on_device.data();
    for (int time = 0; time < 2; ++time) {
        device::copy_to_device<T>(on_device.data(), f, stream.get());
        solver.solve(on_device.data(), u, stream.get());
        std::vector<T> found(f.size());
        device::copy_to_host<T>(found, u, stream.get());
        const Solved by_device = solver.solved(stream.get());

        const double epsilon = std::numeric_limits<T>::epsilon();
        EXPECT_LE(relative_difference(found, expected), tolerance(problem) * epsilon);
        EXPECT_NEAR(by_device.removed_mean, by_host.removed_mean, 16.0 * epsilon);
    }
    if (arrays == Arrays::two) {
        std::vector<T> kept(f.size());
        device::copy_to_host<T>(kept, on_device.data(), stream.get());
        device::synchronize(stream.get());
        EXPECT_EQ(kept, f) << "f is not kept";
    }
}

class PoissonSolverOnDevice : public test::OnDevice {};

TEST_F(PoissonSolverOnDevice, agrees_with_the_host_for_every_pair_of_ends_on_every_axis)
{
    for (std::size_t x = 0; x < all_sides.size(); ++x) {
        for (std::size_t y = 0; y < all_sides.size(); ++y) {
            const std::size_t z = (x + 2 * y) % all_sides.size();
            const bool even = (x + y) % 2 == 0;
            // Planes not merged, and merged.
            const Problem problem = box({even ? 64 : 45, even ? 90 : 40, even ? 101 : 48},
                                        {all_sides.at(x), all_sides.at(y), all_sides.at(z)},
                                        even ? Location::cell : Location::node);
            expect_agreement<double>(problem, even ? Arrays::one : Arrays::two);
        }
    }
}

TEST_F(PoissonSolverOnDevice, agrees_in_single_precision_with_merged_passes_and_without)
{
    const Sides periodic = all_sides[0];
    const Sides mixed = all_sides[3];
    expect_agreement<float>(box({256, 192, 200}, {periodic, periodic, periodic}), Arrays::two);
    expect_agreement<float>(box({200, 192, 256}, {mixed, all_sides[1], all_sides[2]}), Arrays::two);
    expect_agreement<float>(box({96, 96, 96}, {all_sides[2], periodic, mixed}), Arrays::one);
    expect_agreement<float>(box({63, 64, 65}, {mixed, all_sides[1], periodic}, Location::node),
                            Arrays::one);
}

TEST_F(PoissonSolverOnDevice, agrees_in_fewer_dimensions_and_with_a_helmholtz_constant)
{
    const Sides periodic = all_sides[0];
    Problem plane = box({512, 300, 1}, {all_sides[2], all_sides[1], periodic});
    expect_agreement<double>(plane, Arrays::two);
    plane.lambda = -7.0;
    expect_agreement<double>(plane, Arrays::two);
    expect_agreement<double>(box({1, 64, 1000}, {periodic, periodic, all_sides[4]}), Arrays::one);
}

TEST_F(PoissonSolverOnDevice, agrees_along_lines_of_any_length)
{
    const Sides periodic = all_sides[0];
    for (const std::int64_t cells : {2, 33, 2048, 4001, 100003}) {
        for (const Sides& ends : all_sides) {
            for (const Location location : {Location::cell, Location::node}) {
                const Problem line = box({cells, 1, 1}, {ends, periodic, periodic}, location);
                expect_agreement<double>(line, Arrays::two);
                expect_agreement<float>(line, Arrays::one);
            }
        }
    }
}

TEST_F(PoissonSolverOnDevice, agrees_along_lines_of_nodes_with_any_operator)
{
    for (const std::int64_t cells : {4, 33, 1000, 2048, 4000}) {
        for (const std::size_t ends : {std::size_t{1}, std::size_t{2}}) {
            for (const Operator op : test::all_operators) {
                Problem line = box({cells, 1, 1}, {all_sides.at(ends), all_sides[0], all_sides[0]},
                                   Location::node);
                line.op = op;
                expect_agreement<float>(line, Arrays::one);
                line.lambda = -1.5;
                expect_agreement<double>(line, Arrays::two);
            }
        }
    }
}

/// Operators of more than three points, and a lambda that may make a pivot vanish, exclude
/// recurrences.
TEST_F(PoissonSolverOnDevice, agrees_where_the_last_axis_is_transformed_too)
{
    for (std::size_t z = 0; z < all_sides.size(); ++z) {
        for (const Location location : {Location::cell, Location::node}) {
            Problem problem =
                box({48, 40, 64}, {all_sides[0], all_sides[2], all_sides.at(z)}, location);
            problem.op = z % 2 == 0 ? Operator::fourth_order : Operator::spectral;
            expect_agreement<double>(problem, Arrays::two);
        }
    }
    Problem merged = box({256, 192, 200}, {all_sides[0], all_sides[0], all_sides[0]});
    merged.op = Operator::spectral;
    expect_agreement<float>(merged, Arrays::two);
    Problem helmholtz = box({64, 60, 50}, {all_sides[0], all_sides[1], all_sides[2]});
    helmholtz.lambda = 5.0;
    expect_agreement<double>(helmholtz, Arrays::one);
}

/// Convolutions, also in merged passes and with the shared memory of a whole block.
TEST_F(PoissonSolverOnDevice, agrees_where_lengths_have_large_prime_factors)
{
    for (std::size_t z = 0; z < all_sides.size(); ++z) {
        for (const Location location : {Location::cell, Location::node}) {
            const std::size_t x = (z + 2) % all_sides.size();
            Problem problem =
                box({34, 51, 38}, {all_sides.at(x), all_sides[2], all_sides.at(z)}, location);
            expect_agreement<double>(problem, Arrays::one);
            problem.op = Operator::fourth_order;  // the last axis is transformed
            expect_agreement<float>(problem, Arrays::two);
        }
    }
    expect_agreement<float>(box({272, 170, 257}, {all_sides[0], all_sides[0], all_sides[0]}),
                            Arrays::one);
    expect_agreement<double>(
        box({187, 254, 136}, {all_sides[1], all_sides[2], all_sides[1]}, Location::node),
        Arrays::two);
    expect_agreement<double>(box({4099, 509, 1}, {all_sides[2], all_sides[0], all_sides[0]}),
                             Arrays::two);
    expect_agreement<float>(
        box({1021, 1031, 4}, {all_sides[1], all_sides[2], all_sides[2]}, Location::node),
        Arrays::two);
}

/// Recurrences need neither a transform along the last axis nor a factorisation of its length.
TEST_F(PoissonSolverOnDevice, agrees_where_the_last_axis_is_long_or_of_prime_length)
{
    expect_agreement<double>(box({32, 24, 509}, {all_sides[0], all_sides[2], all_sides[2]}),
                             Arrays::two);
    expect_agreement<float>(box({33, 24, 101}, {all_sides[1], all_sides[2], all_sides[3]}),
                            Arrays::two);
    expect_agreement<double>(
        box({16, 8, 4096}, {all_sides[2], all_sides[2], all_sides[1]}, Location::node),
        Arrays::one);
    expect_agreement<float>(box({16, 8, 4000}, {all_sides[0], all_sides[0], all_sides[0]}),
                            Arrays::one);
    expect_agreement<double>(box({64, 3, 2}, {all_sides[0], all_sides[0], all_sides[2]}),
                             Arrays::one);
}

TEST_F(PoissonSolverOnDevice, agrees_along_a_stretched_axis)
{
    const Sides periodic = all_sides[0];
    const Problem closed = box({64, 60, 50}, {periodic, all_sides[2], all_sides[2]});
    expect_agreement<double>(test::stretched(closed, 2), Arrays::two);
    expect_agreement<double>(test::stretched(closed, 1), Arrays::one);
    const Problem mixed = box({45, 32, 40}, {all_sides[3], periodic, all_sides[1]}, Location::node);
    expect_agreement<double>(test::stretched(mixed, 0), Arrays::two);
    expect_agreement<float>(test::stretched(mixed, 2), Arrays::two);
    expect_agreement<float>(
        test::stretched(box({64, 48, 512}, {periodic, periodic, all_sides[2]}), 2), Arrays::two);
    // In double the elimination on the host is what loses digits of the smoothest modes.
    expect_agreement<float>(
        test::stretched(box({30, 700, 1}, {all_sides[2], all_sides[2], periodic}), 1), Arrays::one);
    expect_agreement<float>(
        test::stretched(box({8, 12, 2050}, {periodic, all_sides[1], all_sides[2]}), 2),
        Arrays::one);
    expect_agreement<double>(
        test::stretched(box({500, 1, 1}, {all_sides[1], periodic, periodic}), 0), Arrays::two);
}

TEST_F(PoissonSolverOnDevice, agrees_with_open_ends_of_any_axis)
{
    const Sides periodic = all_sides[0];
    const Sides neumann = all_sides[2];
    constexpr Condition open = Condition::open;
    for (const Sides& ends :
         {Sides{open, open}, Sides{open, Condition::neumann}, Sides{Condition::dirichlet, open},
          Sides{Condition::neumann, open}, Sides{open, Condition::dirichlet}}) {
        const Problem last = box({64, 48, 50}, {periodic, neumann, ends});
        const Problem middle = box({64, 60, 50}, {periodic, ends, neumann}, Location::node);
        const Problem first = box({60, 48, 50}, {ends, periodic, neumann});
        for (const Problem& problem : {last, middle, first}) {
            expect_agreement<double>(problem, Arrays::two);
            expect_agreement<float>(problem, Arrays::one);
        }
        expect_agreement<double>(test::stretched(last, 2), Arrays::one);
        expect_agreement<double>(box({300, 1, 1}, {ends, periodic, periodic}), Arrays::one);
        expect_agreement<double>(box({64, 300, 1}, {periodic, ends, periodic}), Arrays::one);
    }
}

/// Rows of an odd number of unknowns, which go through a work array: merged and not, padded to
/// transactions and to sectors.
TEST_F(PoissonSolverOnDevice, agrees_where_rows_are_padded_in_between)
{
    const Sides dirichlet = all_sides[1];
    const Sides neumann = all_sides[2];
    for (const Arrays arrays : {Arrays::one, Arrays::two}) {
        expect_agreement<float>(
            box({256, 192, 160}, {dirichlet, neumann, dirichlet}, Location::node), arrays);
        expect_agreement<double>(box({160, 128, 96}, {neumann, dirichlet, neumann}, Location::node),
                                 arrays);
        expect_agreement<double>(box({99, 90, 1}, {all_sides[0], neumann, dirichlet}), arrays);
    }
    const Problem problem = box({160, 128, 96}, {neumann, dirichlet, neumann}, Location::node);
    const MachineSolver solver{problem, Backend::cuda};
    EXPECT_GT(solver.workspace_bytes(), 161U * 127U * 97U * sizeof(double));
    EXPECT_EQ(solver.workspace_bytes(),
              MachineSolver::needs(problem, Backend::cuda).workspace_bytes);
}

/// A function that gives the values of an array.
fft::PlaceFunction loading_an_array()
{
    return {.source =
                "Real value(long long index, const void* data)"
                "{ return static_cast<const Real*>(data)[index]; }",
            .function = "value"};
}

/// The same with pairs.
fft::PlaceFunction loading_pairs_of_an_array()
{
    fft::PlaceFunction function = loading_an_array();
    function.source +=
        "void values_of(long long index, Real (&values)[2], const void* data)"
        "{ for (int c = 0; c < 2; ++c) { values[c] = value(index + c, data); } }";
    function.pair_function = "values_of";
    return function;
}

template <typename T>
void expect_the_solve_of_an_array(Problem problem, const fft::PlaceFunction& function)
{
    problem.precision = precision_of<T>;
    const device::Stream stream = device::make_stream();
    const std::vector<T> f = random_values<T>(problem, 11);
    const device::DeviceBuffer<T> in = device::uploaded(f, stream.get());
    const device::DeviceBuffer<T> expected{f.size()};
    const device::DeviceBuffer<T> found{f.size()};
    const MachineSolver plain{problem, Backend::cuda};
    plain.solve(in.data(), expected.data(), stream.get());
    const MachineSolver loading{problem, Backend::cuda, {.load = function}};
    ASSERT_TRUE(loading.takes_load());
    loading.solve_loaded(in.data(), found.data(), stream.get());
    EXPECT_EQ(device::fetch_and_wait(found, stream.get()),
              device::fetch_and_wait(expected, stream.get()))
        << describe(problem);
}

TEST_F(PoissonSolverOnDevice, takes_f_from_a_function_with_the_same_bits)
{
    for (const Sides& sides : {Sides{}, Sides{Condition::neumann, Condition::neumann},
                               Sides{Condition::dirichlet, Condition::neumann}}) {
        for (const std::array<std::int64_t, 3>& cells :
             {std::array<std::int64_t, 3>{32, 16, 12}, {63, 20, 9}, {1, 24, 10}, {128, 128, 8}}) {
            const Sides along_x = cells[0] == 1 ? Sides{} : sides;
            const Problem problem = box(cells, {along_x, sides, sides});
            for (const auto& function : {loading_an_array(), loading_pairs_of_an_array()}) {
                expect_the_solve_of_an_array<double>(problem, function);
                expect_the_solve_of_an_array<float>(problem, function);
            }
        }
    }
}

TEST_F(PoissonSolverOnDevice, takes_no_function_where_no_pass_can_call_it)
{
    const Problem line = box({1, 1, 32}, {});
    const MachineSolver solver{line, Backend::cuda, {.load = loading_an_array()}};
    EXPECT_FALSE(solver.takes_load());
    const device::DeviceBuffer<double> u{32};
    EXPECT_THROW(solver.solve_loaded(u.data(), u.data(), nullptr), std::logic_error);
    const Problem cube = box({8, 8, 8}, {});
    const MachineSolver loading{cube, Backend::cuda, {.load = loading_an_array()}};
    const device::DeviceBuffer<double> all{512};
    EXPECT_THROW(loading.solve(all.data(), all.data(), nullptr), std::logic_error);
}

TEST_F(PoissonSolverOnDevice, solvers_on_two_streams_do_not_disturb_each_other)
{
    struct One {
        Problem problem;
        MachineSolver solver{problem, Backend::cuda};
        device::Stream stream = device::make_stream();
        std::vector<double> f = random_values<double>(problem, 3);
        device::DeviceBuffer<double> array{f.size()};
    };
    const std::array both{
        One{box({128, 96, 80}, {all_sides[2], all_sides[1], all_sides[0]})},
        One{box({120, 90, 100}, {all_sides[1], all_sides[2], all_sides[1]}, Location::node)}};
    for (const One& one : both) {
        device::copy_to_device<double>(one.array.data(), one.f, one.stream.get());
    }
    constexpr int times = 20;
    for (int time = 0; time < times; ++time) {  // each solve in place, of the previous result
        for (const One& one : both) {
            one.solver.solve(one.array.data(), one.array.data(), one.stream.get());
        }
    }
    for (const One& one : both) {
        SCOPED_TRACE(one.solver.describe());
        std::vector<double> found(one.f.size());
        device::copy_to_host<double>(found, one.array.data(), one.stream.get());
        device::synchronize(one.stream.get());
        const device::DeviceBuffer<double> alone{one.f.size()};
        device::copy_to_device<double>(alone.data(), one.f, one.stream.get());
        for (int time = 0; time < times; ++time) {
            one.solver.solve(alone.data(), alone.data(), one.stream.get());
        }
        std::vector<double> expected(one.f.size());
        device::copy_to_host<double>(expected, alone.data(), one.stream.get());
        device::synchronize(one.stream.get());
        EXPECT_EQ(found, expected);
    }
}

/// Checks the discrete equation of a unit impulse in some rows, to the rounding of its largest
/// terms; far from the impulse this means that u is smooth.
class ImpulseSolve {
public:
    /// The rows {y, z} of a periodic box, at x = 9.
    ImpulseSolve(const Problem& problem, std::array<std::int64_t, 2> row)
        : problem_{problem}, impulse_{row}, u_{static_cast<std::size_t>(points(problem))}
    {
        device::clear(u_, "clear u", stream_.get());
        const std::array<float, 1> one{1.0F};
        device::copy_to_device<float>(u_.data() + place_of(row) + impulse_x, one, stream_.get());
        device::synchronize(stream_.get());
    }

    void solve(const MachineSolver& solver)
    {
        solver.solve(u_.data(), u_.data(), stream_.get());
        device::synchronize(stream_.get());
    }

    void expect_equation_in(std::array<std::int64_t, 2> row) const
    {
        const auto own = values_of(row);
        std::array<std::vector<float>, 4> neighbours;
        std::size_t number = 0;
        for (const std::size_t axis : {0U, 1U}) {
            const std::int64_t count = unknowns(problem_, static_cast<int>(axis) + 1).count;
            for (const std::int64_t step : {std::int64_t{1}, count - 1}) {
                auto other = row;
                other.at(axis) = (other.at(axis) + step) % count;
                neighbours.at(number++) = values_of(other);
            }
        }
        std::vector<double> residual;
        for (std::size_t x = 0; x < own.size(); ++x) {
            const double f = (row == impulse_ && x == impulse_x ? 1.0 : 0.0) -
                             1.0 / static_cast<double>(points(problem_));
            const double middle = own[x];
            const double along_x =
                own[(x + 1) % own.size()] - 2.0 * middle + own[(x + own.size() - 1) % own.size()];
            const double along_y = neighbours[0][x] - 2.0 * middle + neighbours[1][x];
            const double along_z = neighbours[2][x] - 2.0 * middle + neighbours[3][x];
            const double sum = along_x / squared(0) + along_y / squared(1) + along_z / squared(2);
            residual.push_back(f - sum);
        }
        const double largest_u = test::largest(std::vector<double>(own.begin(), own.end()));
        EXPECT_GT(largest_u, 0.0);
        EXPECT_LE(test::largest(residual), test::residual_tolerance(problem_, largest_u, 0.0))
            << "in row " << row[0] << ", " << row[1];
    }

private:
    static constexpr std::size_t impulse_x = 9;

    [[nodiscard]] double squared(std::size_t axis) const
    {
        return std::pow(problem_.grid.axes.at(axis).spacing(), 2);
    }
    [[nodiscard]] std::size_t place_of(std::array<std::int64_t, 2> row) const
    {
        return static_cast<std::size_t>((row[1] * unknowns(problem_, 1).count + row[0]) *
                                        unknowns(problem_, 0).count);
    }
    [[nodiscard]] std::vector<float> values_of(std::array<std::int64_t, 2> row) const
    {
        std::vector<float> values(static_cast<std::size_t>(unknowns(problem_, 0).count));
        device::copy_to_host<float>(values, u_.data() + place_of(row), stream_.get());
        device::synchronize(stream_.get());
        return values;
    }

    const Problem& problem_;
    std::array<std::int64_t, 2> impulse_;
    device::Stream stream_ = device::make_stream();
    device::DeviceBuffer<float> u_;
};

TEST_F(PoissonSolverOnDevice, solves_boxes_of_more_than_2_31_unknowns)
{
    const Sides periodic = all_sides[0];
    Problem problem = box({1300, 1300, 1300}, {periodic, periodic, periodic});
    problem.precision = Precision::fp32;
    if (points(problem) * 4 > device::free_device_bytes(0)) {
        GTEST_SKIP() << "no memory for " << describe(problem);
    }
    const MachineSolver solver{problem, Backend::cuda};
    SCOPED_TRACE(solver.describe());
    ImpulseSolve impulse{problem, {1298, 1297}};

    impulse.solve(solver);

    for (const std::int64_t z : {0, 1296, 1297, 1299}) {
        for (const std::int64_t y : {0, 650, 1298, 1299}) {
            impulse.expect_equation_in({y, z});
        }
    }
}

TEST_F(PoissonSolverOnDevice, refuses_arrays_and_problems_that_do_not_fit)
{
    Problem problem = box({16, 16, 16}, {all_sides[0], all_sides[0], all_sides[0]});
    const MachineSolver solver{problem, Backend::cuda};
    const device::DeviceBuffer<double> f{2 * 4096};
    const auto solve = [&](const double* from, double* to) {
        return refusal([&] { solver.solve(from, to, nullptr); });
    };

    EXPECT_THAT(solve(nullptr, f.data()), HasSubstr("is null"));
    EXPECT_THAT(solve(f.data(), f.data() + 1), HasSubstr("is not aligned to 16 bytes"));
    EXPECT_THAT(solve(f.data(), f.data() + 64), HasSubstr("overlap in part"));
    const device::DeviceBuffer<float> single{4096};
    EXPECT_THAT(refusal([&] { solver.solve(single.data(), single.data(), nullptr); }),
                HasSubstr("not in the problem's precision"));

    problem.lambda = std::pow(2.0 * std::sin(M_PI / 16.0) / problem.grid.axes[0].spacing(), 2);
    EXPECT_THAT(refusal([&] {
                    static_cast<void>(MachineSolver{problem, Backend::cuda});
                }),
                HasSubstr("hits the eigenvalue"));
    const Problem large = box({17 * 1024, 16, 16}, {all_sides[0], all_sides[0], all_sides[0]});
    EXPECT_THAT(MachineSolver::unsupported_reason(large, Backend::cuda).value_or(""),
                HasSubstr("the x axis needs transforms of 17408"));
    EXPECT_THAT(refusal([&] {
                    static_cast<void>(MachineSolver{large, Backend::cuda});
                }),
                HasSubstr("17408 points"));
}

}  // namespace
}  // namespace tobiuo::poisson
