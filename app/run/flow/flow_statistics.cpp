#include "app/run/flow/flow_statistics.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "solvers/flow/layer_means.hpp"

namespace tobiuo {
namespace {

/// The two means whose product is taken off that of each product, in the order of flow::Mean.
constexpr std::array<std::array<std::size_t, 2>, 6> factors{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
constexpr std::size_t first_product = flow::mean_count - factors.size();

}  // namespace

bool is_sample(const StatisticsSection& statistics, const FlowTime& at)
{
    return at.step > 0 && at.time >= statistics.from && at.step % statistics.every == 0;
}

template <typename Real>
bool add_sample(const FlowArrays<Real>& arrays, double time, FlowMoments& moments)
{
    const std::vector<double> means =
        flow::layer_means<Real>(arrays.problem, moments.axis, arrays.state, arrays.pressure);
    if (!std::ranges::all_of(means, [](double one) { return std::isfinite(one); })) {
        return false;
    }
    moments.sums.resize(means.size(), 0.0);
    std::ranges::transform(moments.sums, means, moments.sums.begin(), std::plus{});
    ++moments.samples;
    moments.last = time;
    return true;
}

template bool add_sample(const FlowArrays<float>&, double, FlowMoments&);
template bool add_sample(const FlowArrays<double>&, double, FlowMoments&);

FlowMoments moments_to_go_on(const std::optional<StatisticsSection>& statistics,
                             const FlowMoments& read)
{
    if (!statistics) {
        return {};
    }
    const FlowMoments wanted{.axis = statistics->axis, .from = statistics->from};
    if (read.samples == 0) {
        return wanted;
    }
    if (read.axis != wanted.axis || read.from != wanted.from) {
        const auto text = [](const FlowMoments& moments) {
            return fmt::format("along {} from time {:.6g}",
                               casefile::axis_words.at(static_cast<std::size_t>(moments.axis)),
                               moments.from);
        };
        spdlog::warn(
            "the statistics of the checkpoint are {}, and the case wants them {}: they begin anew",
            text(read), text(wanted));
        return wanted;
    }
    return read;
}

FlowProfiles profiles_of(const flow::Problem& problem, const FlowMoments& moments)
{
    FlowProfiles profiles;
    const std::size_t layers = moments.sums.size() / flow::mean_count;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        profiles.position.push_back(
            problem.grid.position(moments.axis, static_cast<std::int64_t>(layer)));
        std::array<double, flow::mean_count> means{};
        for (std::size_t n = 0; n < flow::mean_count; ++n) {
            means.at(n) =
                moments.sums[layer * flow::mean_count + n] / static_cast<double>(moments.samples);
        }
        for (std::size_t n = 0; n < factors.size(); ++n) {
            means.at(first_product + n) -= means.at(factors.at(n)[0]) * means.at(factors.at(n)[1]);
        }
        for (std::size_t n = 0; n < flow::mean_count; ++n) {
            profiles.columns.at(n).push_back(means.at(n));
        }
    }
    return profiles;
}

std::string samples_text(const FlowMoments& moments)
{
    return fmt::format("{} sample{} from time {:.6g} to {:.6g}", moments.samples,
                       moments.samples == 1 ? "" : "s", moments.from, moments.last);
}

}  // namespace tobiuo
