// SPDX-License-Identifier: BSD-3-Clause
// Slabs of unequal rows on the device give the results of their twin on the host; their kernels
// compile everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/tridiagonal/unequal/unequal_slab_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "tests/kernels/tridiagonal/unequal/unequal_slab_example.hpp"
#include "tests/support/architectures.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::UnequalSlabExample;

template <typename T>
typename UnequalSlabExample<T>::Solved solved_on_device(const UnequalSlabExample<T>& example,
                                                        long long most)
{
    const device::Stream stream = device::make_stream();
    const auto data = device::uploaded(example.right_side(), stream.get());
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
    const auto rows = static_cast<std::size_t>(example.rows());
    const device::DeviceBuffer<double> sums{
        static_cast<std::size_t>((2 + systems.kept_rows()) * example.columns)};
    const device::DeviceBuffer<double> line{rows};
    const device::DeviceBuffer<double> heights{rows};
    const device::DeviceBuffer<double> constant{1};
    device::clear(constant, "clear a mean", stream.get());
    const UnequalSlabSums at{.loss = sums.data(),
                             .solved = sums.data() + example.columns,
                             .kept = sums.data() + 2 * example.columns,
                             .line = line.data(),
                             .heights = heights.data(),
                             .constant = constant.data()};
    const auto slabs = test::slabs_of(data.data(), example.columns, example.rows(), most, false);
    const UnequalSlabSolver<T> solver;
    for (const auto& slab : slabs) {
        solver.rise(systems, at, slab, stream.get());
    }
    solver.turn(systems, at, stream.get());
    for (auto slab = slabs.rbegin(); slab != slabs.rend(); ++slab) {
        solver.fall(systems, at, *slab, stream.get());
    }
    return {.u = device::fetch_and_wait(data, stream.get()),
            .constant = device::fetch_and_wait(constant, stream.get()).front()};
}

template <typename T>
class TridiagonalUnequalSlabsOnDevice : public test::OnDevice {
};
using UnequalRealsOnDevice = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalUnequalSlabsOnDevice, UnequalRealsOnDevice);

TYPED_TEST(TridiagonalUnequalSlabsOnDevice, agree_with_the_host)
{
    for (const bool singular : {false, true}) {
        const UnequalSlabExample<TypeParam> example{203, singular, 64};
        const auto found = solved_on_device(example, 40);
        const auto expected = example.solved_by_slabs(40);
        EXPECT_NEAR(found.constant, expected.constant,
                    4.0 * std::numeric_limits<double>::epsilon());
        // The shifts -1e-9 and 0 leave condition numbers of some thousands between walls, and of
        // 1e9 times the largest coefficient without any.
        const auto largest = static_cast<double>(std::abs(*std::ranges::max_element(
            expected.u, {}, [](TypeParam value) { return std::abs(value); })));
        const double allowed = (singular ? 1e-4 : 1e4 * std::numeric_limits<TypeParam>::epsilon());
        for (std::size_t at = 0; at < found.u.size(); ++at) {
            EXPECT_NEAR(found.u[at], expected.u[at], allowed * largest) << at;
        }
    }
}

TEST(TridiagonalUnequalSlabKernels, compile_without_a_gpu)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const runtime::ItemKind& kind :
             {UnequalSlabRise<float>::kind, UnequalSlabFall<float>::kind}) {
            const device::Specialisation what = runtime::item_kernel(kind, precision);
            const device::CompiledKernel compiled = device::compile(what, "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
