// `tobiuo bench poisson --orders`.
#include <omp.h>

#include <stdexcept>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/json_text.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;

/// The row of a problem. Throws InputError for the option if grids are too coarse for the operator.
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
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    const auto json = bench_file(options.json);
    bench::Benchmark benchmark{.columns = order_columns()};
    for (const OrderProblem& problem : chosen_order_problems(options)) {
        benchmark.problems.emplace_back([problem](bench::Results& results) {
            results.rows.push_back(row_of(measured(problem)));
        });
    }
    benchmark.foot = [](const bench::Results& results) { return orders_foot(results.rows); };
    return bench::run(benchmark, [&](const bench::Results& results) {
        if (json) {
            json->write(json_text(orders_json(bench::machine_of(std::nullopt), results,
                                              bench::origin_of(false))) +
                        "\n");
        }
    });
}

}  // namespace tobiuo
