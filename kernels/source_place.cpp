#include "kernels/source_place.hpp"

#include <string_view>

namespace tobiuo {

std::string place_in_tree(const std::source_location& at)
{
    const std::string_view path = at.file_name();
    const auto start = path.rfind("kernels/");
    return std::string{start == std::string_view::npos ? path : path.substr(start)} + ":" +
           std::to_string(at.line());
}

}  // namespace tobiuo
