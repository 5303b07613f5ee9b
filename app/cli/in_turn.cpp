#include "app/cli/in_turn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/cli/guarded.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

std::string outcome_text(const Part& part)
{
    return part.code ? fmt::format("{} ({})", word_of(*part.code), static_cast<int>(*part.code))
                     : "not run";
}

}  // namespace

ExitCode run_in_turn(std::vector<Part>& parts, const World& world)
{
    ExitCode first = ExitCode::done;
    for (Part& part : parts) {
        if (!part.code && !world.any(stop_requested())) {
            part.code = guarded(part.act);
        }
        if (first == ExitCode::done) {
            first = part.code.value_or(ExitCode::interrupted);
        }
    }
    return first;
}

std::string_view word_of(ExitCode code)
{
    constexpr std::array<std::string_view, 8> words{
        "done",          "internal error", "bad input",   "diverged",
        "output failed", "device failed",  "interrupted", "not converged"};
    return words.at(static_cast<std::size_t>(code));
}

std::string outcomes_text(std::string_view what, const std::vector<Part>& parts)
{
    std::size_t longest = 0;
    for (const Part& part : parts) {
        longest = std::max(longest, part.name.size());
    }
    std::string text = fmt::format("{} {}:\n", parts.size(), what);
    for (const Part& part : parts) {
        text += fmt::format("  {:<{}}  {}\n", part.name, longest, outcome_text(part));
    }
    return text;
}

}  // namespace tobiuo
