// SPDX-License-Identifier: BSD-3-Clause
// Columns of unequal rows, solved in parts on the device, are those of the twin on the host.
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/tridiagonal/tile/tile_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/tridiagonal/tile/tile_example.hpp"
#include "tests/kernels/tridiagonal/tile/tile_twins.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::TileExample;
using test::TileTwin;

TEST(TridiagonalTileSolver, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        const ColumnTiles tiles{
            .rows = 100, .columns = 1000, .threads_per_column = 5, .values = 20, .tile = 16};
        for (const auto& what :
             {specialise(tiles, precision), specialise(tiles, precision, true),
              specialise_losses(tiles, precision), specialise_losses(tiles, precision, true)}) {
            const auto compiled = device::compile(what, "sm_90");
            EXPECT_FALSE(compiled.image.empty());
        }
    }
}

template <typename T>
class TridiagonalTileOnDevice : public test::OnDevice {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalTileOnDevice, Reals);

/// The device fuses products and sums, so results may differ by rounding.
TYPED_TEST(TridiagonalTileOnDevice, gives_what_the_twin_gives)
{
    const double epsilon = std::numeric_limits<TypeParam>::epsilon();
    const device::Stream stream = device::make_stream();
    for (const TileTwin<TypeParam>& twin : test::tile_twins<TypeParam>()) {
        ASSERT_GE(twin.tiles.threads(), 32) << "a warp solves the zero mode";
        for (const test::TileWalls& walls : {test::TileWalls{},
                                             {.first = 4.0, .last = 3.0},
                                             {.first = 4.0, .last = 3.0, .unbounded = true}}) {
            TileExample<TypeParam> example{twin.tiles, walls};
            const auto width = device::uploaded(example.width, stream.get());
            const auto conductance = device::uploaded(example.conductance, stream.get());
            const auto loss_before = device::uploaded(example.loss_before, stream.get());
            const auto loss_behind = device::uploaded(example.loss_behind, stream.get());
            const auto inner = device::uploaded(example.inner, stream.get());
            const auto outer = device::uploaded(example.outer, stream.get());
            const auto data = device::uploaded(example.data, stream.get());
            const device::DeviceBuffer<TypeParam> constant{1};
            device::clear(constant, "clear the mean", stream.get());
            TileSystems<TypeParam> systems = example.systems();
            systems.width = width.data();
            systems.conductance = conductance.data();
            systems.loss_before = loss_before.data();
            systems.loss_behind = walls.unbounded ? loss_behind.data() : nullptr;
            systems.inner = inner.data();
            systems.outer = outer.data();
            systems.data = data.data();
            systems.constant = constant.data();
            const TileSolver<TypeParam> solver{twin.tiles, walls.unbounded};
            solver.find_losses(systems, stream.get());
            solver.enqueue(systems, stream.get());
            twin.solve(example.systems(), twin.tiles);
            const std::vector<TypeParam> by_twin = example.data;
            TypeParam mean{};
            device::copy_to_host<TypeParam>(example.data, data.data(), stream.get());
            device::copy_to_host<TypeParam>({&mean, 1}, constant.data(), stream.get());
            device::synchronize(stream.get());

            for (long long column = 0; column < example.columns; ++column) {
                std::vector<double> values;
                for (long long k = 0; k < example.rows; ++k) {
                    values.push_back(static_cast<double>(by_twin[example.at(column, k)]));
                }
                EXPECT_LE(example.difference(column, values), 64.0 * epsilon)
                    << twin.tiles.rows << " rows, column " << column;
            }
            EXPECT_NEAR(mean, example.constant, 4.0 * epsilon);
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
