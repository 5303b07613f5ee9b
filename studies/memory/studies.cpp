// SPDX-License-Identifier: BSD-3-Clause
#include "studies/memory/studies.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace tobiuo::memory_study {

const std::vector<std::string>& study_names()
{
    static const std::vector<std::string> names{"copy-size", "copy-threads", "mix", "latency",
                                                "streams",   "patterns",     "link"};
    return names;
}

std::vector<double> powers(std::int64_t least, std::int64_t most, int step)
{
    std::vector<double> all;
    for (std::int64_t value = least; value <= most; value *= step) {
        all.push_back(static_cast<double>(value));
    }
    return all;
}

std::int64_t bounded_bytes(const StudySetup& setup, std::int64_t wanted)
{
    const auto half = static_cast<std::uint64_t>(std::max<std::int64_t>(1, setup.free_bytes / 2));
    return std::min(wanted, static_cast<std::int64_t>(std::bit_floor(half)));
}

std::vector<Study> studies(const StudySetup& setup, const std::vector<std::string>& only)
{
    std::vector<Study> all = copy_studies(setup);
    std::ranges::move(other_studies(setup), std::back_inserter(all));
    std::erase_if(all, [&](const Study& study) {
        return !only.empty() && std::ranges::find(only, study.name) == only.end();
    });
    return all;
}

}  // namespace tobiuo::memory_study
