#include "app/bench/scaling/rows.hpp"

#include "app/bench/measurement.hpp"

namespace tobiuo::scaling_bench {
namespace {

template <typename Value>
Json milliseconds_or_null(const std::optional<Value>& seconds)
{
    return seconds ? Json(*seconds * 1e3) : Json(nullptr);
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
    row["predicted_ms"] = nullptr;
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
            {"variant", -10, word("variant")},
            {"precision", -9, word("precision")},
            {"back", -5, word("backend")},
            {"ranks", 5, fixed("ranks", 0)},
            {"ms", 9, milliseconds("ms")},
            {"GFLOPS", 9, fixed("gflops", 1)},
            {"speedup", 7, fixed("speedup", 3)},
            {"exchange", 9, milliseconds("exchange_ms")},
            {"predicted", 9, milliseconds("predicted_ms")},
            {"cuFFTXt", 9, milliseconds("cufftxt_ms")},
            {"error", 9, scientific("error")}};
}

Json scaling_json(const bench::Machine& machine, const bench::Results& results,
                  const bench::Origin& origin, const RanksReport& ranks)
{
    Json json = document("tobiuo-bench-scaling-1", machine, origin, results);
    json["mpi"] = ranks.places.empty() ? Json(nullptr) : Json(ranks.library);
    json["ranks"] = ranks.places;
    json["rows"] = results.rows;
    return json;
}

}  // namespace tobiuo::scaling_bench
