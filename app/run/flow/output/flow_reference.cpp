#include "app/run/flow/output/flow_reference.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/yaml/text.hpp"
#include "app/errors.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

struct Cell {
    std::string_view text;  ///< without spaces around it
    Position at;
};

std::vector<Cell> cells_of(std::string_view line, const std::string& source, int number)
{
    constexpr std::string_view blank = " \t\r";
    std::vector<Cell> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        std::string_view text = line.substr(begin, end - begin);
        const std::size_t first = std::min(text.find_first_not_of(blank), text.size());
        text.remove_prefix(first);
        text = text.substr(0, text.find_last_not_of(blank) + 1);
        const int column = casefile::characters_in(line.substr(0, begin + first)) + 1;
        cells.push_back({text, {.source = source, .line = number, .column = column}});
        begin = end + 1;
    }
    return cells;
}

bool is_passed_over(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
}

/// A column of the table: position or a profile.
class Columns {
public:
    explicit Columns(const std::vector<Cell>& names)
    {
        for (const Cell& name : names) {
            add(name);
        }
        if (std::ranges::find(indices_, position) == indices_.end()) {
            throw InputError{names.front().at,
                             "there is no column 'position' (which the profiles are drawn "
                             "over): name it in this line"};
        }
    }

    void read(const std::vector<Cell>& cells, FlowProfiles& profiles) const
    {
        if (cells.size() != indices_.size()) {
            throw InputError{cells.front().at,
                             "expected as many cells as there are names, " +
                                 std::to_string(indices_.size()) + " (got " +
                                 std::to_string(cells.size()) +
                                 "): separate them by commas, and leave cells without a value "
                                 "empty"};
        }
        for (std::size_t n = 0; n < cells.size(); ++n) {
            const double value = number_of(cells[n], indices_[n] != position);
            (indices_[n] == position ? profiles.position : profiles.columns.at(indices_[n]))
                .push_back(value);
        }
    }

private:
    static constexpr std::size_t position = profile_names.size();

    void add(const Cell& name)
    {
        const auto found = std::ranges::find(profile_names, name.text);
        const bool is_position = name.text == "position";
        if (found == profile_names.end() && !is_position) {
            throw InputError{name.at,
                             in_quotes(std::string{name.text}) +
                                 " is no column of profiles (these are position, u, v, w, p, uu, "
                                 "vv, ww, uv, uw, vw, s, ss, us, vs, ws): rename or remove it"};
        }
        const std::size_t index =
            is_position ? position : static_cast<std::size_t>(found - profile_names.begin());
        if (std::ranges::find(indices_, index) != indices_.end()) {
            throw InputError{name.at, in_quotes(std::string{name.text}) +
                                          " is there twice (which of them is meant?): remove one"};
        }
        indices_.push_back(index);
    }

    static double number_of(const Cell& cell, bool may_be_empty)
    {
        if (cell.text.empty() && may_be_empty) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        double value{};
        const char* const end = cell.text.data() + cell.text.size();
        const auto [stop, error] = std::from_chars(cell.text.data(), end, value);
        if (stop != end || error != std::errc{} || !std::isfinite(value)) {
            throw InputError{cell.at, "expected a finite number (got " +
                                          in_quotes(std::string{cell.text}) +
                                          "): write it like 0.5 or 1.0e-6"};
        }
        return value;
    }

    std::vector<std::size_t> indices_;  ///< of profile_names, or `position`
};

}  // namespace

FlowProfiles parse_flow_reference(const std::string& text, const std::string& source)
{
    FlowProfiles profiles;
    std::optional<Columns> columns;
    std::istringstream lines{text};
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (is_passed_over(line)) {
            continue;
        }
        const std::vector<Cell> cells = cells_of(line, source, number);
        if (!columns) {
            columns.emplace(cells);
        } else {
            columns->read(cells, profiles);
        }
    }
    if (profiles.position.empty()) {
        throw InputError{{.source = source, .line = 0, .column = 0},
                         "has no numbers (a line of names such as position,u and lines of numbers "
                         "are expected): correct it, or remove statistics.reference"};
    }
    return profiles;
}

FlowProfiles read_flow_reference(const std::filesystem::path& file)
{
    return parse_flow_reference(casefile::read_text_file(file), file.string());
}

}  // namespace tobiuo
