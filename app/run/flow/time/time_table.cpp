// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/time/time_table.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "app/input/input_file.hpp"
#include "app/run/input_errors.hpp"
#include "app/run/table_line.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

constexpr std::size_t longest_line = 65536;

/// Where the names of a head have the times and a column.
struct Columns {
    std::size_t time{};
    std::size_t value{};
    std::size_t count{};
};

Columns columns_in(const TableLine& head, const std::string& column)
{
    const auto& names = head.cells();
    const auto place = [&](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    };
    const Columns found{
        .time = std::min(place("t"), place("time")), .value = place(column), .count = names.size()};
    const bool has_time = found.time < names.size();
    if (!has_time || found.value == names.size()) {
        throw InputError{
            head.at(0),
            fmt::format("has no column {} (its first line is to name t and {}, and has {}): name "
                        "the columns there",
                        in_quotes(has_time ? column : "t"), in_quotes(column),
                        list_of(std::vector<std::string>{names.begin(), names.end()}))};
    }
    return found;
}

}  // namespace

TimeTable::TimeTable(const TableSection& table, const std::string& column)
    : file_{table.file.path.filename().string()},
      at_{table.file.at},
      ends_{table.outside},
      is_cubic_{table.interpolation == TableCurve::cubic}
{
    const std::string source = table.file.path.string();
    const auto wrong = [&](int line, const std::string& sentence) {
        return InputError{{.source = source, .line = line, .column = line > 0 ? 1 : 0}, sentence};
    };
    Columns columns;
    int number = 0;
    InputFile::named(table.file.path).for_each_line(longest_line, [&](std::string_view text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write it
        if (number == 0 && text.starts_with(byte_order_mark)) {
            text.remove_prefix(byte_order_mark.size());
        }
        const TableLine line{text, source, ++number};
        if (line.cells().empty()) {
            return true;
        }
        if (columns.count == 0) {
            columns = columns_in(line, column);
            return true;
        }
        if (line.cells().size() != columns.count) {
            throw InputError{line.at(0), fmt::format("has {} cells, and the first line names {} "
                                                     "columns: give each a number",
                                                     line.cells().size(), columns.count)};
        }
        const double time = line.number(columns.time);
        if (!times_.empty() && !(time > times_.back())) {
            throw InputError{line.at(columns.time),
                             fmt::format("the time {} is not behind that of the row before, {}: "
                                         "write the rows in the order of their times",
                                         shortest(time), shortest(times_.back()))};
        }
        times_.push_back(time);
        values_.push_back(line.number(columns.value));
        return true;
    });
    if (times_.size() < 2) {
        throw wrong(0,
                    "has fewer than two rows of numbers (a table in time goes from one to the "
                    "next): write the table again");
    }
    if (ends_ == TableEnds::periodic && values_.back() != values_.front()) {
        throw wrong(number,
                    fmt::format("ends with {} = {}, and begins with {} (the last row of a "
                                "periodic table is the first one again): make them equal",
                                column, shortest(values_.back()), shortest(values_.front())));
    }
    find_slopes();
}

/// At ends the slope is that of the first or last interval, or of a periodic table that of its
/// neighbours.
void TimeTable::find_slopes()
{
    const std::size_t last = times_.size() - 1;
    std::vector<double> widths;
    std::vector<double> rises;
    for (std::size_t n = 0; n < last; ++n) {
        widths.push_back(times_[n + 1] - times_[n]);
        rises.push_back((values_[n + 1] - values_[n]) / widths.back());
    }
    const auto between = [&](std::size_t before, std::size_t after) {
        if (!(rises[before] * rises[after] > 0.0)) {
            return 0.0;
        }
        const double weight =
            (widths[before] + 2.0 * widths[after]) / (3.0 * (widths[before] + widths[after]));
        return rises[before] * rises[after] /
               (weight * rises[after] + (1.0 - weight) * rises[before]);
    };
    slopes_.push_back(ends_ == TableEnds::periodic ? between(last - 1, 0) : rises.front());
    for (std::size_t n = 1; n < last; ++n) {
        slopes_.push_back(between(n - 1, n));
    }
    slopes_.push_back(ends_ == TableEnds::periodic ? slopes_.front() : rises.back());
}

double TimeTable::within(double time) const
{
    const auto after = std::ranges::upper_bound(times_, time);
    const auto n = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(after - times_.begin() - 1, 0, std::ssize(times_) - 2));
    const double width = times_[n + 1] - times_[n];
    const double part = (time - times_[n]) / width;
    if (!is_cubic_) {
        return values_[n] + part * (values_[n + 1] - values_[n]);
    }
    const double rest = 1.0 - part;
    return rest * rest * (values_[n] * (1.0 + 2.0 * part) + width * slopes_[n] * part) +
           part * part * (values_[n + 1] * (1.0 + 2.0 * rest) - width * slopes_[n + 1] * rest);
}

double TimeTable::at(double time, const std::string& key) const
{
    const double first = times_.front();
    const double last = times_.back();
    if (ends_ == TableEnds::periodic) {
        const double period = last - first;
        return within(time - period * std::floor((time - first) / period));
    }
    const double rounding = 1.0e-12 * (std::abs(last) + std::abs(first));  // of times of stages
    if (ends_ == TableEnds::refused && (time < first - rounding || time > last + rounding)) {
        throw InputError{
            at_,
            fmt::format("{}: at t = {:.6g}, '{}' has no value (its times are {} to {}): give it "
                        "more rows, or outside: held or periodic",
                        key, time, file_, shortest(first), shortest(last))};
    }
    return within(std::clamp(time, first, last));
}

}  // namespace tobiuo
