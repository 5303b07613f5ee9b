// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/tuning/wisdom.hpp"

#include <algorithm>
#include <utility>

namespace tobiuo::tuning {
namespace {

bool is_of(const Decision& decision, std::string_view kernel)
{
    return kernel.empty() || decision.kernel == kernel;
}

}  // namespace

void Wisdom::remember(Decision decision)
{
    const auto known = std::ranges::find_if(decisions_, [&](const Decision& one) {
        return one.situation == decision.situation && one.kernel == decision.kernel;
    });
    if (known == decisions_.end()) {
        decisions_.push_back(std::move(decision));
    } else {
        *known = std::move(decision);
    }
}

void Wisdom::remember(const DeviceTable& news)
{
    const auto known = std::ranges::find_if(tables_, [&](const DeviceTable& one) {
        return one.device == news.device && one.architecture == news.architecture &&
               one.conditions == news.conditions && one.engine == news.engine;
    });
    if (known == tables_.end()) {
        tables_.push_back(news);
        return;
    }
    known->date = news.date;
    for (const auto& [request, configuration] : news.entries) {
        known->entries.insert_or_assign(request, configuration);
    }
}

std::optional<Decision> Wisdom::find(const Situation& situation, std::string_view kernel) const
{
    std::optional<Decision> best;
    for (const Decision& one : decisions_) {
        if (one.situation == situation && is_of(one, kernel) &&
            (!best || one.gflops > best->gflops)) {
            best = one;
        }
    }
    return best;
}

std::optional<Decision> Wisdom::outdated(const Situation& situation, std::string_view kernel) const
{
    const auto found = std::ranges::find_if(decisions_, [&](const Decision& one) {
        return one.situation.problem == situation.problem &&
               one.situation.device == situation.device && one.situation != situation &&
               is_of(one, kernel);
    });
    return found == decisions_.end() ? std::nullopt : std::optional{*found};
}

}  // namespace tobiuo::tuning
