// SPDX-License-Identifier: BSD-3-Clause
// Functions of the C interface that no plan can have, and data for functions that a plan lacks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "doors/c/tobiuo.h"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t points = 8;
constexpr tobiuo_options by_cpu{.backend = TOBIUO_CPU, .threads = 1};
constexpr tobiuo_transform line_transform{.extents = {points, 1, 1},
                                          .batch = 1,
                                          .kind = TOBIUO_C2C,
                                          .direction = TOBIUO_FORWARD,
                                          .precision = TOBIUO_DOUBLE,
                                          .placement = TOBIUO_OUT_OF_PLACE};

/// The sentence about functions that no plan can have.
std::string refused(const tobiuo_functions& functions)
{
    tobiuo_plan* plan = nullptr;
    EXPECT_EQ(tobiuo_plan_create_with_functions(&line_transform, &functions, &by_cpu, &plan),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(plan, nullptr);
    return tobiuo_last_error();
}

TEST(CInterfaceFunctions, functions_at_load_and_store_are_checked)
{
    constexpr auto source = "Complex f(Complex value, const Index&, const void*) { return value; }";
    tobiuo_functions functions{};
    functions.load = {source, "f"};
    EXPECT_THAT(refused(functions), HasSubstr("a function at load was asked for on the CPU"));
    functions.load = {source, nullptr};
    EXPECT_THAT(refused(functions), HasSubstr("load.name is null"));
    functions = {};
    functions.store = {source, "f"};
    EXPECT_THAT(refused(functions), HasSubstr("a function at store was asked for on the CPU"));
    functions.load_is_input = 1;
    EXPECT_THAT(refused(functions), HasSubstr("load_is_input is 1"));
    functions.load_is_input = 0;
    functions.reserved = 7;
    EXPECT_THAT(refused(functions), HasSubstr("reserved is 7"));
    functions = {};
    functions.between = {source, "f"};
    EXPECT_THAT(refused(functions), HasSubstr("call tobiuo_pointwise_plan_create_with_functions"));
    tobiuo_pointwise_plan* plan = nullptr;
    functions = {};
    EXPECT_EQ(
        tobiuo_pointwise_plan_create_with_functions(&line_transform, &functions, nullptr, &plan),
        TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("between.source is null"));
}

TEST(CInterfaceFunctions, data_for_one_that_the_plan_lacks_is_refused)
{
    tobiuo_plan* plan = nullptr;
    ASSERT_EQ(tobiuo_plan_create(&line_transform, &by_cpu, &plan), TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> in(2 * points, 1.0);
    std::vector<double> out(2 * points, 0.0);
    constexpr std::int64_t bytes = 2 * points * sizeof(double);
    const auto execute = [&](const tobiuo_function_data* data) {
        return tobiuo_plan_execute_with_data(plan, in.data(), bytes, out.data(), bytes, data,
                                             nullptr);
    };
    tobiuo_function_data data{in.data(), nullptr, nullptr};
    EXPECT_EQ(execute(&data), TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(),
                HasSubstr("data.load is given, but the plan has no function at load"));
    data = {nullptr, nullptr, in.data()};
    EXPECT_EQ(execute(&data), TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("data.store is given"));
    EXPECT_EQ(out[0], 0.0) << "a refused call computes nothing";
    data = {};
    for (const tobiuo_function_data* none : {&data, static_cast<tobiuo_function_data*>(nullptr)}) {
        out[0] = 0.0;
        EXPECT_EQ(execute(none), TOBIUO_OK) << tobiuo_last_error();
        EXPECT_EQ(out[0], points);
    }
    EXPECT_EQ(tobiuo_plan_destroy(plan), TOBIUO_OK);
}

}  // namespace
}  // namespace tobiuo
