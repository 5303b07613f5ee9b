#include "app/machine/terminal.hpp"

#include <cstdlib>
#include <string_view>

namespace tobiuo {
namespace {

std::string_view setting(const char* variable)
{
    const char* text = std::getenv(variable);
    return text == nullptr ? std::string_view{} : text;
}

}  // namespace

bool can_redraw()
{
    const std::string_view terminal = setting("TERM");
    return !terminal.empty() && terminal != "dumb";
}

bool may_colour()
{
    return can_redraw() && setting("NO_COLOR").empty();
}

}  // namespace tobiuo
