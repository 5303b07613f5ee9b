// SPDX-License-Identifier: BSD-3-Clause
// The C interface with OpenCL: the bits of the C++ interface, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/fft.hpp>
#include <tobiuo/opencl_device.hpp>
#include <tobiuo/poisson.hpp>

#include "doors/c/tobiuo.h"
#include "tests/support/opencl.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

class CInterfaceOnOpenCL : public test::OnOpenCL {};

constexpr tobiuo_options by_opencl{.backend = TOBIUO_OPENCL, .threads = 0};

/// Numbers without a pattern, the same on each run.
template <typename Real>
std::vector<Real> some_numbers(std::size_t count)
{
    std::vector<Real> numbers;
    for (std::size_t n = 0; n < count; ++n) {
        numbers.push_back(static_cast<Real>(static_cast<double>(n * n * 7919 % 1013) / 1013 - 0.5));
    }
    return numbers;
}

/// The result of a plan of the C interface for `values`, an array that holds either side.
template <typename Real>
std::vector<Real> transformed_in_c(const tobiuo_transform& asked, std::vector<Real> values)
{
    tobiuo_plan* plan = nullptr;
    EXPECT_EQ(tobiuo_plan_create(&asked, &by_opencl, &plan), TOBIUO_OK) << tobiuo_last_error();
    int backend = -1;
    EXPECT_EQ(tobiuo_plan_backend(plan, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_OPENCL);
    std::vector<Real> other(values.size(), Real{0});
    const bool in_place = asked.placement == TOBIUO_IN_PLACE;
    const auto bytes = static_cast<std::int64_t>(values.size() * sizeof(Real));
    std::vector<Real>& out = in_place ? values : other;
    EXPECT_EQ(tobiuo_plan_execute(plan, values.data(), bytes, out.data(), bytes, nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    EXPECT_EQ(tobiuo_plan_destroy(plan), TOBIUO_OK);
    return out;
}

template <typename Real>
std::vector<Real> transformed_in_cpp(const fft::Transform& transform, std::vector<Real> values)
{
    using Complex = std::complex<Real>;
    const fft::Plan plan{transform, {.backend = Backend::opencl}};
    std::vector<Real> out(values.size(), Real{0});
    const auto complex = [](std::vector<Real>& numbers) {
        return reinterpret_cast<Complex*>(numbers.data());
    };
    if (transform.placement == fft::Placement::in_place) {
        if (transform.kind == fft::Kind::c2c) {
            plan.execute(complex(values));
        } else {
            plan.execute(values.data());
        }
        return values;
    }
    if (transform.kind == fft::Kind::r2c) {
        plan.execute(static_cast<const Real*>(values.data()), complex(out));
    } else if (transform.kind == fft::Kind::c2r) {
        plan.execute(complex(values), out.data());
    } else {
        plan.execute(static_cast<const Complex*>(complex(values)), complex(out));
    }
    return out;
}

template <typename Real>
void expect_the_bits_of_cpp(fft::Kind kind, int number, fft::Placement placement)
{
    constexpr bool in_double = sizeof(Real) == sizeof(double);
    const bool in_place = placement == fft::Placement::in_place;
    const tobiuo_transform asked{.extents = {6, 1, 1},
                                 .batch = 2,
                                 .kind = number,
                                 .direction = TOBIUO_FORWARD,
                                 .precision = in_double ? TOBIUO_DOUBLE : TOBIUO_SINGLE,
                                 .placement = in_place ? TOBIUO_IN_PLACE : TOBIUO_OUT_OF_PLACE};
    const fft::Transform transform{.extents = {6, 1, 1},
                                   .kind = kind,
                                   .precision = in_double ? Precision::fp64 : Precision::fp32,
                                   .placement = placement,
                                   .batch = 2};
    const std::vector<Real> values = some_numbers<Real>(2 * 6 * 2);
    const std::vector<Real> found = transformed_in_c(asked, values);
    EXPECT_NE(found, values);
    EXPECT_EQ(found, transformed_in_cpp(transform, values)) << fft::describe(transform);
}

TEST_F(CInterfaceOnOpenCL, transforms_between_host_arrays_with_the_bits_of_cpp)
{
    using fft::Kind;
    using fft::Placement;
    expect_the_bits_of_cpp<double>(Kind::c2c, TOBIUO_C2C, Placement::in_place);
    expect_the_bits_of_cpp<float>(Kind::c2c, TOBIUO_C2C, Placement::out_of_place);
    expect_the_bits_of_cpp<double>(Kind::r2c, TOBIUO_R2C, Placement::out_of_place);
    expect_the_bits_of_cpp<double>(Kind::c2r, TOBIUO_C2R, Placement::in_place);
    expect_the_bits_of_cpp<float>(Kind::c2r, TOBIUO_C2R, Placement::out_of_place);
}

TEST_F(CInterfaceOnOpenCL, transforms_by_sines_with_the_bits_of_cpp)
{
    const tobiuo_r2r asked{.extents = {6, 5, 1},
                           .batch = 1,
                           .scale = 0.5,
                           .kinds = {TOBIUO_DST_2, TOBIUO_DCT_4, TOBIUO_DCT_2},
                           .precision = TOBIUO_SINGLE,
                           .placement = TOBIUO_OUT_OF_PLACE,
                           .reserved = 0};
    tobiuo_r2r_plan* plan = nullptr;
    ASSERT_EQ(tobiuo_r2r_plan_create(&asked, &by_opencl, &plan), TOBIUO_OK) << tobiuo_last_error();
    const std::vector<float> values = some_numbers<float>(30);
    std::vector<float> found(30);
    EXPECT_EQ(tobiuo_r2r_plan_execute(plan, values.data(), found.data(), 30, nullptr), TOBIUO_OK)
        << tobiuo_last_error();
    int backend = -1;
    EXPECT_EQ(tobiuo_r2r_plan_backend(plan, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_OPENCL);
    EXPECT_EQ(tobiuo_r2r_plan_destroy(plan), TOBIUO_OK);

    using fft::R2rKind;
    const fft::R2rPlan same{{.extents = {6, 5, 1},
                             .kinds = {R2rKind::dst_2, R2rKind::dct_4, R2rKind::dct_2},
                             .scale = 0.5,
                             .precision = Precision::fp32,
                             .placement = fft::Placement::out_of_place},
                            {.backend = Backend::opencl}};
    std::vector<float> expected(30);
    same.execute(values.data(), expected.data());
    EXPECT_EQ(found, expected);
}

TEST_F(CInterfaceOnOpenCL, solves_between_walls_with_the_bits_of_cpp)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 6;
        axis.upper = 1.0;
    }
    problem.axes[0].lower_condition = TOBIUO_DIRICHLET;
    problem.axes[0].upper_condition = TOBIUO_NEUMANN;
    problem.precision = TOBIUO_DOUBLE;
    const std::vector<double> at_wall = some_numbers<double>(36);
    tobiuo_wall walls[6] = {};
    walls[0] = {.constant = 0.0, .values = at_wall.data(), .count = 36};
    walls[1].constant = 0.5;
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &by_opencl, &solver), TOBIUO_OK)
        << tobiuo_last_error();
    const std::vector<double> f = some_numbers<double>(216);
    std::vector<double> found(216);
    EXPECT_EQ(tobiuo_poisson_solve(solver, f.data(), found.data(), 216, walls, nullptr), TOBIUO_OK)
        << tobiuo_last_error();
    double mean = -1.0;
    EXPECT_EQ(tobiuo_poisson_removed_mean(solver, nullptr, &mean), TOBIUO_OK);
    EXPECT_EQ(mean, 0.0);
    int backend = -1;
    EXPECT_EQ(tobiuo_poisson_backend(solver, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_OPENCL);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);

    using poisson::Condition;
    poisson::Problem same{.grid = box({6, 6, 6}, {1.0, 1.0, 1.0})};
    same.sides[0] = {Condition::dirichlet, Condition::neumann};
    poisson::Walls<double> given;
    given.x[0] = {0.0, at_wall.data()};
    given.x[1] = {0.5, nullptr};
    std::vector<double> expected(216);
    poisson::Solver{same, {.backend = Backend::opencl}}.solve(f.data(), given, expected.data());
    EXPECT_EQ(found, expected);
}

TEST_F(CInterfaceOnOpenCL, refuses_two_arrays_in_place_and_others_than_the_plan_needs)
{
    const tobiuo_transform asked{.extents = {8, 1, 1},
                                 .batch = 1,
                                 .kind = TOBIUO_C2C,
                                 .direction = TOBIUO_FORWARD,
                                 .precision = TOBIUO_SINGLE,
                                 .placement = TOBIUO_IN_PLACE};
    tobiuo_plan* plan = nullptr;
    ASSERT_EQ(tobiuo_plan_create(&asked, &by_opencl, &plan), TOBIUO_OK) << tobiuo_last_error();
    std::vector<float> one(16);
    std::vector<float> other(16);
    EXPECT_EQ(tobiuo_plan_execute(plan, one.data(), 64, other.data(), 64, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_STREQ(tobiuo_last_error(),
                 "in and out differ, but the plan is in place: pass one array as both");
    EXPECT_EQ(tobiuo_plan_execute(plan, one.data(), 63, one.data(), 64, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_plan_execute(plan, nullptr, 64, nullptr, 64, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_plan_destroy(plan), TOBIUO_OK);
}

TEST(CInterfaceRefusesOpenCL, flows_and_functions_of_a_spectrum_are_refused)
{
    tobiuo_flow_problem flow{};
    for (tobiuo_axis& axis : flow.axes) {
        axis.cells = 4;
        axis.upper = 1.0;
    }
    flow.viscosity = 1.0;
    tobiuo_flow_solver* solver = nullptr;
    EXPECT_EQ(tobiuo_flow_create(&flow, &by_opencl, &solver), TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(solver, nullptr);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("there is no flow with OpenCL"));

    const tobiuo_transform asked{.extents = {8, 1, 1},
                                 .batch = 1,
                                 .kind = TOBIUO_C2C,
                                 .direction = TOBIUO_FORWARD,
                                 .precision = TOBIUO_SINGLE,
                                 .placement = TOBIUO_IN_PLACE};
    tobiuo_pointwise_plan* plan = nullptr;
    EXPECT_EQ(tobiuo_pointwise_plan_create(&asked, "", "nothing", &by_opencl, &plan),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(plan, nullptr);
    EXPECT_THAT(tobiuo_last_error(),
                HasSubstr("there is no function between transforms with OpenCL"));
}

TEST(CInterfaceRefusesOpenCL, a_machine_without_it_gets_the_reason)
{
    const std::optional<std::string> why = unsupported_reason(Backend::opencl);
    EXPECT_EQ(tobiuo_backend_check(TOBIUO_OPENCL), why ? TOBIUO_DEVICE_ERROR : TOBIUO_OK);
    if (why) {
        EXPECT_EQ(tobiuo_last_error(), *why);
    }
}

TEST(CInterfaceRefusesOpenCL, the_device_is_named_where_there_is_one)
{
    const char* text = nullptr;
    if (unsupported_reason(Backend::opencl)) {
        EXPECT_EQ(tobiuo_opencl_device(&text), TOBIUO_DEVICE_ERROR);
        EXPECT_EQ(text, nullptr);
    } else {
        EXPECT_EQ(tobiuo_opencl_device(&text), TOBIUO_OK);
        EXPECT_EQ(text, opencl_device());
        const opencl::DeviceInfo& device = opencl::chosen_device();
        EXPECT_THAT(text, HasSubstr(device.name + " (" + device.platform + "), " + device.version));
    }
    EXPECT_EQ(tobiuo_opencl_device(nullptr), TOBIUO_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace tobiuo
