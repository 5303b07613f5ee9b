// SPDX-License-Identifier: BSD-3-Clause
// The C interface on the CPU: transforms and solves against their definitions, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include "doors/c/tobiuo.h"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr tobiuo_options on_cpu{.backend = TOBIUO_CPU, .threads = 1};

tobiuo_transform transform_of(int kind, std::int64_t x, std::int64_t y, int precision)
{
    return {.extents = {x, y, 1},
            .batch = 1,
            .kind = kind,
            .direction = TOBIUO_FORWARD,
            .precision = precision,
            .placement = TOBIUO_OUT_OF_PLACE};
}

/// A plan that is destroyed at the end of its scope.
struct OwnPlan {
    explicit OwnPlan(const tobiuo_transform& transform)
    {
        EXPECT_EQ(tobiuo_plan_create(&transform, &on_cpu, &plan), TOBIUO_OK) << tobiuo_last_error();
    }
    OwnPlan(const OwnPlan&) = delete;
    OwnPlan& operator=(const OwnPlan&) = delete;
    ~OwnPlan() { EXPECT_EQ(tobiuo_plan_destroy(plan), TOBIUO_OK); }

    tobiuo_plan* plan = nullptr;
};

template <typename Value>
std::int64_t bytes(const std::vector<Value>& values)
{
    return static_cast<std::int64_t>(values.size() * sizeof(Value));
}

template <typename Real>
void expect_a_wave_and_its_way_back(int precision)
{
    constexpr std::int64_t nx = 12;
    constexpr std::int64_t ny = 10;
    std::vector<Real> wave(nx * ny);
    for (std::int64_t y = 0; y < ny; ++y) {
        for (std::int64_t x = 0; x < nx; ++x) {
            wave[static_cast<std::size_t>(y * nx + x)] = static_cast<Real>(
                std::cos(2.0 * std::numbers::pi *
                         (2.0 * static_cast<double>(x) / nx + 3.0 * static_cast<double>(y) / ny)));
        }
    }
    const OwnPlan there{transform_of(TOBIUO_R2C, nx, ny, precision)};
    const OwnPlan back{transform_of(TOBIUO_C2R, nx, ny, precision)};
    std::int64_t in_bytes = 0;
    std::int64_t out_bytes = 0;
    ASSERT_EQ(tobiuo_plan_bytes(there.plan, &in_bytes, &out_bytes), TOBIUO_OK);
    EXPECT_EQ(in_bytes, bytes(wave));
    std::vector<std::complex<Real>> modes(ny * (nx / 2 + 1));
    EXPECT_EQ(out_bytes, bytes(modes));
    ASSERT_EQ(
        tobiuo_plan_execute(there.plan, wave.data(), in_bytes, modes.data(), out_bytes, nullptr),
        TOBIUO_OK);
    const double most = precision == TOBIUO_SINGLE ? 1e-4 : 1e-12;
    for (std::size_t k = 0; k < modes.size(); ++k) {
        EXPECT_NEAR(std::abs(modes[k]), k == 3 * (nx / 2 + 1) + 2 ? nx * ny / 2.0 : 0.0, most) << k;
    }
    std::vector<Real> again(wave.size());
    ASSERT_EQ(
        tobiuo_plan_execute(back.plan, modes.data(), out_bytes, again.data(), in_bytes, nullptr),
        TOBIUO_OK);
    for (std::size_t at = 0; at < wave.size(); ++at) {
        EXPECT_NEAR(again[at] / (nx * ny), wave[at], most) << at;
    }
}

TEST(CInterface, transforms_a_wave_and_back)
{
    expect_a_wave_and_its_way_back<double>(TOBIUO_DOUBLE);
    expect_a_wave_and_its_way_back<float>(TOBIUO_SINGLE);
}

TEST(CInterface, transforms_in_place_both_ways_and_in_batches)
{
    tobiuo_transform asked = transform_of(TOBIUO_C2C, 8, 1, TOBIUO_DOUBLE);
    asked.batch = 3;
    asked.placement = TOBIUO_IN_PLACE;
    const OwnPlan there{asked};
    asked.direction = TOBIUO_INVERSE;
    const OwnPlan back{asked};
    std::vector<std::complex<double>> values(24);
    values[8 + 1] = 1.0;  // an impulse in the second array
    ASSERT_EQ(tobiuo_plan_execute(there.plan, values.data(), bytes(values), values.data(),
                                  bytes(values), nullptr),
              TOBIUO_OK);
    EXPECT_NEAR(std::abs(values[3]), 0.0, 1e-15);
    EXPECT_NEAR(values[8 + 2].imag(), -1.0, 1e-15) << "forward turns by exp(-2 pi i 2 / 8)";
    ASSERT_EQ(tobiuo_plan_execute(back.plan, values.data(), bytes(values), values.data(),
                                  bytes(values), nullptr),
              TOBIUO_OK);
    EXPECT_NEAR(values[8 + 1].real(), 8.0, 1e-14);
}

TEST(CInterface, plans_say_what_they_are)
{
    const OwnPlan own{transform_of(TOBIUO_R2C, 12, 10, TOBIUO_DOUBLE)};
    const char* text = nullptr;
    int backend = -1;
    EXPECT_EQ(tobiuo_plan_describe(own.plan, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("r2c 12x10 double"));
    EXPECT_EQ(tobiuo_plan_backend(own.plan, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_CPU);
    EXPECT_EQ(tobiuo_abi_version(), TOBIUO_ABI_VERSION);
    EXPECT_STRNE(tobiuo_version(), "");
}

TEST(CInterface, transforms_by_cosines_and_refuses_what_cannot_be)
{
    tobiuo_r2r asked{.extents = {4, 1, 1},
                     .batch = 1,
                     .scale = 0.0,  // stands for 1
                     .kinds = {TOBIUO_DCT_2, TOBIUO_DCT_2, TOBIUO_DCT_2},
                     .precision = TOBIUO_DOUBLE,
                     .placement = TOBIUO_IN_PLACE,
                     .reserved = 0};
    tobiuo_r2r_plan* plan = nullptr;
    ASSERT_EQ(tobiuo_r2r_plan_create(&asked, &on_cpu, &plan), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> ones(4, 1.0);
    EXPECT_EQ(tobiuo_r2r_plan_execute(plan, ones.data(), ones.data(), 3, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("in or out has 3 values, but the call needs 4"));
    std::vector<double> other(4);
    EXPECT_EQ(tobiuo_r2r_plan_execute(plan, ones.data(), other.data(), 4, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    ASSERT_EQ(tobiuo_r2r_plan_execute(plan, ones.data(), ones.data(), 4, nullptr), TOBIUO_OK);
    EXPECT_NEAR(ones[0], 8.0, 1e-14);
    EXPECT_NEAR(ones[1], 0.0, 1e-14);
    const char* text = nullptr;
    int backend = -1;
    EXPECT_EQ(tobiuo_r2r_plan_describe(plan, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("r2r 4 dct-2 double"));
    EXPECT_EQ(tobiuo_r2r_plan_backend(plan, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_CPU);
    EXPECT_EQ(tobiuo_r2r_plan_destroy(plan), TOBIUO_OK);

    asked.kinds[1] = 8;
    EXPECT_EQ(tobiuo_r2r_plan_create(&asked, &on_cpu, &plan), TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("kind is 8: tobiuo.h has the numbers from 0 to 7"));
    asked.kinds[1] = TOBIUO_DST_4;
    asked.reserved = 1;
    EXPECT_EQ(tobiuo_r2r_plan_create(&asked, &on_cpu, &plan), TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(plan, nullptr);
}

/// u = x^2 + y between walls along x and y, in single or double precision.
tobiuo_poisson_problem problem_of(std::int64_t cells, int precision)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 1;
        axis.upper = 1.0;
    }
    problem.axes[0].cells = cells;
    problem.axes[0].lower_condition = TOBIUO_DIRICHLET;
    problem.axes[0].upper_condition = TOBIUO_NEUMANN;
    problem.axes[1].cells = cells;
    problem.axes[1].lower_condition = TOBIUO_DIRICHLET;
    problem.axes[1].upper_condition = TOBIUO_DIRICHLET;
    problem.precision = precision;
    return problem;
}

template <typename Real>
double error_of_a_solve(const tobiuo_poisson_problem& problem)
{
    tobiuo_poisson_solver* solver = nullptr;
    EXPECT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::int64_t counts[3] = {};
    EXPECT_EQ(tobiuo_poisson_unknowns(solver, counts), TOBIUO_OK);
    const auto at = [&](int axis, std::int64_t index) {
        double position = 0.0;
        EXPECT_EQ(tobiuo_poisson_position(solver, axis, index, &position), TOBIUO_OK);
        return position;
    };
    std::vector<Real> along_x;  // x^2 at the unknowns, and y likewise
    std::vector<Real> along_y;
    for (std::int64_t i = 0; i < counts[0]; ++i) {
        along_x.push_back(static_cast<Real>(at(0, i) * at(0, i)));
    }
    for (std::int64_t j = 0; j < counts[1]; ++j) {
        along_y.push_back(static_cast<Real>(at(1, j)));
    }
    std::vector<Real> upper = along_x;
    for (Real& value : upper) {
        value += Real{1};
    }
    tobiuo_wall walls[6] = {};
    walls[0] = {.constant = 0, .values = along_y.data(), .count = counts[1]};
    walls[1].constant = 2.0;  // du/dx at x = 1
    walls[2] = {.constant = 0, .values = along_x.data(), .count = counts[0]};
    walls[3] = {.constant = 0, .values = upper.data(), .count = counts[0]};
    const std::int64_t points = counts[0] * counts[1] * counts[2];
    std::vector<Real> u(static_cast<std::size_t>(points), Real{2});  // f, then u
    EXPECT_EQ(tobiuo_poisson_solve(solver, u.data(), u.data(), points, walls, nullptr), TOBIUO_OK)
        << tobiuo_last_error();
    double largest = 0.0;
    for (std::int64_t j = 0; j < counts[1]; ++j) {
        for (std::int64_t i = 0; i < counts[0]; ++i) {
            const double exact = along_x[static_cast<std::size_t>(i)] +
                                 static_cast<double>(along_y[static_cast<std::size_t>(j)]);
            largest =
                std::max(largest, std::abs(u[static_cast<std::size_t>(j * counts[0] + i)] - exact));
        }
    }
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
    return largest;
}

TEST(CInterface, solves_a_problem_between_walls_with_values)
{
    tobiuo_poisson_problem problem = problem_of(24, TOBIUO_DOUBLE);
    problem.location = TOBIUO_NODE;  // where three points are exact for x^2 + y
    EXPECT_LT(error_of_a_solve<double>(problem), 1e-13);
    problem.precision = TOBIUO_SINGLE;
    EXPECT_LT(error_of_a_solve<float>(problem), 1e-4);
}

TEST(CInterface, solves_on_a_stretched_axis_with_second_order)
{
    std::vector<double> errors;
    for (const std::int64_t cells : {16, 32}) {
        tobiuo_poisson_problem problem = problem_of(cells, TOBIUO_DOUBLE);
        std::vector<double> nodes;
        for (std::int64_t n = 0; n <= cells; ++n) {
            const double s = static_cast<double>(n) / static_cast<double>(cells);
            nodes.push_back(s - 0.1 * std::sin(2.0 * std::numbers::pi * s));
        }
        problem.axes[1].nodes = nodes.data();
        problem.axes[1].node_count = cells + 1;
        errors.push_back(error_of_a_solve<double>(problem));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.2);
}

TEST(CInterface, solves_between_open_ends)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 1;
        axis.upper = 1.0;
    }
    problem.axes[2].cells = 4;
    problem.axes[2].upper = 4.0;
    problem.axes[2].lower_condition = problem.axes[2].upper_condition = TOBIUO_OPEN;
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> f{0.0, 2.0, 0.0, 0.0};
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 4, nullptr, nullptr), TOBIUO_OK);
    EXPECT_EQ(f, (std::vector<double>{1.0, 0.0, 1.0, 2.0}));
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CInterface, solves_with_open_ends_of_all_axes)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 3;
        axis.upper = 3.0;
        axis.lower_condition = axis.upper_condition = TOBIUO_OPEN;
    }
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> f(27);
    f[13] = 1.0;
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 27, nullptr, nullptr), TOBIUO_OK);
    EXPECT_NEAR(f[13], -0.252731009858663, 1e-13);  // of the lattice
    EXPECT_NEAR(f[14], -0.086064343191996, 1e-13);
    EXPECT_NEAR(f[0], -0.043578354397726, 1e-13);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CInterface, solves_between_robin_ends_and_with_a_coefficient)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 1;
        axis.upper = 1.0;
    }
    problem.axes[2].cells = 2;
    problem.axes[2].upper = 2.0;
    problem.axes[2].lower_condition = TOBIUO_ROBIN;
    problem.axes[2].upper_condition = TOBIUO_NEUMANN;
    problem.robin[2][0][0] = 1.0;
    problem.robin[2][0][1] = 0.5;
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> f{0.0, 1.0};  // the slope is -1 everywhere, and u / 1 = slope (0.5 + 0.5)
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 2, nullptr, nullptr), TOBIUO_OK);
    EXPECT_EQ(f, (std::vector<double>{-1.0, -2.0}));
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);

    const std::vector<double> rho{4.0, 1.0, 2.0, 1.0, 1.0};
    problem.axes[2].lower_condition = TOBIUO_DIRICHLET;
    problem.rho = rho.data();
    problem.rho_count = 5;
    problem.rho_axis = 2;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_OK) << tobiuo_last_error();
    f = {0.0, 1.0};  // the flux is -1 everywhere: slopes of -1/4 and -1/2
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 2, nullptr, nullptr), TOBIUO_OK);
    EXPECT_NEAR(f[0], -0.125, 1e-15);
    EXPECT_NEAR(f[1], -0.625, 1e-15);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CInterface, tells_the_mean_that_it_removed)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 4;
        axis.upper = 1.0;
    }
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> f(64, 0.25);
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 64, nullptr, nullptr), TOBIUO_OK);
    double mean = 0.0;
    EXPECT_EQ(tobiuo_poisson_removed_mean(solver, nullptr, &mean), TOBIUO_OK);
    EXPECT_NEAR(mean, 0.25, 1e-15);
    const char* text = nullptr;
    EXPECT_EQ(tobiuo_poisson_describe(solver, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("poisson 4x4x4 cells, periodic"));
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CInterface, makes_solvers_of_host_arrays)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 4;
        axis.upper = 1.0;
    }
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create_for_host_arrays(&problem, 0, &on_cpu, &solver), TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> f(64, 0.25);
    EXPECT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 64, nullptr, nullptr), TOBIUO_OK);
    EXPECT_EQ(f, std::vector<double>(64, 0.0));
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
    EXPECT_EQ(tobiuo_poisson_create_for_host_arrays(&problem, -1, &on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(solver, nullptr);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("device_bytes is -1"));
}

TEST(CInterface, solves_batches_and_tells_each_mean)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 4;
        axis.upper = 1.0;
    }
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_poisson_solver* solver = nullptr;
    const std::array lambdas{0.0, -2.0, 0.0};
    ASSERT_EQ(tobiuo_poisson_create_batch(&problem, 3, lambdas.data(), &on_cpu, &solver), TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> f(192, 0.25);
    std::fill(f.begin() + 128, f.end(), 0.5);
    EXPECT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 64, nullptr, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), 192, nullptr, nullptr), TOBIUO_OK);
    std::array<double, 3> means{};
    EXPECT_EQ(tobiuo_poisson_removed_means(solver, nullptr, means.data(), 2),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_poisson_removed_means(solver, nullptr, means.data(), 3), TOBIUO_OK);
    EXPECT_EQ(means, (std::array{0.25, 0.0, 0.5}));
    EXPECT_EQ(f.at(0), 0.0);
    EXPECT_NEAR(f.at(64), -0.125, 1e-15);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
    ASSERT_EQ(
        tobiuo_poisson_create_batch_for_host_arrays(&problem, 3, nullptr, 0, &on_cpu, &solver),
        TOBIUO_OK);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
    EXPECT_EQ(tobiuo_poisson_create_batch(&problem, 0, nullptr, &on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the batch has 0 problems"));
}

TEST(CInterface, refuses_bad_transforms_in_a_sentence)
{
    tobiuo_plan* plan = nullptr;
    const auto refusal = [&](const tobiuo_transform& transform) {
        plan = reinterpret_cast<tobiuo_plan*>(&plan);
        EXPECT_EQ(tobiuo_plan_create(&transform, &on_cpu, &plan), TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(plan, nullptr);
        return std::string{tobiuo_last_error()};
    };
    const tobiuo_transform good = transform_of(TOBIUO_R2C, 8, 8, TOBIUO_DOUBLE);
    tobiuo_transform bad = good;
    bad.kind = 9;
    EXPECT_THAT(refusal(bad), HasSubstr("kind is 9: tobiuo.h has the numbers from 0 to 2"));
    bad = good;
    bad.direction = TOBIUO_INVERSE;
    EXPECT_THAT(refusal(bad), HasSubstr("r2c is forward: ask for TOBIUO_C2R"));
    bad = good;
    bad.extents[1] = 0;
    EXPECT_NE(refusal(bad), "");
    EXPECT_EQ(tobiuo_plan_create(nullptr, &on_cpu, &plan), TOBIUO_INVALID_ARGUMENT);
    EXPECT_STREQ(tobiuo_last_error(), "transform is null: pass the address of one");
    EXPECT_EQ(tobiuo_plan_create(&good, &on_cpu, nullptr), TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_plan_destroy(nullptr), TOBIUO_OK);
}

TEST(CInterface, refuses_arrays_that_are_too_small_or_missing)
{
    const OwnPlan own{transform_of(TOBIUO_R2C, 8, 8, TOBIUO_DOUBLE)};
    std::vector<double> in(64);
    std::vector<double> out(80);
    EXPECT_EQ(tobiuo_plan_execute(own.plan, in.data(), 63 * 8, out.data(), 80 * 8, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_STREQ(tobiuo_last_error(),
                 "in has 504 bytes, but the call needs 512: pass an array as "
                 "large as that");
    EXPECT_EQ(tobiuo_plan_execute(own.plan, in.data(), 512, out.data(), 639, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_plan_execute(own.plan, nullptr, 512, out.data(), 640, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_plan_execute(nullptr, in.data(), 512, out.data(), 640, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_STREQ(tobiuo_last_error(), "plan is null: pass the address of one");
}

TEST(CInterface, refuses_bad_problems_in_a_sentence)
{
    tobiuo_poisson_solver* solver = nullptr;
    const auto refusal = [&](const tobiuo_poisson_problem& problem) {
        EXPECT_EQ(tobiuo_poisson_create(&problem, &on_cpu, &solver), TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(solver, nullptr);
        return std::string{tobiuo_last_error()};
    };
    const tobiuo_poisson_problem good = problem_of(8, TOBIUO_DOUBLE);
    tobiuo_poisson_problem bad = good;
    bad.reserved = 7;
    EXPECT_THAT(refusal(bad), HasSubstr("reserved is 7"));
    bad = good;
    bad.axes[0].node_count = 9;
    EXPECT_THAT(refusal(bad), HasSubstr("nodes is null, but node_count is 9"));
    const std::vector<double> nodes(9, 0.5);
    bad.axes[0].nodes = nodes.data();
    for (const std::int64_t count : {std::int64_t{8}, INT64_MIN, INT64_MAX}) {
        bad.axes[0].node_count = count;
        EXPECT_THAT(refusal(bad), HasSubstr("a stretched axis has one more than cells"));
    }
    bad.axes[0].node_count = 9;
    EXPECT_NE(refusal(bad), "") << "nodes that do not increase";
    bad = good;
    bad.axes[2].upper_condition = 5;
    EXPECT_THAT(refusal(bad), HasSubstr("condition is 5"));
}

TEST(CInterface, says_why_there_is_no_gpu)
{
    EXPECT_EQ(tobiuo_backend_check(TOBIUO_CPU), TOBIUO_OK);
    EXPECT_EQ(tobiuo_backend_check(5), TOBIUO_INVALID_ARGUMENT);
    const int found = tobiuo_backend_check(TOBIUO_CUDA);
    EXPECT_TRUE(found == TOBIUO_OK || found == TOBIUO_DEVICE_ERROR);
    if (found == TOBIUO_DEVICE_ERROR) {
        EXPECT_STRNE(tobiuo_last_error(), "");
    }
}

TEST(CInterface, keeps_the_sentences_of_threads_apart)
{
    EXPECT_EQ(tobiuo_backend_check(5), TOBIUO_INVALID_ARGUMENT);
    const std::string here = tobiuo_last_error();
    std::string there = "not asked";
    std::thread{[&] { there = tobiuo_last_error(); }}.join();
    EXPECT_EQ(there, "");
    EXPECT_EQ(tobiuo_last_error(), here);
}

}  // namespace
}  // namespace tobiuo
