// SPDX-License-Identifier: BSD-3-Clause
// Joined slabs of unequal rows on the device give the results of their twin on the host; their
// kernels compile everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "tests/kernels/tridiagonal/unequal/joined_unequal_example.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::JoinedDevice;
using test::UnequalSlabExample;

/// By several devices, which are the same one here, in parts of `part` rows or whole.
template <typename T>
typename UnequalSlabExample<T>::Solved joined_on_device(const UnequalSlabExample<T>& example,
                                                        const std::vector<long long>& rows,
                                                        long long part = 0)
{
    constexpr long long columns = UnequalSlabExample<T>::columns;
    const device::Stream stream = device::make_stream();
    const auto data = device::uploaded(example.right_side(), stream.get());
    const auto counts = device::uploaded(rows, stream.get());
    const auto inner = device::uploaded(example.inner(), stream.get());
    const auto outer = device::uploaded(example.outer(), stream.get());
    const auto below = device::uploaded(example.below(), stream.get());
    const auto above = device::uploaded(example.above(), stream.get());
    const auto width = device::uploaded(example.width(), stream.get());
    UnequalSlabSystems systems = example.systems();
    systems.inner = inner.data();
    systems.outer = outer.data();
    systems.rows.below = below.data();
    systems.rows.above = above.data();
    systems.rows.width = width.data();
    const device::DeviceBuffer<double> line{static_cast<std::size_t>(example.rows())};
    const device::DeviceBuffer<double> heights{line.size()};
    const device::DeviceBuffer<double> constant{1};
    device::clear(constant, "clear a mean", stream.get());
    const device::DeviceBuffer<double> told{2 * rows.size() * columns};
    device::clear(told, "clear sums", stream.get());  // the zero mode has none
    const device::DeviceBuffer<double> risen{risen_doubles * columns};
    const JoinedUnequalSolver<T> solver;
    std::vector<device::DeviceBuffer<double>> passages;
    for (std::size_t mine = 0; mine < rows.size(); ++mine) {
        const JoinedDevice device{rows, mine, columns};
        passages.emplace_back(static_cast<std::size_t>(device.layout().doubles()));
        const auto at = device.layout().passages(passages.back().data());
        solver.prepare(systems, at, device.joined(told.data(), counts.data()), stream.get());
        for (const auto& rising : test::parts_of(device.slab(data.data()), part, risen.data())) {
            solver.rise(systems, at, device.sums(told.data(), line.data()), rising, stream.get());
        }
    }
    if (systems.zero_mode >= 0) {
        Solver<double>{}.enqueue(
            zero_line(systems, test::sums_of_line(line.data(), heights.data(), constant.data())),
            stream.get());
    }
    const auto gathered =
        device::uploaded(device::fetch_and_wait(told, stream.get()), stream.get());
    for (std::size_t mine = 0; mine < rows.size(); ++mine) {
        const JoinedDevice device{rows, mine, columns};
        const auto at = device.layout().passages(passages[mine].data());
        const auto sums = device.sums(told.data(), line.data());
        solver.join(systems, at, sums, device.joined(gathered.data(), counts.data()), stream.get());
        auto parts = test::parts_of(device.slab(data.data()), part, risen.data());
        std::ranges::reverse(parts);
        for (const auto& falling : parts) {
            solver.fall(systems, at, sums, falling, stream.get());
        }
    }
    return {.u = device::fetch_and_wait(data, stream.get()),
            .constant = device::fetch_and_wait(constant, stream.get()).front()};
}

template <typename T>
class TridiagonalJoinedUnequalOnDevice : public test::OnDevice {
};
using JoinedRealsOnDevice = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalJoinedUnequalOnDevice, JoinedRealsOnDevice);

TYPED_TEST(TridiagonalJoinedUnequalOnDevice, agree_with_the_host)
{
    for (const bool singular : {false, true}) {
        for (const std::vector<long long>& rows :
             {std::vector{203LL}, {101LL, 102LL}, {1LL, 64LL, 5LL, 133LL}}) {
            const UnequalSlabExample<TypeParam> example{203, singular, joined_kept_step};
            const auto found = joined_on_device(example, rows);
            EXPECT_EQ(joined_on_device(example, rows, 7).u, found.u);
            const auto expected = test::joined_on_host(example, rows);
            EXPECT_NEAR(found.constant, expected.constant,
                        4.0 * std::numeric_limits<double>::epsilon());
            // As of slabs on one device: condition numbers of some thousands between walls, and of
            // 1e9 times the largest coefficient without any.
            const auto largest = static_cast<double>(std::abs(*std::ranges::max_element(
                expected.u, {}, [](TypeParam value) { return std::abs(value); })));
            const double allowed =
                singular ? 1e-4 : 1e4 * std::numeric_limits<TypeParam>::epsilon();
            for (std::size_t at = 0; at < found.u.size(); ++at) {
                EXPECT_NEAR(found.u[at], expected.u[at], allowed * largest)
                    << rows.size() << " devices, value " << at;
            }
        }
    }
}

TEST(TridiagonalJoinedUnequalKernels, compile_without_a_gpu)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const runtime::ItemKind& kind :
             {JoinedUnequalPrepare<float>::kind, JoinedUnequalRise<float>::kind,
              JoinedUnequalJoin<float>::kind, JoinedUnequalFall<float>::kind}) {
            const device::Specialisation what = runtime::item_kernel(kind, precision);
            const device::CompiledKernel compiled = device::compile(what, "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
