// SPDX-License-Identifier: BSD-3-Clause
// Slabs of unequal rows that are solved tile by tile on the device are those of the twin on the host.
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "kernels/tridiagonal/tile/tile_slab_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "runtime/machine/machine.hpp"
#include "tests/kernels/tridiagonal/tile/tile_slab_example.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::TileExample;
using test::TileSlabDevice;

TEST(TridiagonalTileSlabSolver, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        std::vector<device::Specialisation> all{specialise_slab(
            {.rows = 100, .columns = 1000, .threads_per_column = 5, .values = 20, .tile = 16},
            precision)};
        for (const runtime::ItemKind& kind :
             {TileSlabPrepare<float>::kind, TileSlabTell<float>::kind, TileSlabJoin<float>::kind}) {
            all.push_back(runtime::item_kernel(kind, precision));
        }
        for (const device::Specialisation& what : all) {
            const auto compiled = device::compile(what, "sm_90");
            EXPECT_FALSE(compiled.image.empty());
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

/// The steps on the device.
template <typename T>
struct TileSlabsOnDevice {
    const runtime::Machine& machine;
    cudaStream_t stream;

    [[nodiscard]] static ColumnTiles tiles(long long rows)
    {
        constexpr int values = 24;
        constexpr int tile = 32;
        return test::slab_tiles<T>(rows, values, tile);
    }
    void prepare(const TileSlabDevice<T>& device, const ColumnTiles& tiles) const
    {
        TileSlabSolver<T>{tiles, machine}.prepare(device.systems, device.passages, device.joined(),
                                                  stream);
    }
    void begin(const TileSlabDevice<T>& device, const ColumnTiles& tiles) const
    {
        TileSlabSolver<T>{tiles, machine}.begin(device.systems, device.passages, device.told(),
                                                device.line(), stream);
    }
    void copy_line(const double* from, double* to, long long rows) const
    {
        machine.copy(to, from, static_cast<std::size_t>(rows) * sizeof(double), stream);
    }
    void end(const TileSlabDevice<T>& device, const ColumnTiles& tiles) const
    {
        TileSlabSolver<T>{tiles, machine}.end(device.systems, device.passages, device.joined(),
                                              device.slab(), stream);
    }
};

/// Replaces the data of an example by the solution of devices, which are the same one here; returns
/// the mean that is removed.
template <typename T>
double solve_on_device(TileExample<T>& example, const std::vector<long long>& rows)
{
    const auto machine = runtime::make_cuda_machine();
    const device::Stream stream = device::make_stream();
    const auto width = device::uploaded(example.width, stream.get());
    const auto conductance = device::uploaded(example.conductance, stream.get());
    const auto inner = device::uploaded(example.inner, stream.get());
    const auto outer = device::uploaded(example.outer, stream.get());
    const auto data = device::uploaded(example.data, stream.get());
    const auto counts = device::uploaded(rows, stream.get());
    const device::DeviceBuffer<T> told{2 * rows.size() * example.columns};
    device::clear(told, "clear sums", stream.get());  // the zero mode has none
    const device::DeviceBuffer<double> sums{2 * example.columns};
    const device::DeviceBuffer<double> line{static_cast<std::size_t>(example.rows)};
    const device::DeviceBuffer<double> solved_line{line.size()};
    const device::DeviceBuffer<double> constant{1};
    device::clear(constant, "clear the mean", stream.get());
    const TileSlabsOnDevice<T> steps{*machine, stream.get()};
    std::vector<device::DeviceBuffer<double>> passages;
    std::vector<double*> at;
    for (std::size_t mine = 0; mine < rows.size(); ++mine) {
        const auto layout = TileSlabDevice<T>::layout(rows, mine, steps.tiles(rows[mine]));
        passages.emplace_back(
            static_cast<std::size_t>(layout.template bytes<T>()) / sizeof(double) + 1);
        at.push_back(passages.back().data());
    }
    TileSystems<T> systems = example.systems();
    systems.width = width.data();
    systems.conductance = conductance.data();
    systems.inner = inner.data();
    systems.outer = outer.data();
    systems.data = data.data();
    test::solve_by_devices<T>(systems,
                              {.rows = rows,
                               .rows_there = counts.data(),
                               .passages = at,
                               .told = told.data(),
                               .sums = sums.data(),
                               .line = line.data(),
                               .solved_line = solved_line.data(),
                               .constant = constant.data()},
                              steps);
    example.data = device::fetch_and_wait(data, stream.get());
    return device::fetch_and_wait(constant, stream.get()).front();
}

template <typename T>
class TridiagonalTileSlabOnDevice : public test::OnDevice {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalTileSlabOnDevice, Reals);

/// The device fuses products and sums, so results may differ by rounding.
TYPED_TEST(TridiagonalTileSlabOnDevice, gives_what_the_twin_gives)
{
    const double epsilon = std::numeric_limits<TypeParam>::epsilon();
    for (const std::vector<long long>& rows :
         {std::vector{203LL}, {101LL, 102LL}, {1LL, 64LL, 5LL, 133LL}}) {
        for (const test::TileWalls& walls : {test::TileWalls{}, {.first = 4.0, .last = 3.0}}) {
            auto example = test::slab_example<TypeParam>(203, walls);
            auto by_twin = example;
            const double mean = solve_on_device(example, rows);
            test::HostTileSlabs<TypeParam> slabs{rows, by_twin.rows};
            slabs.solve(by_twin.systems());
            for (long long column = 0; column < example.columns; ++column) {
                std::vector<double> values;
                for (long long k = 0; k < example.rows; ++k) {
                    values.push_back(static_cast<double>(by_twin.data[example.at(column, k)]));
                }
                EXPECT_LE(example.difference(column, values), 64.0 * epsilon)
                    << rows.size() << " devices, column " << column;
            }
            EXPECT_NEAR(mean, slabs.constant(), 4.0 * epsilon);
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
