#include "app/case/values/memory_size.hpp"

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

}  // namespace tobiuo::casefile
