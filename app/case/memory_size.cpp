#include "app/case/memory_size.hpp"

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
    return {.text = std::string{text}, .bytes = std::llround(bytes)};
}

}  // namespace tobiuo::casefile
