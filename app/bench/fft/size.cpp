#include "app/bench/fft/size.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "app/errors.hpp"
#include "app/wording.hpp"

namespace tobiuo::fft_bench {
namespace {

constexpr std::size_t most_axes = 3;

[[noreturn]] void refuse(std::string_view text, const std::string& why)
{
    throw InputError{{.source = "--sizes", .line = 0, .column = 0},
                     in_quotes(text) + " is no size (" + why +
                         "): write the points of one to three axes, x first, like "
                         "1024, 1024x512, 256x256x128 or 512^3"};
}

/// The number in `text`; nothing unless all of it is a number above zero.
std::optional<std::int64_t> length_of(std::string_view text)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    const bool good = error == std::errc{} && stopped == end && value > 0;
    return good ? std::optional{value} : std::nullopt;
}

std::int64_t length_in(std::string_view text, std::string_view part)
{
    const auto length = length_of(part);
    if (!length) {
        refuse(text, in_quotes(part) + " is no number of points");
    }
    return *length;
}

}  // namespace

std::vector<std::int64_t> reversed(std::vector<std::int64_t> lengths)
{
    std::ranges::reverse(lengths);
    return lengths;
}

std::vector<std::int64_t> parse_size(std::string_view text)
{
    std::vector<std::int64_t> lengths;
    if (const auto power = text.find('^'); power != std::string_view::npos) {
        const auto axes = length_of(text.substr(power + 1));
        if (!axes || *axes > static_cast<std::int64_t>(most_axes)) {
            refuse(text, "behind ^ stands the number of axes, 1, 2 or 3");
        }
        lengths.assign(static_cast<std::size_t>(*axes), length_in(text, text.substr(0, power)));
        return lengths;
    }
    for (std::string_view rest = text;;) {
        const auto end = rest.find('x');
        lengths.push_back(length_in(text, rest.substr(0, end)));
        if (end == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(end + 1);
    }
    if (lengths.size() > most_axes) {
        refuse(text, "it has " + std::to_string(lengths.size()) + " axes");
    }
    return reversed(std::move(lengths));
}

std::string size_text(const std::vector<std::int64_t>& lengths)
{
    std::string text;
    for (const std::int64_t length : reversed(lengths)) {
        text += (text.empty() ? "" : "x") + std::to_string(length);
    }
    return text;
}

std::string problem_text(fft::Problem problem)
{
    problem.lengths = reversed(std::move(problem.lengths));
    return fft::describe(problem);
}

}  // namespace tobiuo::fft_bench
