// `tobiuo bench poisson --orders`.
#include <omp.h>
#include <spdlog/spdlog.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/bench/poisson/orders_report.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/output/print.hpp"
#include "app/output/versions.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;

/// Grids too coarse for an operator are the option's fault.
OrderRow measured(const OrderProblem& problem)
{
    try {
        return measure_order(problem);
    } catch (const std::invalid_argument& error) {
        throw InputError{{.source = "--order-cells", .line = 0, .column = 0}, error.what()};
    }
}

}  // namespace

ExitCode bench_poisson_orders_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    if (options.threads > 0) {
        omp_set_num_threads(options.threads);
    }
    std::optional<OptionFile> json;
    if (options.json) {
        json.emplace(*options.json, "--json");
    }
    std::vector<OrderRow> rows;
    print(orders_head());
    for (const OrderProblem& problem : chosen_order_problems(options)) {
        if (stop_requested()) {
            break;
        }
        rows.push_back(measured(problem));
        print(orders_row(rows.back()));
    }
    print(orders_foot(rows));
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the rows so far are kept", stop_signal_name());
    }
    if (json) {
        json->write(orders_json(host_info().processor, rows, versions_json(false), utc_now()));
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
