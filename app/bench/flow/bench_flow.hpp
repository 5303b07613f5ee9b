// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench flow`: time steps of flows beside the same steps written straight.
#pragma once

#include "app/bench/options.hpp"
#include "app/errors.hpp"

namespace tobiuo {

struct BenchFlowOptions : BenchOptions {
    BenchFlowOptions();

    bench::Words cases;
    bench::Axis<Precision> precisions = bench::precision_axis();
    bool straight = true;  ///< measures the straight steps, too
    int gradients = 0;     ///< measures the gradients of so many steps, too
};

/// Measures, prints the table, writes JSON; after a signal or a failure of the device, with the
/// rows so far. Throws InputError, device::DeviceError (a device is asked for but missing, or it
/// failed), OutputError.
[[nodiscard]] ExitCode bench_flow_command(const BenchFlowOptions& options);

}  // namespace tobiuo
