#include "app/case/values/time_span.hpp"

#include <charconv>

namespace tobiuo::casefile {

TimeSpan time_span(std::string_view text)
{
    double number = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    const double unit = text.ends_with("min") ? 60.0 : text.ends_with("h") ? 3600.0 : 1.0;
    return {.text = std::string{text}, .seconds = number * unit};
}

}  // namespace tobiuo::casefile
