// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/parameters.hpp"

#include <algorithm>

namespace tobiuo::stencil {
namespace {

template <typename Range, typename Name>
std::string listed(const Range& range, const Name& name)
{
    std::string text;
    for (const auto& item : range) {
        text += (text.empty() ? "" : ", ") + std::string{name(item)};
    }
    return text;
}

std::optional<std::string> shape_unsupported_reason(const Shape& shape)
{
    if (std::min({shape.ni, shape.nj, shape.nk}) < 3) {
        return "a sweep needs at least 3 values per axis (the outermost layer is the boundary)";
    }
    constexpr double addressable = 1.0e17;  // below 2^63 with room for padded layouts
    const double bytes = static_cast<double>(shape.ni) * static_cast<double>(shape.nj) *
                         static_cast<double>(shape.nk) * 8.0 * static_cast<double>(arrays_moved);
    if (bytes > addressable) {
        return "the arrays of this grid exceed the address space";
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> common_unsupported_reason(const SweepKind& kind,
                                                     const SweepRequest& request)
{
    if (auto reason = shape_unsupported_reason(request.shape)) {
        return reason;
    }
    if (request.in_parts && kind.make_passes == nullptr) {
        return "kernel '" + std::string{kind.name} +
               "' cannot sweep the slabs of several ranks (its passes are in one piece): use "
               "another one, or one rank";
    }
    for (const auto& [name, value] : request.parameters) {
        const auto found = std::ranges::find(kind.parameters, name, &Parameter::name);
        if (found == kind.parameters.end()) {
            return "kernel '" + std::string{kind.name} + "' has no parameter '" + name +
                   "' (it has: " +
                   listed(kind.parameters, [](const Parameter& p) { return p.name; }) + ")";
        }
        if (value != "auto" && std::ranges::find(found->choices, value) == found->choices.end()) {
            return "parameter '" + name + "' of kernel '" + std::string{kind.name} +
                   "' cannot be '" + value + "' (choose auto or one of " +
                   listed(found->choices, [](std::string_view choice) { return choice; }) + ")";
        }
    }
    return std::nullopt;
}

std::string parameter(const SweepRequest& request, std::string_view name, std::string_view fallback)
{
    const auto found = request.parameters.find(name);
    return found == request.parameters.end() || found->second == "auto" ? std::string{fallback}
                                                                        : found->second;
}

}  // namespace tobiuo::stencil
