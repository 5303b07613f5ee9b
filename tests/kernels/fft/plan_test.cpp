// SPDX-License-Identifier: BSD-3-Clause
// The public plan on the CPU: order of axes, every typed call against the definition, refusals.
#include <tobiuo/fft.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/fft/host/tile_functions.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::every_transform;
using test::execute_typed;
using test::poisoned;
using test::random_input;
using test::reference_problem;
using test::refusal;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

constexpr unsigned seed = 2008;
const PlanOptions on_cpu{.backend = Backend::cpu};

static_assert(std::is_nothrow_move_constructible_v<Plan>);
static_assert(std::is_nothrow_move_assignable_v<Plan>);
static_assert(!std::is_copy_constructible_v<Plan>);

/// Whether a plan is executed with these arguments.
template <typename AnyPlan, typename... Arguments>
concept is_executed = requires(const AnyPlan& plan, Arguments... arguments)
{
    plan.execute(arguments...);
};
using Complex = std::complex<double>;
static_assert(is_executed<Plan, Complex*, std::nullptr_t>, "on a null stream");
static_assert(is_executed<PointwisePlan, Complex*, const void*, Stream>);
static_assert(is_executed<PointwisePlan, Complex*, std::nullptr_t, Stream>);
static_assert(is_executed<PointwisePlan, Complex*, std::nullptr_t>, "as null data");
static_assert(!is_executed<PointwisePlan, Complex*, Stream>, "the function would read the stream");

template <typename T>
std::vector<T> transformed(const Plan& plan, std::vector<T> in)
{
    if (plan.transform().placement == Placement::in_place) {
        execute_typed(plan, in.data(), in.data());
        return in;
    }
    auto out = poisoned<T>(output_bytes(plan.transform()));
    execute_typed(plan, in.data(), out.data());
    return out;
}

template <typename T>
class FftPublicPlan : public ::testing::Test {
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPublicPlan, Reals);

TYPED_TEST(FftPublicPlan, is_the_definition_for_every_typed_call)
{
    for (const Extents& extents :
         {Extents{6, 5, 4}, Extents{9, 8}, Extents{12}, Extents{.y = 6}, Extents{3, 1, 5}}) {
        for (const Transform& transform : every_transform<TypeParam>(extents, 2)) {
            const Problem problem = reference_problem(transform);
            const auto in = random_input<TypeParam>(problem, seed);

            const auto out = transformed(Plan{transform, on_cpu}, in);

            EXPECT_LE(test::relative_l2(test::output_numbers(problem, out),
                                        test::exact_output(problem, in)),
                      test::fft_tolerance<TypeParam>(points(problem)))
                << describe(transform);
        }
    }
}

// Element (x, y, z) has the index x + Nx (y + Ny z), of a field as of its spectrum.
TEST(FftPublicPlanOrder, has_x_contiguous_and_z_slowest)
{
    constexpr Extents n{6, 4, 5};
    constexpr Extents mode{5, 1, 2};
    const auto of_x = test::roots_of_unity(n.x, +1);
    const auto of_y = test::roots_of_unity(n.y, +1);
    const auto of_z = test::roots_of_unity(n.z, +1);
    std::vector<std::complex<double>> field;
    for (std::int64_t z = 0; z < n.z; ++z) {
        for (std::int64_t y = 0; y < n.y; ++y) {
            for (std::int64_t x = 0; x < n.x; ++x) {
                field.emplace_back(of_x[static_cast<std::size_t>(mode.x * x % n.x)] *
                                   of_y[static_cast<std::size_t>(mode.y * y % n.y)] *
                                   of_z[static_cast<std::size_t>(mode.z * z % n.z)]);
            }
        }
    }
    std::vector<test::Wide> spike(field.size());
    spike[static_cast<std::size_t>(mode.x + n.x * (mode.y + n.y * mode.z))] = 6 * 4 * 5;

    Plan{{.extents = n}, on_cpu}.execute(field.data());

    EXPECT_LE(test::relative_l2({field.begin(), field.end()}, spike),
              test::fft_tolerance<double>(6 * 4 * 5));
}

TEST(FftPublicPlanInput, is_kept_out_of_place_but_by_c2r)
{
    for (const Transform& transform : every_transform<double>({8, 5, 6})) {
        if (transform.placement == Placement::in_place || transform.kind == Kind::c2r) {
            continue;
        }
        const auto original = random_input<double>(reference_problem(transform), seed);
        auto in = original;
        auto out = poisoned<double>(output_bytes(transform));
        execute_typed(Plan{transform, on_cpu}, in.data(), out.data());
        EXPECT_EQ(in, original) << describe(transform);
    }
}

TEST(FftPublicPlanCalls, of_another_kind_precision_or_placement_name_the_one_that_fits)
{
    std::vector<std::complex<double>> data(64);
    auto* const real = reinterpret_cast<double*>(data.data());
    auto* const single = reinterpret_cast<float*>(data.data());
    const Plan c2c{{.extents = {8, 4}}, on_cpu};
    EXPECT_EQ(refusal([&] { c2c.execute(real); }),
              "execute(double*) was called of a plan of c2c 8x4 double, in place (its arrays are "
              "others): call execute(std::complex<double>*)");
    EXPECT_THAT(refusal([&] { c2c.execute(data.data(), data.data() + 32); }),
                HasSubstr(": call execute(std::complex<double>*)"));

    const Plan r2c{{.extents = {8}, .kind = Kind::r2c, .placement = Placement::out_of_place},
                   on_cpu};
    EXPECT_THAT(
        refusal([&] { r2c.execute(single, reinterpret_cast<std::complex<float>*>(single)); }),
        HasSubstr(": call execute(double*, std::complex<double>*)"));
    EXPECT_THAT(refusal([&] { r2c.execute(data.data(), real); }),
                HasSubstr("execute(std::complex<double>*, double*) was called"));
    EXPECT_THAT(refusal([&] { r2c.execute(real); }), HasSubstr("execute(double*) was called"));

    const Plan c2r{{.extents = {8}, .kind = Kind::c2r, .precision = Precision::fp32}, on_cpu};
    EXPECT_THAT(refusal([&] { c2r.execute(real); }), HasSubstr(": call execute(float*)"));
    EXPECT_THAT(refusal([&] { c2r.execute(data.data()); }),
                HasSubstr("execute(std::complex<double>*) was called"));
}

TEST(FftPublicPlanCalls, check_their_arrays)
{
    std::vector<std::complex<double>> data(16);
    auto* const real = reinterpret_cast<double*>(data.data());
    const Plan plan{{.extents = {8}, .kind = Kind::r2c}, on_cpu};
    EXPECT_THAT(refusal([&] { plan.execute(static_cast<double*>(nullptr)); }),
                HasSubstr("the input array of the transform is null"));
    EXPECT_THAT(refusal([&] { plan.execute(real + 1); }), HasSubstr("is not aligned"));
    EXPECT_THAT(refusal([&] { plan.execute_untyped(real, real + 2); }),
                HasSubstr("the arrays of the transform differ"));
    EXPECT_EQ(refusal([&] { plan.execute_untyped(real, real); }), "accepted");
}

TEST(FftPublicPlanCalls, refuse_data_for_functions_that_the_plan_lacks)
{
    std::vector<std::complex<double>> data(8, 1.0);
    const Plan plan{{.extents = {8}}, on_cpu};
    const auto refused = [&](const FunctionData& given) {
        return refusal([&] { plan.execute_untyped(data.data(), data.data(), given); });
    };
    EXPECT_THAT(refused({.load = data.data()}), StartsWith("data.load is given, but the plan has"));
    EXPECT_THAT(refused({.between = data.data()}), HasSubstr("no function between transforms"));
    EXPECT_THAT(refused({.store = data.data()}), HasSubstr("no function at store"));
    EXPECT_EQ(data[0], 1.0) << "a refused call computes nothing";
    EXPECT_EQ(refused({}), "accepted");
    EXPECT_EQ(data[0], 8.0);
}

TEST(FftPublicPlanUse, moves)
{
    const auto field_of = [](std::complex<double> value) {
        return std::vector<std::complex<double>>(4, value);
    };
    Plan plan{{.extents = {4}}, on_cpu};
    Plan moved{std::move(plan)};
    Plan assigned{{.extents = {2}}, on_cpu};
    assigned = std::move(moved);
    auto field = field_of(1.0);

    assigned.execute(field.data());

    EXPECT_EQ(field[0], 4.0);
    EXPECT_EQ(assigned.transform(), (Transform{.extents = {4}}));
    EXPECT_EQ(assigned.backend(), Backend::cpu);
    EXPECT_EQ(assigned.workspace_bytes(), 0U);
}

TEST(FftPublicPlanUse, takes_a_null_stream)
{
    std::vector<Complex> data(4, 1.0);
    Plan{{.extents = {4}}, on_cpu}.execute(data.data(), nullptr);
    EXPECT_EQ(data[0], 4.0);
}

TEST(FftPublicPlanUse, one_plan_serves_several_threads)
{
    const Transform transform{
        .extents = {30, 32}, .kind = Kind::r2c, .placement = Placement::out_of_place};
    const Plan plan{transform, on_cpu};
    const auto in = random_input<double>(reference_problem(transform), seed);
    const auto expected = transformed(plan, in);
    std::vector<std::vector<double>> results(4);
    {
        std::vector<std::jthread> threads;
        for (auto& result : results) {
            threads.emplace_back([&] {
                for (int turn = 0; turn < 20; ++turn) {
                    static_cast<void>(Plan{transform, on_cpu});  // planning meanwhile
                    result = transformed(plan, in);
                }
            });
        }
    }
    for (const auto& result : results) {
        EXPECT_EQ(result, expected);
    }
}

TEST(FftPublicPlanUse, says_what_it_is)
{
    const Plan plan{{.extents = {64, 4, 2}, .kind = Kind::r2c},
                    {.backend = Backend::cpu, .threads = 2}};

    EXPECT_THAT(plan.describe(), MatchesRegex("r2c 64x4x2 double, in place: FFTW 3\\.[0-9.]+, 2 "
                                              "threads, estimate"));
}

// Larger planes without large prime factors are transformed by tiles of lines, see HostTiledDft.
TYPED_TEST(FftPublicPlan, is_fftws_result_where_tiles_of_lines_transform)
{
    for (const Transform& transform : every_transform<TypeParam>({.x = 48, .y = 40, .z = 9})) {
        const Problem problem = reference_problem(transform);
        const auto in = random_input<TypeParam>(problem, seed);
        const Plan plan{transform, {.backend = Backend::cpu, .threads = 2}};
        if (usable_tile_functions<TypeParam>().size() > 1) {  // wider registers than the baseline
            EXPECT_THAT(plan.describe(), EndsWith(": tiles of lines, 2 threads"));
        }

        const auto out = test::output_numbers(problem, transformed(plan, in));

        const auto fftws = test::output_numbers(problem, test::host_transform(problem, in));
        EXPECT_LE(test::relative_l2(out, fftws),
                  2.0 * test::fft_tolerance<TypeParam>(points(problem)))
            << describe(transform);
    }
}

TEST(FftPublicPlanUse, what_cannot_be_planned_is_refused)
{
    EXPECT_THROW((Plan{{.extents = {0}}, on_cpu}), std::invalid_argument);
    EXPECT_THROW((Plan{{.extents = {4}}, {.backend = Backend::cpu, .threads = -1}}),
                 std::invalid_argument);
    EXPECT_THAT(
        refusal([] {
            const PointwisePlan plan{{.extents = {4}}, {.source = "", .function = "f"}, on_cpu};
        }),
        HasSubstr("a function between transforms was asked for on the CPU"));
    EXPECT_THAT(refusal([] {
                    const Plan plan{{.extents = {4}},
                                    {.backend = Backend::cpu,
                                     .load = LoadFunction{.source = "x", .function = "f"}}};
                }),
                HasSubstr("a function at load was asked for on the CPU"));
    EXPECT_THAT(refusal([] {
                    const Plan plan{{.extents = {4}},
                                    {.backend = Backend::opencl,
                                     .store = StoreFunction{.source = "x", .function = "f"}}};
                }),
                HasSubstr("there is no function at store with OpenCL"));
    if (unsupported_reason(Backend::cuda)) {
        EXPECT_THROW((Plan{{.extents = {4}}, {.backend = Backend::cuda}}), DeviceError);
        EXPECT_EQ((Plan{{.extents = {4}}}).backend(), Backend::cpu);
    }
}

}  // namespace
}  // namespace tobiuo::fft
