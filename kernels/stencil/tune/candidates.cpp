// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/tune/candidates.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tobiuo::stencil {

std::string text_of(const Candidate& candidate)
{
    std::string text{candidate.kind->name};
    for (const auto& [name, value] : candidate.parameters) {
        text.append(" ").append(name).append("=").append(value);
    }
    return text;
}

SweepRequest request_of(const Candidate& candidate, const SweepRequest& request)
{
    SweepRequest choice = request;
    choice.parameters = candidate.parameters;
    return choice;
}

std::optional<std::string> unsupported_reason_of(const Candidate& candidate,
                                                 const SweepRequest& request)
{
    return candidate.kind->unsupported_reason(request_of(candidate, request));
}

std::vector<Candidate> along(const Parameter& parameter, const Candidate& from,
                             const SweepRequest& request)
{
    std::vector<Candidate> all;
    for (const std::string_view choice : parameter.choices) {
        Candidate candidate = from;
        candidate.parameters.insert_or_assign(std::string{parameter.name}, std::string{choice});
        if (!unsupported_reason_of(candidate, request)) {
            all.push_back(std::move(candidate));
        }
    }
    return all;
}

std::vector<Candidate> first_candidates(const SweepKind& kind, const SweepRequest& request)
{
    const Candidate itself{.kind = &kind, .parameters = {}};
    std::vector<Candidate> all;
    if (unsupported_reason_of(itself, request)) {
        return all;
    }
    all.push_back(itself);
    for (const Parameter& parameter : kind.parameters) {
        std::ranges::move(along(parameter, itself, request), std::back_inserter(all));
    }
    return all;
}

std::vector<Candidate> all_candidates(const SweepKind& kind, const SweepRequest& request)
{
    // Only complete combinations are checked: a kernel may decline an incomplete one and accept the
    // complete one.
    std::vector<Candidate> made{{.kind = &kind, .parameters = {}}};
    for (const Parameter& parameter : kind.parameters) {
        std::vector<Candidate> longer;
        for (const Candidate& candidate : made) {
            for (const std::string_view choice : parameter.choices) {
                longer.push_back(candidate);
                longer.back().parameters.emplace(parameter.name, choice);
            }
        }
        made = std::move(longer);
    }
    if (!kind.parameters.empty()) {
        made.insert(made.begin(), {.kind = &kind, .parameters = {}});
    }
    std::erase_if(made, [&](const Candidate& candidate) {
        return unsupported_reason_of(candidate, request).has_value();
    });
    return made;
}

}  // namespace tobiuo::stencil
