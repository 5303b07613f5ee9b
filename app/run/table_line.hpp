// SPDX-License-Identifier: BSD-3-Clause
// A line of a table in a text file: cells between commas, or between blanks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/errors.hpp"

namespace tobiuo {

/// The cells of a line, between blanks if it has no comma; what follows # is a comment. Keeps views
/// of the line and of its source.
class TableLine {
public:
    TableLine(std::string_view text, std::string_view source, int number);

    /// Without blanks around them; none in a line of blanks or a comment.
    [[nodiscard]] const std::vector<std::string_view>& cells() const { return cells_; }
    /// Whether the cell is a finite number.
    [[nodiscard]] bool is_number(std::size_t cell) const { return value_of(cell).has_value(); }
    /// Throws InputError unless the cell is a finite number.
    [[nodiscard]] double number(std::size_t cell) const;
    [[nodiscard]] Position at(std::size_t cell) const;

private:
    [[nodiscard]] std::optional<double> value_of(std::size_t cell) const;

    std::string_view text_;
    std::string_view source_;
    int number_;
    std::vector<std::string_view> cells_;
};

}  // namespace tobiuo
