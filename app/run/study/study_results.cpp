// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/study/study_results.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using StudyResultJson = nlohmann::ordered_json;

StudyResultJson keys_json(const Study& study)
{
    StudyResultJson keys = StudyResultJson::array();
    for (const StudyKey& key : study.keys) {
        StudyResultJson values = StudyResultJson::array();
        for (const StudyValue& value : key.values) {
            values.push_back({{"value", value.json}, {"text", value.text}, {"word", value.word}});
        }
        keys.push_back({{"key", key.path}, {"values", values}});
    }
    return keys;
}

/// The values of a member, or of a series without those of the grid.
StudyResultJson values_json(const Study& study, const std::vector<std::size_t>& values,
                            bool with_grid)
{
    StudyResultJson json = StudyResultJson::object();
    for (std::size_t n = 0; n < study.keys.size(); ++n) {
        if (with_grid || !is_grid_key(study.keys[n])) {
            json[study.keys[n].path] = study.keys[n].values.at(values.at(n)).json;
        }
    }
    return json;
}

StudyResultJson member_json(const Study& study, std::size_t member, const StudyRow& row)
{
    const StudyMember& one = study.members.at(member);
    return {{"label", one.label},
            {"folder", one.label},
            {"values", values_json(study, one.values, true)},
            {"status", row.status},
            {"exit_code", or_null(row.exit_code)},
            {"earlier", row.earlier},
            {"backend", row.report.is_object() ? row.report.value("backend", StudyResultJson{})
                                               : StudyResultJson{}},
            {"figures", row.figures}};
}

StudyResultJson series_json(const Study& study, const ConvergenceSeries& series)
{
    StudyResultJson points = StudyResultJson::array();
    for (const ConvergencePoint& point : series.points) {
        points.push_back({{"member", study.members.at(point.member).label},
                          {"cells", point.cells},
                          {"spacing", point.spacing},
                          {"error_l2", point.error_l2},
                          {"error_max", or_null(point.error_max)},
                          {"order", or_null(point.order)}});
    }
    return {{"label", series.label},
            {"values", values_json(study, series.values, false)},
            {"expected", series.expected},
            {"expected_order", or_null(series.expected_order)},
            {"points", points}};
}

std::string csv_cell(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted;
    for (const char byte : text) {
        quoted += byte == '"' ? std::string{"\"\""} : std::string{byte};
    }
    return '"' + quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells)
{
    std::string line;
    for (const std::string& cell : cells) {
        line += (line.empty() ? "" : ",") + csv_cell(cell);
    }
    return line + "\n";
}

/// The series and the point of a member; nothing if it has none.
struct Place {
    const ConvergenceSeries* series = nullptr;
    const ConvergencePoint* point = nullptr;
};

Place place_of(const StudyResults& results, std::size_t member)
{
    for (const ConvergenceSeries& series : results.convergence) {
        const auto point = std::ranges::find(series.points, member, &ConvergencePoint::member);
        if (point != series.points.end()) {
            return {.series = &series, .point = &*point};
        }
    }
    return {};
}

std::vector<std::string> csv_cells(const StudyResults& results, std::size_t member)
{
    const StudyMember& one = results.study.members.at(member);
    const StudyRow& row = results.rows.at(member);
    std::vector<std::string> cells{one.label};
    for (std::size_t n = 0; n < one.values.size(); ++n) {
        cells.push_back(results.study.keys[n].values.at(one.values[n]).text);
    }
    cells.push_back(row.status);
    cells.push_back(row.exit_code ? std::to_string(*row.exit_code) : "");
    for (const auto& [name, value] : row.figures.items()) {
        cells.push_back(value.is_number() ? shortest(value.get<double>()) : "");
    }
    const Place place = place_of(results, member);
    cells.push_back(place.point != nullptr && place.point->order ? shortest(*place.point->order)
                                                                 : "");
    cells.push_back(place.series != nullptr ? place.series->expected : "");
    return cells;
}

}  // namespace

std::string study_status(const std::vector<StudyRow>& rows)
{
    const auto has = [&](std::string_view status) {
        return std::ranges::find(rows, status, &StudyRow::status) != rows.end();
    };
    if (has("not run") || has("interrupted")) {
        return "interrupted";
    }
    const bool done =
        std::ranges::all_of(rows, [](const StudyRow& row) { return row.status == "done"; });
    return done ? "done" : "failed";
}

std::string study_json(const StudyResults& results)
{
    const Study& study = results.study;
    StudyResultJson json;
    json["schema"] = "tobiuo-study-1";
    json["name"] = study.name;
    json["case"] = study.file.string();
    json["solver"] = solver_of(study);
    json["status"] = study_status(results.rows);
    json["started"] = results.started;
    json["finished"] = utc_now();
    json["keys"] = keys_json(study);
    json["members"] = StudyResultJson::array();
    for (std::size_t n = 0; n < results.rows.size(); ++n) {
        json["members"].push_back(member_json(study, n, results.rows[n]));
    }
    json["convergence"] = StudyResultJson::array();
    for (const ConvergenceSeries& series : results.convergence) {
        json["convergence"].push_back(series_json(study, series));
    }
    json["versions"] = StudyResultJson::parse(versions_json());
    return json_text(json) + "\n";
}

std::string study_csv(const StudyResults& results)
{
    std::vector<std::string> names{"member"};
    for (const StudyKey& key : results.study.keys) {
        names.push_back(key.path);
    }
    names.insert(names.end(), {"status", "exit_code"});
    for (const StudyFigure& figure : study_figures(solver_of(results.study))) {
        names.emplace_back(figure.name);
    }
    names.insert(names.end(), {"order", "expected_order"});
    std::string text = csv_line(names);
    for (std::size_t n = 0; n < results.rows.size(); ++n) {
        text += csv_line(csv_cells(results, n));
    }
    return text;
}

namespace {

struct Column {
    std::string heading;
    std::vector<std::string> cells;  ///< of the members; empty texts where there is nothing
};

bool has_content(const Column& column)
{
    return std::ranges::any_of(column.cells, [](const std::string& cell) { return !cell.empty(); });
}

Column key_column(const Study& study, std::size_t key)
{
    Column column{.heading = study.keys[key].path, .cells = {}};
    for (const StudyMember& member : study.members) {
        column.cells.push_back(study.keys[key].values.at(member.values.at(key)).text);
    }
    return column;
}

Column status_column(const std::vector<StudyRow>& rows)
{
    Column column{.heading = "status", .cells = {}};
    for (const StudyRow& row : rows) {
        column.cells.push_back(row.status + (row.earlier ? " (earlier)" : ""));
    }
    return column;
}

Column figure_column(const StudyFigure& figure, const std::vector<StudyRow>& rows)
{
    Column column{.heading = std::string{figure.heading}, .cells = {}};
    for (const StudyRow& row : rows) {
        const auto& value = row.figures.at(std::string{figure.name});
        column.cells.push_back(value.is_number() ? fmt::format("{:.4g}", value.get<double>()) : "");
    }
    return column;
}

/// The orders from the next coarser grid, and those that theory says.
std::pair<Column, Column> order_columns(const StudyResults& results)
{
    const std::vector<std::string> none(results.rows.size());
    std::pair<Column, Column> columns{{"order", none}, {"expected", none}};
    for (const ConvergenceSeries& series : results.convergence) {
        for (const ConvergencePoint& point : series.points) {
            if (point.order) {
                columns.first.cells.at(point.member) = fmt::format("{:.2f}", *point.order);
                columns.second.cells.at(point.member) = series.expected;
            }
        }
    }
    return columns;
}

std::string keys_text(const Study& study)
{
    std::string text;
    for (std::size_t n = 0; n < study.keys.size(); ++n) {
        const bool last = n + 1 == study.keys.size();
        text += (n == 0 ? "" : last ? " and " : ", ") + study.keys[n].path;
    }
    return text;
}

std::size_t width_of(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t left)
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t n = 0; n < row.size(); ++n) {
            widths[n] = std::max(widths[n], width_of(row[n]));
        }
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t n = 0; n < row.size(); ++n) {
            const std::string space(widths[n] - width_of(row[n]), ' ');
            line += "  " + (n < left ? row[n] + space : space + row[n]);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string study_table(const StudyResults& results)
{
    const Study& study = results.study;
    std::vector<Column> columns;
    for (std::size_t key = 0; key < study.keys.size(); ++key) {
        columns.push_back(key_column(study, key));
    }
    columns.push_back(status_column(results.rows));
    const std::size_t left = columns.size();
    for (const StudyFigure& figure : study_figures(solver_of(study))) {
        if (!figure.heading.empty()) {
            columns.push_back(figure_column(figure, results.rows));
        }
        if (figure.name == "error_l2") {
            auto [order, expected] = order_columns(results);
            columns.push_back(std::move(order));
            columns.push_back(std::move(expected));
        }
    }
    std::vector<std::vector<std::string>> lines(results.rows.size() + 1);
    for (std::size_t n = 0; n < columns.size(); ++n) {
        if (n >= left && !has_content(columns[n])) {
            continue;
        }
        lines.front().push_back(columns[n].heading);
        for (std::size_t row = 0; row < results.rows.size(); ++row) {
            lines[row + 1].push_back(columns[n].cells[row]);
        }
    }
    return fmt::format("{}: {} {} of {} by {}, {}\n", study.name, study.members.size(),
                       study.members.size() == 1 ? "member" : "members", solver_of(study),
                       keys_text(study), study_status(results.rows)) +
           aligned(lines, left);
}

}  // namespace tobiuo
