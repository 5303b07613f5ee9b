// The table of a study for people.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/run/study/study_results.hpp"

namespace tobiuo {
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
