#include "app/bench/scaling/curves.hpp"

namespace tobiuo::scaling_bench {

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

}  // namespace tobiuo::scaling_bench
