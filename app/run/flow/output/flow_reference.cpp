// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/output/flow_reference.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/yaml/text.hpp"
#include "app/errors.hpp"
#include "app/run/table_line.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

/// A column of the table: position or a profile.
class Columns {
public:
    explicit Columns(const TableLine& names)
    {
        for (std::size_t n = 0; n < names.cells().size(); ++n) {
            add(names.cells()[n], names.at(n));
        }
        if (std::ranges::find(indices_, position) == indices_.end()) {
            throw InputError{names.at(0),
                             "there is no column 'position' (which the profiles are drawn "
                             "over): name it in this line"};
        }
    }

    void read(const TableLine& line, FlowProfiles& profiles) const
    {
        if (line.cells().size() != indices_.size()) {
            throw InputError{line.at(0), "expected as many cells as there are names, " +
                                             std::to_string(indices_.size()) + " (got " +
                                             std::to_string(line.cells().size()) +
                                             "): separate them by commas, and leave cells without "
                                             "a value empty"};
        }
        for (std::size_t n = 0; n < indices_.size(); ++n) {
            const bool is_position = indices_[n] == position;
            const bool is_gap = line.cells()[n].empty() && !is_position;
            (is_position ? profiles.position : profiles.columns.at(indices_[n]))
                .push_back(is_gap ? std::numeric_limits<double>::quiet_NaN() : line.number(n));
        }
    }

private:
    static constexpr std::size_t position = profile_names.size();

    void add(std::string_view name, const Position& at)
    {
        const auto found = std::ranges::find(profile_names, name);
        const bool is_position = name == "position";
        if (found == profile_names.end() && !is_position) {
            throw InputError{at,
                             in_quotes(std::string{name}) +
                                 " is no column of profiles (these are position, u, v, w, p, uu, "
                                 "vv, ww, uv, uw, vw, s, ss, us, vs, ws): rename or remove it"};
        }
        const std::size_t index =
            is_position ? position : static_cast<std::size_t>(found - profile_names.begin());
        if (std::ranges::find(indices_, index) != indices_.end()) {
            throw InputError{at, in_quotes(std::string{name}) +
                                     " is there twice (which of them is meant?): remove one"};
        }
        indices_.push_back(index);
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
        const TableLine table_line{line, source, ++number};
        if (table_line.cells().empty()) {
            continue;
        }
        if (!columns) {
            columns.emplace(table_line);
        } else {
            columns->read(table_line, profiles);
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
