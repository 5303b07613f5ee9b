// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/table_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/case/yaml/text.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

TableLine::TableLine(std::string_view text, std::string_view source, int number)
    : text_{text}, source_{source}, number_{number}
{
    const std::string_view table = text.substr(0, text.find('#'));
    if (trimmed(table).empty()) {
        return;
    }
    const bool by_commas = table.find(',') != std::string_view::npos;
    for (std::size_t begin = 0; begin <= table.size();) {
        const std::size_t end =
            std::min(table.find_first_of(by_commas ? "," : blanks, begin), table.size());
        const std::string_view cell = trimmed(table.substr(begin, end - begin));
        if (by_commas || !cell.empty()) {
            cells_.push_back(cell);
        }
        begin = end + 1;
    }
}

std::optional<double> TableLine::value_of(std::size_t cell) const
{
    std::string_view text = cells_.at(cell);
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool is_finite = stop == end && error == std::errc{} && std::isfinite(value);
    return is_finite ? std::optional{value} : std::nullopt;
}

double TableLine::number(std::size_t cell) const
{
    const std::optional<double> value = value_of(cell);
    if (!value) {
        throw InputError{at(cell), "expected a finite number (got " + in_quotes(cells_.at(cell)) +
                                       "): write it like 0.5 or 1.0e-6"};
    }
    return *value;
}

Position TableLine::at(std::size_t cell) const
{
    const auto before = static_cast<std::size_t>(cells_.at(cell).data() - text_.data());
    return {.source = std::string{source_},
            .line = number_,
            .column = casefile::characters_in(text_.substr(0, before)) + 1};
}

}  // namespace tobiuo
