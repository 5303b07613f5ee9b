// SPDX-License-Identifier: BSD-3-Clause
// Slabs on the device give the results of their twin on the host; their kernels compile everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/tridiagonal/slab/slab_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/tridiagonal/slab/slab_example.hpp"
#include "tests/support/architectures.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::SlabExample;

template <typename T>
typename SlabExample<T>::Solved solved_on_device(const SlabExample<T>& example, long long rows,
                                                 long long most, bool reversed)
{
    const device::Stream stream = device::make_stream();
    const auto data = device::uploaded(example.right_side(), stream.get());
    const auto inner = device::uploaded(example.inner(), stream.get());
    const auto outer = device::uploaded(example.outer(), stream.get());
    const device::DeviceBuffer<double> sums{4 * SlabExample<T>::columns};
    const device::DeviceBuffer<double> line{static_cast<std::size_t>(rows)};
    const device::DeviceBuffer<double> constant{1};
    const SlabSums all{.forwards = sums.data(),
                       .again = sums.data() + example.columns,
                       .first = sums.data() + 2 * example.columns,
                       .last = sums.data() + 3 * example.columns,
                       .line = line.data(),
                       .constant = constant.data()};
    const SlabSystems systems = example.systems(inner.data(), outer.data());
    const auto pieces = example.slabs(data.data(), most, reversed);
    const SlabSolver<T> solver{example.edges().first, example.edges().last};
    for (const auto& slab : pieces) {
        solver.rise(systems, all, slab, stream.get());
    }
    solver.turn(systems, all, stream.get());
    for (auto slab = pieces.rbegin(); slab != pieces.rend(); ++slab) {
        solver.fall(systems, all, *slab, stream.get());
    }
    return {.u = device::fetch_and_wait(data, stream.get()),
            .constant = device::fetch_and_wait(constant, stream.get()).front()};
}

template <typename T>
class TridiagonalSlabsOnDevice : public test::OnDevice {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalSlabsOnDevice, Reals);

TYPED_TEST(TridiagonalSlabsOnDevice, agree_with_the_host_and_fulfil_every_row)
{
    for (const test::Edges& edges : test::all_edges) {
        for (const bool reversed : {false, true}) {
            constexpr long long rows = 203;
            const SlabExample<TypeParam> example{edges, rows};
            const auto found = solved_on_device(example, rows, 40, reversed);
            const auto expected = example.solved_on_host(40, reversed);
            for (long long column = 0; column < example.columns; ++column) {
                SCOPED_TRACE(test::text_of(edges) + ", column " + std::to_string(column));
                EXPECT_LE(example.backward_error(found, column, reversed), test::most_slab_errors);
            }
            EXPECT_NEAR(found.constant, expected.constant,
                        4.0 * std::numeric_limits<double>::epsilon());
        }
    }
}

TEST(TridiagonalSlabKernels, compile_without_a_gpu)
{
    std::size_t number = 0;
    for (const auto& [first, last] : test::all_edges) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            for (const SlabKernel kernel : all_slab_kernels) {
                if (!test::is_sampled("sm_90", number++)) {
                    continue;
                }
                const device::Specialisation what = specialise(kernel, first, last, precision);
                const device::CompiledKernel compiled = device::compile(what, "sm_90");
                EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
                EXPECT_EQ(compiled.log, "") << what.identifier();
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
