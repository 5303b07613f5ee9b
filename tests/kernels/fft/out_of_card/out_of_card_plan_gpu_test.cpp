// SPDX-License-Identifier: BSD-3-Clause
// Plans of arrays in host memory on the device, with little device memory: against FFTW, with
// arrays that are page-locked and others; the kernels between rounds against their twins.
#include <tobiuo/fft.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/out_of_card/chunk_kernels.hpp"
#include "kernels/fft/out_of_card/fold_ends.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "tests/support/device.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::every_transform;
using test::poisoned;
using test::random_input;
using test::reference_problem;
using ::testing::HasSubstr;

constexpr unsigned values_seed = 2011;

template <typename T>
void execute_typed(const OutOfCardPlan& plan, T* in, T* out)
{
    auto* const complex_in = reinterpret_cast<std::complex<T>*>(in);
    auto* const complex_out = reinterpret_cast<std::complex<T>*>(out);
    const Transform& transform = plan.transform();
    if (transform.kind == Kind::c2c) {
        in == out ? plan.execute_and_wait(complex_in)
                  : plan.execute_and_wait(complex_in, complex_out);
    } else if (in == out) {
        plan.execute_and_wait(in);
    } else if (transform.kind == Kind::r2c) {
        plan.execute_and_wait(in, complex_out);
    } else {
        plan.execute_and_wait(complex_in, out);
    }
}

/// What the plan makes of `in`; `locked`: both arrays are page-locked.
template <typename T>
std::vector<T> executed(const OutOfCardPlan& plan, std::vector<T> in, bool locked)
{
    const bool in_place = plan.transform().placement == Placement::in_place;
    std::vector<T> out = poisoned<T>(in_place ? 0 : output_bytes(plan.transform()));
    T* const to = in_place ? in.data() : out.data();
    PageLock first;
    PageLock second;
    if (locked) {
        first = PageLock{in.data(), in.size() * sizeof(T)};
        second = PageLock{to, (in_place ? in : out).size() * sizeof(T)};
        EXPECT_EQ(first.refusal(), "");
        EXPECT_EQ(second.refusal(), "");
    }
    const std::vector<T> before = in;
    execute_typed(plan, in.data(), to);
    if (!in_place && plan.transform().kind != Kind::c2r) {
        EXPECT_EQ(in, before) << "the input was changed";
    }
    return in_place ? in : out;
}

template <typename T>
std::vector<Complex<T>> random_values(std::size_t count)
{
    std::mt19937_64 engine{values_seed};
    std::uniform_real_distribution<T> uniform{-1, 1};
    std::vector<Complex<T>> values(count);
    for (Complex<T>& value : values) {
        value = {uniform(engine), uniform(engine)};
    }
    return values;
}

template <typename T>
void expect_close(const std::vector<Complex<T>>& got, const std::vector<Complex<T>>& expected)
{
    const T tolerance = 8 * std::numeric_limits<T>::epsilon();
    for (std::size_t at = 0; at < expected.size(); ++at) {
        ASSERT_NEAR(got[at].x, expected[at].x, tolerance) << at;
        ASSERT_NEAR(got[at].y, expected[at].y, tolerance) << at;
    }
}

template <typename T>
class FftOutOfCardOnDevice : public test::OnDevice {
protected:
    static void check(const Transform& transform, std::int64_t device_bytes)
    {
        const Problem problem = reference_problem(transform);
        const OutOfCardPlan plan{transform, {.device_bytes = device_bytes}};
        EXPECT_LE(plan.device_bytes(), device_bytes) << plan.describe();
        const auto in = random_input<T>(problem, values_seed);
        const auto exact = test::host_transform(problem, in);
        for (const bool locked : {true, false}) {
            const auto out = executed(plan, in, locked);
            EXPECT_LE(test::relative_l2(test::output_numbers(problem, out),
                                        test::output_numbers(problem, exact)),
                      2 * test::fft_tolerance<T>(points(problem)))  // of FFTW and ours
                << plan.describe() << (locked ? ", page-locked" : "");
        }
    }
    static std::int64_t bytes(std::int64_t values)
    {
        return values * 2 * static_cast<std::int64_t>(sizeof(T));
    }
};

using DeviceReals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftOutOfCardOnDevice, DeviceReals);

TYPED_TEST(FftOutOfCardOnDevice, transforms_cubes_in_one_two_and_three_rounds)
{
    for (const Transform& transform : every_transform<TypeParam>({48, 40, 36})) {
        this->check(transform, this->bytes(8 * 48 * 40 * 36));
        this->check(transform, this->bytes(16 * 48 * 40));
        this->check(transform, this->bytes(8 * 48));
    }
}

TYPED_TEST(FftOutOfCardOnDevice, transforms_planes_and_batches)
{
    for (const Transform& transform : every_transform<TypeParam>({120, 90}, 3)) {
        this->check(transform, this->bytes(4 * 120 * 6));
    }
    for (const Transform& transform : every_transform<TypeParam>({100}, 500)) {
        this->check(transform, this->bytes(2000));
    }
}

TYPED_TEST(FftOutOfCardOnDevice, transforms_long_rows_by_their_factors)
{
    for (const Transform& transform : every_transform<TypeParam>({1 << 16}, 2)) {
        this->check(transform, this->bytes(1 << 14));
    }
    for (const Transform& transform : every_transform<TypeParam>({2 * 45 * 350})) {
        this->check(transform, this->bytes(8 * 350));
    }
}

// Axes of two passes, and of a convolution, along columns and rows: work arrays in other slots,
// behind chunks and beside the slots.
TYPED_TEST(FftOutOfCardOnDevice, finds_work_arrays_for_long_axes)
{
    for (const Transform& transform : every_transform<TypeParam>({12, 1 << 15})) {
        this->check(transform, this->bytes(4 * 3 * (1 << 15)));
    }
    for (const Transform& transform : every_transform<TypeParam>({12, 10'007})) {
        this->check(transform, this->bytes(4 * 4 * 10'007));
    }
    for (const Transform& transform : every_transform<TypeParam>({1 << 15}, 12)) {
        this->check(transform, this->bytes(4 * 2 * (1 << 15)));
        this->check(transform, this->bytes(8 * (1 << 15)));
    }
    for (const Transform& transform : every_transform<TypeParam>({2 * 10'007 * 12})) {
        this->check(transform, this->bytes(4 * 4 * 10'007));
    }
}

TYPED_TEST(FftOutOfCardOnDevice, multiplies_and_transposes_as_its_twin)
{
    const device::Stream stream = device::make_stream();
    const TwiddleTransposeKernel<TypeParam> kernel{1000 * 70};
    for (const bool inverse : {false, true}) {
        const auto in = random_values<TypeParam>(1000 * 41);
        std::vector<Complex<TypeParam>> expected(in.size());
        const HostTwiddles<TypeParam> twiddles{70'000};
        TwiddleTranspose<TypeParam> what{.in = in.data(),
                                         .out = expected.data(),
                                         .rows = 1000,
                                         .columns = 41,
                                         .first = 23,
                                         .twiddles = twiddles.view(),
                                         .inverse = inverse};
        twiddle_transpose_on_host(what);
        const auto from = device::uploaded(in, stream.get());
        const device::DeviceBuffer<Complex<TypeParam>> to{in.size()};
        what.in = from.data();
        what.out = to.data();
        kernel.enqueue(what, stream.get());
        expect_close(device::fetch_and_wait(to, stream.get()), expected);
    }
}

TYPED_TEST(FftOutOfCardOnDevice, folds_as_its_twin)
{
    const device::Stream stream = device::make_stream();
    constexpr std::int64_t pairs = 3000;
    const runtime::ForEach<FoldEnds<TypeParam>> fold{*runtime::make_cuda_machine()};
    const runtime::ForEach<FoldEnds<TypeParam>> fold_on_host{*runtime::make_host_machine()};
    const HostTwiddles<TypeParam> twiddles{2 * pairs};
    const DeviceTwiddles<TypeParam> on_device{2 * pairs};
    for (const std::int64_t first : {0, 700, 1300}) {
        for (const bool inverse : {false, true}) {
            const std::int64_t count = first == 1300 ? 201 : 600;  // up to the middle, or not
            auto expected = random_values<TypeParam>(static_cast<std::size_t>(2 * count));
            const auto values = device::uploaded(expected, stream.get());
            FoldEnds<TypeParam> ends{.near = expected.data(),
                                     .far = expected.data() + count,
                                     .count = count,
                                     .first = first,
                                     .pairs = pairs,
                                     .twiddles = twiddles.view(),
                                     .inverse = inverse};
            fold_on_host(ends, count, nullptr);
            ends.near = values.data();
            ends.far = values.data() + count;
            ends.twiddles = on_device.view();
            fold(ends, count, stream.get());
            expect_close(device::fetch_and_wait(values, stream.get()), expected);
        }
    }
}

TYPED_TEST(FftOutOfCardOnDevice, calls_its_watch_until_it_is_stopped)
{
    std::vector<double> parts;
    double last = 2.0;
    const OutOfCardPlan plan{{.extents = {32, 24, 20}, .precision = precision_of<TypeParam>},
                             {.device_bytes = 32 * 20 * 16 * 4, .watch = [&](double part) {
                                  parts.push_back(part);
                                  return part < last;
                              }}};
    std::vector<std::complex<TypeParam>> data(32 * 24 * 20, 1);
    plan.execute_and_wait(data.data());
    ASSERT_GT(parts.size(), 4U);
    EXPECT_EQ(parts.front(), 0.0);
    EXPECT_TRUE(std::ranges::is_sorted(parts));
    last = 0.5;
    EXPECT_THROW(plan.execute_and_wait(data.data()), Stopped);
    last = 2.0;
    std::ranges::fill(data, 1);
    plan.execute_and_wait(data.data());
    EXPECT_NEAR(static_cast<double>(data.front().real()), 32 * 24 * 20, 0.1);
}

TYPED_TEST(FftOutOfCardOnDevice, names_the_call_that_fits)
{
    const OutOfCardPlan plan{
        {.extents = {64, 64}, .kind = Kind::r2c, .precision = precision_of<TypeParam>}};
    std::vector<std::complex<TypeParam>> values(33 * 64);
    EXPECT_THAT(test::refusal([&] { plan.execute_and_wait(values.data()); }),
                HasSubstr("call execute_and_wait("));
}

TEST(FftOutOfCard, kernels_between_rounds_compile)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const auto& what : {twiddle_transpose_kernel(precision),
                                 runtime::item_kernel(FoldEnds<float>::kind, precision)}) {
            const auto compiled = device::compile(what, "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.name;
            EXPECT_EQ(compiled.log, "") << what.name;
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
