// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/scaling/rows.hpp"

#include <algorithm>

#include "app/bench/measurement.hpp"

namespace tobiuo::scaling_bench {
namespace {

template <typename Value>
Json milliseconds_or_null(const std::optional<Value>& seconds)
{
    return seconds ? Json(*seconds * 1e3) : Json(nullptr);
}

/// Adds what exchanges take in an execution: bytes of the rank that sends most, the mean over ranks
/// of the time that no work hides, and the hidden part of all exchanges.
void put_uses(Json& row, const Measured& measured)
{
    bench::put_nulls(row, {"bytes_sent", "waited_ms", "overlap_percent"});
    if (measured.uses.empty()) {
        return;
    }
    ExchangeUse all;
    for (const ExchangeUse& use : measured.uses) {
        all.bytes = std::max(all.bytes, use.bytes);
        all.seconds += use.seconds;
        all.waited_seconds += use.waited_seconds;
    }
    const auto executed = static_cast<double>(measured.timing.executed);
    row["bytes_sent"] = static_cast<double>(all.bytes) / executed;
    row["waited_ms"] = 1e3 * all.waited_seconds / executed / measured.ranks;
    if (all.seconds > 0) {
        row["overlap_percent"] = 100.0 * (1.0 - all.waited_seconds / all.seconds);
    }
}

}  // namespace

Json row_of(const ScalingJob& job, const Measured& measured)
{
    Json row = job.keys(measured.ranks);
    row["ranks"] = measured.ranks;
    bench::Implementation one;
    one.seconds = measured.timing.seconds;
    one.executions = measured.timing.executions;
    put_times(row, one);
    const double seconds = measured.timing.times().median;
    const std::optional<double> flops = job.flops(measured.ranks);
    row["gflops"] = flops ? Json(*flops / seconds * 1e-9) : Json(nullptr);
    row["speedup"] = nullptr;
    row["efficiency"] = nullptr;
    if (measured.one_rank_seconds) {
        const double work = job.is_weak() ? measured.ranks : 1.0;
        const double speedup = work * *measured.one_rank_seconds / seconds;
        row["speedup"] = speedup;
        row["efficiency"] = speedup / measured.ranks;
    }
    row["exchange_ms"] = milliseconds_or_null(measured.exchange_seconds);
    put_uses(row, measured);
    row["predicted_ms"] = milliseconds_or_null(measured.predicted_seconds);
    row["cufftxt_ms"] = milliseconds_or_null(measured.cufftxt_seconds);
    row["error"] = measured.error ? Json(*measured.error) : Json(nullptr);
    row["accurate"] =
        measured.error ? Json(*measured.error <= job.tolerance(measured.ranks)) : Json(nullptr);
    row.update(measured.keys);
    return row;
}

std::vector<bench::Column> columns()
{
    using namespace bench;
    return {{"job", -7, word("job")},
            {"scaling", -7, word("scaling")},
            {"shape", -14, word("shape")},
            {"variant", -18, word("variant")},
            {"precision", -9, word("precision")},
            {"back", -5, word("backend")},
            {"ranks", 5, fixed("ranks", 0)},
            {"ms", 9, milliseconds("ms")},
            {"GFLOPS", 9, fixed("gflops", 1)},
            {"speedup", 7, fixed("speedup", 3)},
            {"exchange", 9, milliseconds("exchange_ms")},
            {"hidden %", 8, fixed("overlap_percent", 0)},
            {"predicted", 9, milliseconds("predicted_ms")},
            {"cuFFTXt", 9, milliseconds("cufftxt_ms")},
            {"error", 9, scientific("error")}};
}

std::vector<Json> curves_of(const ScalingJob& job, double one_rank_seconds,
                            const scaling::Link& link)
{
    constexpr int most_ranks = 4096;
    std::vector<Json> curves;
    for (const std::string& method : job.methods()) {
        Json curve = job.keys(1);
        curve["method"] = method;
        for (int ranks = 1; ranks <= most_ranks; ranks *= 2) {
            const scaling::Prediction one = job.predicted(method, ranks, one_rank_seconds, link);
            curve["ranks"].push_back(ranks);
            curve["ms"].push_back(one.seconds * 1e3);
            curve["compute_ms"].push_back(one.compute_seconds * 1e3);
            curve["exchange_ms"].push_back(one.exchange_seconds * 1e3);
            curve["bytes_sent"].push_back(one.bytes_sent);
            curve["memory_bytes"].push_back(one.memory_bytes);
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

Json link_json(const scaling::Link& link)
{
    return {{"gbps", link.bytes_per_second * 1e-9},
            {"latency_us", link.latency_seconds * 1e6},
            {"overlaps", link.overlaps}};
}

Json scaling_json(const bench::Machine& machine, const bench::Results& results,
                  const bench::Origin& origin, const Surroundings& surroundings)
{
    const RanksReport& ranks = surroundings.ranks;
    Json json = document("tobiuo-bench-scaling-1", machine, origin, results);
    json["mpi"] = ranks.places.empty() ? Json(nullptr) : Json(ranks.library);
    json["ranks"] = ranks.places;
    json["links"] = surroundings.links;
    json["rows"] = results.rows;
    json["curves"] = surroundings.curves;
    return json;
}

}  // namespace tobiuo::scaling_bench
