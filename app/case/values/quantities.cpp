#include "app/case/values/quantities.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace tobiuo::casefile {

MemorySize memory_size(std::string_view text)
{
    const std::size_t unit = text.find_first_of("kKMGT");
    double number = 0.0;
    std::from_chars(text.data(), text.data() + unit, number);
    const bool binary = text.find('i', unit) != std::string_view::npos;
    const std::size_t power = std::string_view{"kMGT"}.find(text[unit] == 'K' ? 'k' : text[unit]);
    const double bytes =
        number * std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(power + 1));
    constexpr double most = 1e18;  // more than any memory, and not more than an integer holds
    return {.text = std::string{text}, .bytes = std::llround(std::min(bytes, most))};
}

TimeSpan time_span(std::string_view text)
{
    double number = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    const double unit = text.ends_with("min") ? 60.0 : text.ends_with("h") ? 3600.0 : 1.0;
    return {.text = std::string{text}, .seconds = number * unit};
}

}  // namespace tobiuo::casefile
