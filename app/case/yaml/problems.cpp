// SPDX-License-Identifier: BSD-3-Clause
// Collects the problems of a case, sorts them and throws them at once.
#include "app/case/yaml/problems.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace tobiuo::casefile {
namespace {

/// The most problems that are reported, so that a damaged file does not fill the terminal.
constexpr std::size_t most_reported = 100;

bool comes_before(const Problem& left, const Problem& right)
{
    const auto order = [](const Position& at) {
        return std::tuple{at.source.starts_with("--"), at.line, at.column};
    };
    return order(left.at) < order(right.at);
}

}  // namespace

void Problems::add(Position at, std::string sentence)
{
    problems_.push_back({std::move(at), std::move(sentence)});
}

bool Problems::has_of(std::string_view path) const
{
    return std::ranges::any_of(problems_, [&](const Problem& problem) {
        const std::string_view sentence{problem.sentence};
        const std::string_view after = sentence.substr(std::min(path.size(), sentence.size()));
        return sentence.starts_with(path) && (after.starts_with(": ") || after.starts_with('.'));
    });
}

void Problems::throw_if_any()
{
    if (problems_.empty()) {
        return;
    }
    std::ranges::stable_sort(problems_, comes_before);
    if (problems_.size() > most_reported) {
        const std::size_t more = problems_.size() - most_reported;
        problems_.resize(most_reported);
        Position whole_file;
        whole_file.source = problems_.front().at.source;
        add(std::move(whole_file), "and " + std::to_string(more) + " more problems");
    }
    throw InputError{problems_};
}

}  // namespace tobiuo::casefile
