// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/face_planes.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/input_errors.hpp"
#include "app/wording.hpp"
#include "kernels/flow/flow_box.hpp"

namespace tobiuo {
namespace {

constexpr std::size_t most_index_bytes = std::size_t{64} << 20U;

/// The value of an attribute of an element of XML; empty if it has none.
std::string_view attribute(std::string_view element, std::string_view name)
{
    const std::string begin = fmt::format(" {}=\"", name);
    const std::size_t at = element.find(begin);
    if (at == std::string_view::npos) {
        return {};
    }
    element.remove_prefix(at + begin.size());
    return element.substr(0, element.find('"'));
}

std::optional<double> number_in(std::string_view text)
{
    double value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    return is_number && std::isfinite(value) ? std::optional{value} : std::nullopt;
}

bool goes_round_on_face(const flow::Problem& problem, int axis)
{
    return problem.faces.at(static_cast<std::size_t>(axis)).lower.kind == flow::FaceKind::periodic;
}

/// Why a file's grid is none of planes on the face; empty if it is.
std::string grid_objection(const Grid& there, const flow::Problem& problem, int face)
{
    if (there.location != Location::cell) {
        return "has its values on nodes (point data): write them as cell data";
    }
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const Axis& from = there.axes.at(at);
        const Axis& to = problem.grid.axes.at(at);
        const std::string_view name = casefile::axis_words.at(at);
        if (axis == face / 2) {
            if (from.cells != 1) {
                return fmt::format("has {} cells along {}: give planes across {}", from.cells, name,
                                   name);
            }
            continue;
        }
        const double rounding = as_good_as_equal * (to.upper - to.lower);
        const bool fits = std::abs(from.lower - to.lower) <= rounding &&
                          std::abs(from.upper - to.upper) <= rounding;
        if (from.cells > 1 && !fits) {
            return fmt::format(
                "is from {:.6g} to {:.6g} along {}, and the face from {:.6g} to "
                "{:.6g}: give planes of the same box",
                from.lower, from.upper, name, to.lower, to.upper);
        }
    }
    return {};
}

/// Means of neighbouring cells, at the upper ends of cells of the axis, from values [row][column].
std::vector<double> at_upper_ends(const std::vector<double>& cells, std::size_t columns,
                                  bool along_columns, bool goes_round)
{
    const std::size_t rows = cells.size() / columns;
    const auto after = [&](std::size_t index, std::size_t count) {
        return index + 1 < count ? index + 1 : goes_round ? 0 : index;
    };
    std::vector<double> means;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t next = along_columns ? row * columns + after(column, columns)
                                                   : after(row, rows) * columns + column;
            means.push_back(0.5 * (cells[row * columns + column] + cells[next]));
        }
    }
    return means;
}

}  // namespace

FacePlanes::FacePlanes(const PlanesSection& planes, const flow::Problem& problem, int face,
                       std::string key)
    : section_{planes}, problem_{problem}, face_{face}, key_{std::move(key)}
{
    problem_.obstacles.clear();
    read_index();
    static_cast<void>(plane(0));
}

void FacePlanes::read_index()
{
    const std::string name = section_.file.path.filename().string();
    const auto refuse = [&](const std::string& reason) {
        return InputError{section_.file.at, fmt::format("{}: '{}' {}", key_, name, reason)};
    };
    const std::string text = at_key(key_, section_.file.path, section_.file.at, [&] {
        return InputFile::named(section_.file.path).text(most_index_bytes);
    });
    constexpr std::string_view begin = "<DataSet";
    for (std::size_t at = text.find(begin); at != std::string::npos;
         at = text.find(begin, at + 1)) {
        const std::string_view element = std::string_view{text}.substr(at, text.find('>', at) - at);
        const std::optional<double> time = number_in(attribute(element, "timestep"));
        const std::string_view file = attribute(element, "file");
        if (!time || file.empty() || file.find('/') != std::string_view::npos) {
            throw refuse(
                "has an entry without a time or a file beside it: give the .pvd of a "
                "series that a flow has written");
        }
        if (!planes_.empty() && !(*time > planes_.back().time)) {
            throw refuse(
                fmt::format("has the time {} behind {}: give a series in the order of "
                            "its times",
                            shortest(*time), shortest(planes_.back().time)));
        }
        planes_.push_back({.time = *time, .file = std::string{file}});
    }
    if (planes_.size() < 2) {
        throw refuse(
            "has fewer than two planes (the velocity goes from one to the next): give "
            "the .pvd of a series that a flow has written");
    }
}

FacePlanes::Components FacePlanes::read(std::size_t number) const
{
    const std::filesystem::path file = section_.file.path.parent_path() / planes_.at(number).file;
    const VtiVectors found = at_key(key_, file, section_.file.at, [&] {
        return read_vti_vectors(file, section_.field, Location::cell);
    });
    const std::string objection = grid_objection(found.header.grid, problem_, face_);
    if (!objection.empty()) {
        throw InputError{section_.file.at,
                         fmt::format("{}: '{}' {}", key_, planes_.at(number).file, objection)};
    }
    const int across = face_ / 2;
    std::array<Shares, 3> shares;
    std::array<std::size_t, 3> counts{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const Axis& from = found.header.grid.axes.at(at);
        counts.at(at) = static_cast<std::size_t>(from.cells);
        shares.at(at) = axis == across ? Shares{{{.of = 0, .weight = 1.0}}}
                                       : shares_of_cells(from, problem_.grid.axes.at(at),
                                                         goes_round_on_face(problem_, axis));
    }
    const int faster = flow::faster_axis(across);
    const int slower = flow::slower_axis(across);
    const auto columns =
        static_cast<std::size_t>(problem_.grid.axes.at(static_cast<std::size_t>(faster)).cells);
    Components components;
    for (int c = 0; c < 3; ++c) {
        std::vector<double> own;
        for (std::size_t at = static_cast<std::size_t>(c); at < found.values.size(); at += 3) {
            own.push_back(found.values[at]);
        }
        own = on_other_cells(std::move(own), counts, shares);
        components.at(static_cast<std::size_t>(c)) =
            c == faster || c == slower
                ? at_upper_ends(own, columns, c == faster, goes_round_on_face(problem_, c))
                : std::move(own);
    }
    return components;
}

const FacePlanes::Components& FacePlanes::plane(std::size_t number)
{
    auto found = std::ranges::find(kept_, number, &Kept::number);
    if (found == kept_.end()) {
        constexpr std::size_t most_kept = 4;
        if (kept_.size() == most_kept) {
            kept_.erase(kept_.begin());
        }
        kept_.push_back({.number = number, .components = read(number)});
        found = kept_.end() - 1;
    }
    return found->components;
}

double FacePlanes::time_in_series(double time) const
{
    const double first = planes_.front().time;
    const double last = planes_.back().time;
    const double own = time - (section_.start ? *section_.start - first : 0.0);
    if (section_.outside == TableEnds::periodic) {
        return own - (last - first) * std::floor((own - first) / (last - first));
    }
    const double rounding = 1.0e-12 * (std::abs(first) + std::abs(last));  // of times of stages
    if (section_.outside == TableEnds::refused &&
        (own < first - rounding || own > last + rounding)) {
        throw InputError{section_.file.at,
                         fmt::format("{}: at t = {:.6g}, '{}' has no plane (its times are {} to "
                                     "{}): give it more planes, a start, or outside: held or "
                                     "periodic",
                                     key_, time, section_.file.path.filename().string(),
                                     shortest(first), shortest(last))};
    }
    return std::clamp(own, first, last);
}

std::vector<double> FacePlanes::at(int component, double time)
{
    const double own = time_in_series(time);
    const auto behind = std::ranges::upper_bound(planes_, own, {}, &TimedPlane::time);
    const auto below = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(behind - planes_.begin() - 1, 0, std::ssize(planes_) - 2));
    const double part =
        (own - planes_[below].time) / (planes_[below + 1].time - planes_[below].time);
    const auto which = static_cast<std::size_t>(component);
    std::vector<double> values = plane(below).at(which);
    const std::vector<double>& next = plane(below + 1).at(which);
    for (std::size_t point = 0; point < values.size(); ++point) {
        values[point] = std::lerp(values[point], next[point], part);
    }
    return values;
}

}  // namespace tobiuo
