// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_field.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/input_errors.hpp"
#include "app/wording.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

poisson::PlaneReader planes_of_expression(const std::string& key, const FieldExpression& given,
                                          const Grid& grid)
{
    return [key, at = given.at, grid, expression = Expression{given.text}](
               std::int64_t first, std::span<double> planes) {
        at_expression(key, at, [&] { poisson::sample_planes(expression, grid, first, planes); });
    };
}

/// The position of a node, "x = 0.5, y = 1", where `on_axis` replaces its index along `axis`.
std::string place_text(const poisson::Problem& problem, const Unrepeated& found,
                       std::int64_t on_axis)
{
    std::string text;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int number = static_cast<int>(axis);
        if (axis == found.axis || !poisson::is_absent(problem, number)) {
            const std::int64_t index = axis == found.axis ? on_axis : found.index.at(axis);
            text +=
                fmt::format("{}{} = {}", text.empty() ? "" : ", ", casefile::axis_words.at(axis),
                            shortest(problem.grid.position(number, index)));
        }
    }
    return text;
}

}  // namespace

// Expressions lose more digits to cancellation than files, and may consist of rounding errors on
// the nodes, as sin(8 pi x) does on eight cells.
CaseField::CaseField(const std::string& key, const FieldSource& source, const PoissonCase& poisson)
    : key_{key}, problem_{poisson.problem}, rounding_{1e-10}
{
    const Grid& grid = problem_.grid;
    if (const auto* expression = std::get_if<FieldExpression>(&source)) {
        at_ = expression->at;
        formula_.emplace(expression->text);
        read_ = planes_of_expression(key, *expression, grid);
        cancelled_ = 1e-12;
        return;
    }
    const auto& file = std::get<FieldFile>(source);
    at_ = file.at;
    const FileField opened = open_field_file(key, file, poisson);
    if (opened.precision == Precision::fp32) {
        rounding_ = 100.0 * std::numeric_limits<float>::epsilon();
    }
    read_ = opened.planes;
}

// On nodes the last value of a periodic axis repeats the first one, and only one of them is used.
void CaseField::check_repeated(const PeriodicEnds& ends, double largest) const
{
    const auto found = ends.first_unrepeated(std::max(rounding_ * largest, cancelled_));
    if (!found) {
        return;
    }
    const std::string_view name = casefile::axis_words.at(found->axis);
    throw InputError{
        at_, fmt::format("{}: it is {} at {}, but {} at {} ({} is periodic, so both are one node): "
                         "make them equal, or give {} walls",
                         key_, shortest(found->first), place_text(problem_, *found, 0),
                         shortest(found->last),
                         place_text(problem_, *found, problem_.grid.axes.at(found->axis).cells),
                         name, name)};
}

PeriodicEnds CaseField::read(const ranks::Slice& planes, const Visit& visit) const
{
    PeriodicEnds ends{problem_, planes};
    const std::int64_t values = poisson::blocks_of(problem_.grid).values;
    if (planes.count == 0) {
        return ends;
    }
    poisson::read_blocks(
        {.planes = planes.count, .values = values},
        [&](std::int64_t first, std::span<double> some) { read_(planes.first + first, some); },
        [&](std::int64_t first, std::span<const double> some) {
            ends.add(planes.first + first, some);
            visit(planes.first + first, some);
        });
    if (ends.lacks_first_plane()) {
        std::vector<double> plane(static_cast<std::size_t>(values));
        read_(0, plane);
        ends.add_first_plane(plane);
    }
    return ends;
}

void CaseField::read_and_check(const PoissonRanks& ranks, const ranks::Slice& own,
                               const Visit& visit) const
{
    std::optional<PeriodicEnds> ends;
    ranks.together([&] { ends = read(own, visit); });
    const double largest = ranks.largest(ends->largest());
    ranks.together([&] { check_repeated(*ends, largest); });
}

namespace {

bool fits(const VtiHeader& found, const poisson::Problem& problem)
{
    if (found.grid.location != problem.grid.location) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t count = found.counts.at(static_cast<std::size_t>(axis));
        const bool may_be_flat = poisson::is_absent(problem, axis);
        if (count != problem.grid.values(axis) && !(may_be_flat && count == 1)) {
            return false;
        }
    }
    return true;
}

void check_size(std::string_view key, const FieldFile& file, const VtiHeader& found,
                const poisson::Problem& problem)
{
    if (fits(found, problem)) {
        return;
    }
    std::array<std::int64_t, 3> wanted{};
    for (int axis = 0; axis < 3; ++axis) {
        const bool absent = poisson::is_absent(problem, axis);
        wanted.at(static_cast<std::size_t>(axis)) = absent ? 1 : problem.grid.values(axis);
    }
    throw InputError{
        file.at,
        fmt::format("{}: '{}' has {}, but the case's grid has {}; make them equal", key,
                    file.path.filename().string(), size_text(found.counts, found.grid.location),
                    size_text(wanted, problem.grid.location))};
}

/// Warns if the file has other coordinates, which may be a mistake or another unit of length.
void compare_ends(std::string_view key, const FieldFile& file, std::string_view name,
                  const Axis& there, const Axis& here)
{
    const double most = as_good_as_equal * (here.upper - here.lower);
    if (std::abs(there.lower - here.lower) > most || std::abs(there.upper - here.upper) > most) {
        spdlog::warn(
            "{}: '{}' has {} from {} to {}, the case's grid from {} to {}; its values "
            "are used as they are",
            key, file.path.filename().string(), name, shortest(there.lower), shortest(there.upper),
            shortest(here.lower), shortest(here.upper));
    }
}

void check_nodes(std::string_view key, const FieldFile& file, std::string_view name,
                 const Axis& there, const Axis& here)
{
    const double most = as_good_as_equal * (here.upper - here.lower);
    for (std::int64_t n = 0; n <= here.cells; ++n) {
        if (std::abs(there.node(n) - here.node(n)) > most) {
            throw InputError{
                file.at,
                fmt::format("{}: '{}' has node {} of {} at {}, but the case's grid has it at {}; "
                            "make the grids equal",
                            key, file.path.filename().string(), n, name, shortest(there.node(n)),
                            shortest(here.node(n)))};
        }
    }
}

void check_place(std::string_view key, const FieldFile& file, const VtiHeader& found,
                 const PoissonCase& poisson)
{
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        const Axis& there = found.grid.axes.at(axis);
        const Axis& here = poisson.problem.grid.axes.at(axis);
        const std::string_view name = casefile::axis_words.at(axis);
        if (there.cells != here.cells) {
            continue;  // one point along an axis of one periodic cell
        }
        if (there.stretched() || here.stretched()) {
            check_nodes(key, file, name, there, here);
        } else {
            compare_ends(key, file, name, there, here);
        }
    }
}

/// Planes of the case's grid from an array that may have one layer where the grid has two.
class FilePlanes {
public:
    FilePlanes(VtiArray array, const Grid& grid)
        : array_{std::move(array)},
          counts_{array_.header().counts},
          wanted_{grid.values(0), grid.values(1), grid.values(2)}
    {
    }

    void read(std::int64_t first, std::span<double> planes)
    {
        const std::int64_t plane = wanted_[0] * wanted_[1];
        if (counts_ == wanted_) {
            array_.read(first * plane, planes);
            return;
        }
        layer_.resize(static_cast<std::size_t>(counts_[0] * counts_[1]));
        for (std::int64_t k = 0; k * plane < std::ssize(planes); ++k) {
            const std::int64_t z = std::min(first + k, counts_[2] - 1);
            array_.read(z * std::ssize(layer_), layer_);
            fill(planes.subspan(static_cast<std::size_t>(k * plane),
                                static_cast<std::size_t>(plane)));
        }
    }

private:
    void fill(std::span<double> plane) const
    {
        for (std::int64_t at = 0; at < std::ssize(plane); ++at) {
            const std::int64_t x = std::min(at % wanted_[0], counts_[0] - 1);
            const std::int64_t y = std::min(at / wanted_[0], counts_[1] - 1);
            plane[static_cast<std::size_t>(at)] =
                layer_[static_cast<std::size_t>(y * counts_[0] + x)];
        }
    }

    VtiArray array_;
    std::array<std::int64_t, 3> counts_;
    std::array<std::int64_t, 3> wanted_;
    std::vector<double> layer_;  ///< a plane of the file
};

/// Says so before the disk is busy for many seconds.
void tell_if_long(std::string_view key, const FieldFile& file, const VtiArray& array)
{
    constexpr double many_bytes = 1e9;
    double bytes = array.precision() == Precision::fp32 ? sizeof(float) : sizeof(double);
    for (const std::int64_t count : array.header().counts) {
        bytes *= static_cast<double>(count);
    }
    if (bytes >= many_bytes) {
        spdlog::info("{}: reading {} of '{}' ({}) ...", key, file.field,
                     file.path.filename().string(), bytes_text(bytes));
    }
}

}  // namespace

FileField open_field_file(const std::string& key, const FieldFile& file, const PoissonCase& poisson)
{
    const auto reading = [key, file](const auto& read) {
        return at_key(key, file.path, file.at, read);
    };
    VtiArray array = reading([&] {
        return VtiArray{file.path, file.field, file.component, poisson.problem.grid.location};
    });
    tell_if_long(key, file, array);
    check_size(key, file, array.header(), poisson.problem);
    check_place(key, file, array.header(), poisson);
    const Precision precision = array.precision();
    const auto planes = std::make_shared<FilePlanes>(std::move(array), poisson.problem.grid);
    return {.planes =
                [reading, planes](std::int64_t first, std::span<double> values) {
                    reading([&] { planes->read(first, values); });
                },
            .precision = precision};
}

}  // namespace tobiuo
