// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/tuning/json_bounds.hpp"

#include <vector>

namespace tobiuo::tuning {
namespace {

/// The place behind the string whose first quote is at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1U : 0U;
    }
    return at + 1;
}

}  // namespace

std::string objection_to_json(std::string_view text, const JsonBounds& bounds)
{
    std::vector<std::size_t> colons;  // of each object and array around the place
    std::size_t values = 1;
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (letter == '"') {
            at = end_of_string(text, at);
            continue;
        }
        ++at;
        if (letter == '{' || letter == '[') {
            colons.push_back(0);
        } else if ((letter == '}' || letter == ']') && !colons.empty()) {
            colons.pop_back();
        }
        values += letter == ',' || letter == '{' || letter == '[' ? 1U : 0U;
        if (letter == ':' && !colons.empty() && ++colons.back() > bounds.entries) {
            return "an object in it has more than " + std::to_string(bounds.entries) + " members";
        }
        if (colons.size() > bounds.depth) {
            return "it nests deeper than " + std::to_string(bounds.depth) + " levels";
        }
        if (values > bounds.values) {
            return "it has more than " + std::to_string(bounds.values) + " values";
        }
    }
    return {};
}

}  // namespace tobiuo::tuning
