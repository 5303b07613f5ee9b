// SPDX-License-Identifier: BSD-3-Clause
// The elimination of the systems of implicit diffusion on the device against the one on the host.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/flow/elimination/device_elimination.hpp"
#include "kernels/flow/elimination/host_elimination.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/flow/elimination/elimination_example.hpp"
#include "tests/support/device.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

class FlowEliminationOnDevice : public test::OnDevice {};

/// Values of the tables are at most 1 but for what is exchanged. They differ by how products and
/// sums are rounded together: by some eps in each row, which no row before it makes larger, and by
/// what the maps lose.
template <typename T>
void expect_the_tables_of_the_host(const EliminationShape& shape)
{
    SCOPED_TRACE(::testing::Message() << shape);
    EliminationExample<T> example{shape};
    const device::Stream stream = device::make_stream();
    const DeviceElimination<T> kernel;
    const auto exchanges = device::uploaded(example.exchanges, stream.get());
    const auto tables = device::uploaded(example.tables, stream.get());
    const double of_rows =
        4.0 * static_cast<double>(shape.count) * std::numeric_limits<double>::epsilon();
    const double tolerance = of_rows + rows_of_part(shape) * test::eliminated_row<double> +
                             2.0 * std::numeric_limits<T>::epsilon();
    for (const double time_step : {0.25, 0.5}) {
        eliminate_on_host(example.elimination(time_step), elimination_parts);
        kernel.eliminate(example.elimination(time_step, exchanges.data(), tables.data()),
                         stream.get());
        const std::vector<T> found = device::fetch_and_wait(tables, stream.get());
        double largest = 0.0;
        for (std::size_t at = 0; at < found.size(); ++at) {
            const double expected = example.tables[at];
            const double missing = std::abs(found[at] - expected);
            const double size = 1.0 + std::abs(expected);
            largest = missing <= largest * size ? largest : missing / size;
        }
        EXPECT_LT(largest, tolerance);
    }
}

TEST_F(FlowEliminationOnDevice, makes_the_tables_of_the_host)
{
    for (const EliminationShape& shape : elimination_shapes()) {
        expect_the_tables_of_the_host<double>(shape);
        expect_the_tables_of_the_host<float>(shape);
    }
}

TEST_F(FlowEliminationOnDevice, leaves_tables_that_are_those_of_the_time_step)
{
    EliminationExample<double> example{{.count = 40, .periodic = false, .strength = 1.0}};
    const device::Stream stream = device::make_stream();
    const DeviceElimination<double> kernel;
    const auto exchanges = device::uploaded(example.exchanges, stream.get());
    eliminate_on_host(example.elimination(0.5));
    example.tables.front() = 7.0;
    const auto tables = device::uploaded(example.tables, stream.get());
    kernel.eliminate(example.elimination(0.5, exchanges.data(), tables.data()), stream.get());
    EXPECT_EQ(device::fetch_and_wait(tables, stream.get()), example.tables);
    kernel.eliminate(example.elimination(0.25, exchanges.data(), tables.data()), stream.get());
    EXPECT_NE(device::fetch_and_wait(tables, stream.get()).front(), 7.0);
}

}  // namespace
}  // namespace tobiuo::flow
