// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/himeno/implementation.hpp"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <limits>
#include <memory>
#include <vector>

#include "app/machine/host.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::himeno_bench {

std::int64_t bytes_of(const stencil::SweepKind& kind, const stencil::SweepRequest& request)
{
    const stencil::Footprint footprint = kind.footprint(request);
    return bench::machine_kind(kind.backend).is_device ? footprint.device_bytes
                                                       : footprint.host_bytes;
}

std::optional<std::string> unsupported_reason(const stencil::SweepKind& kind,
                                              const stencil::SweepRequest& request)
{
    if (auto reason = kind.unsupported_reason(request)) {
        return reason;
    }
    const std::int64_t needed = bytes_of(kind, request);
    const std::int64_t free = bench::machine_kind(kind.backend).free_bytes(request.device);
    return needed <= free ? std::nullopt
                          : std::optional{fmt::format("needs {}, {} are free",
                                                      bytes_text(static_cast<double>(needed)),
                                                      bytes_text(static_cast<double>(free)))};
}

bench::Implementation make_implementation(const stencil::SweepKind& kind,
                                          const stencil::SweepRequest& request,
                                          const stencil::ArraySource& source)
{
    const auto gosa = std::make_shared<double>();
    const std::shared_ptr<stencil::SweepPlan> plan = kind.make(request);
    plan->load(source);
    const auto time = [plan, gosa](std::int64_t sweeps) {
        std::vector<double> sums(static_cast<std::size_t>(sweeps));
        const auto start = std::chrono::steady_clock::now();
        plan->sweep_and_wait(sums);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        *gosa = sums.back();
        return taken.count();
    };
    return {.name = std::string{kind.name},
            .time_and_wait = time,
            .plan = plan->describe(),
            .gosa = gosa};
}

bench::Pace pace_of(const BenchHimenoOptions& options)
{
    return {.repetitions = options.repetitions,
            .seconds = options.seconds,
            .most_executions = std::numeric_limits<std::int32_t>::max(),
            .trial = 3};
}

void put_figures(bench::Json& row, const bench::Implementation& one, const stencil::Shape& shape,
                 Precision precision, double ceiling_bytes_per_second)
{
    const bench::Times seconds = bench::times_of(one.seconds);
    const double rate = stencil::nominal_bytes_per_sweep(shape, precision) / seconds.median;
    row["gflops"] = stencil::flops_per_sweep(shape) / seconds.median * 1e-9;
    row["nominal_gbps"] = rate * 1e-9;
    row["ceiling_gbps"] = ceiling_bytes_per_second * 1e-9;
    row["percent_of_ceiling"] = 100.0 * rate / ceiling_bytes_per_second;
    row["seconds_per_sweep"] = seconds.median;
    row["seconds_per_sweep_min"] = seconds.least;
    row["seconds_per_sweep_max"] = seconds.most;
    row["repetitions"] = one.seconds.size();
    row["sweeps_per_repetition"] = one.executions;
    row["gosa"] = *one.gosa;
    row["plan"] = one.plan;
}

}  // namespace tobiuo::himeno_bench
