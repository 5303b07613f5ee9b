#include "app/run/poisson/poisson_field.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/run/poisson/poisson_expression.hpp"
#include "app/run/poisson/poisson_field_file.hpp"
#include "app/wording.hpp"
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

}  // namespace tobiuo
