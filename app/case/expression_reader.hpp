// Reads numbers and expressions in x, y and z.
#pragma once

#include <string_view>

#include "app/case/field_expression.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// Reports each variable of `value`, which is at `value.at` in the key `name`, whose axis has no
/// cells.
void check_variables(const Section& section, std::string_view name, const FieldExpression& value,
                     int dimensions);

/// The number or expression `name` of the case; "0" if it is bad.
[[nodiscard]] FieldExpression read_expression(const Section& section, std::string_view name,
                                              int dimensions);

}  // namespace tobiuo::casefile
