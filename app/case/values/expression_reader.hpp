// Reads numbers and expressions in x, y, z and t.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/case/values/field_value.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The variables of expressions of fields, and of those that may change with time.
inline const std::vector<std::string> space{"x", "y", "z"};
inline const std::vector<std::string> space_and_time{"x", "y", "z", "t"};

/// Reports each variable of `value`, which is at `value.at` in the key `name`, whose axis has no
/// cells.
void check_variables(const Section& section, std::string_view name, const FieldExpression& value,
                     int dimensions);

/// The number or expression `name` of the case; "0" if it is bad.
[[nodiscard]] FieldExpression read_expression(const Section& section, std::string_view name,
                                              int dimensions);

}  // namespace tobiuo::casefile
