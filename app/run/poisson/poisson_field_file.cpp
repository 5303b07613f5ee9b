#include "app/run/poisson/poisson_field_file.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/run/vti_input.hpp"
#include "app/wording.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
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

/// Repeats the only layer of each axis along which `grid` has two layers.
template <typename Real>
std::vector<Real> thickened(std::vector<Real> values, const std::array<std::int64_t, 3>& counts,
                            const Grid& grid)
{
    std::size_t block = 1;  // values of one layer of the axis
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto wanted = static_cast<std::size_t>(grid.values(static_cast<int>(axis)));
        if (counts.at(axis) == 1 && wanted > 1) {
            std::vector<Real> more;
            more.reserve(values.size() * wanted);
            for (std::size_t at = 0; at < values.size(); at += block) {
                for (std::size_t layer = 0; layer < wanted; ++layer) {
                    more.insert(more.end(), values.begin() + static_cast<std::ptrdiff_t>(at),
                                values.begin() + static_cast<std::ptrdiff_t>(at + block));
                }
            }
            values = std::move(more);
        }
        block *= wanted;
    }
    return values;
}

/// Says so before the disk is busy for many seconds.
void tell_if_long(std::string_view key, const FieldFile& file)
{
    constexpr double many_bytes = 1e9;
    std::error_code error;
    const auto bytes = static_cast<double>(std::filesystem::file_size(file.path, error));
    if (!error && bytes >= many_bytes) {
        spdlog::info("{}: reading '{}' ({}) ...", key, file.path.filename().string(),
                     bytes_text(bytes));
    }
}

}  // namespace

Values read_field_file(std::string_view key, const FieldFile& file, const PoissonCase& poisson)
{
    const VtiHeader header =
        at_key(key, file.path, file.at, [&] { return read_vti_header(file.path); });
    check_size(key, file, header, poisson.problem);
    check_place(key, file, header, poisson);
    tell_if_long(key, file);
    Values read = at_key(key, file.path, file.at, [&] {
        return std::move(read_vti_arrays(file.path, std::span{&file.field, 1}).front());
    });
    return std::visit(
        [&](auto& values) -> Values {
            return thickened(std::move(values), header.counts, poisson.problem.grid);
        },
        read);
}

}  // namespace tobiuo
