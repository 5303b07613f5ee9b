// `tobiuo bench flow`: time steps of flows beside the same steps written straight.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/errors.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct BenchFlowOptions : BenchOptions {
    BenchFlowOptions() { sizes = {"64^3", "128^3", "256^3", "512^3"}; }

    std::vector<std::string> cases{"box", "channel", "channel-implicit", "cavity"};
    std::vector<std::string> precisions{"single", "double"};
    std::vector<std::string> backends;  ///< empty: cuda where there is a device, else cpu
    bool straight = true;               ///< measures the straight steps, too
};

/// Measures, prints the table, writes JSON; after a signal or a failure of the device, with the
/// rows so far. Throws InputError, device::DeviceError (a device is asked for but missing, or it
/// failed), OutputError.
[[nodiscard]] ExitCode bench_flow_command(const BenchFlowOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`.
void add_bench_flow(CLI::App& bench, BenchFlowOptions& options, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
