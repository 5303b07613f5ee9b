// Fields on uniform grids in VTK image files (.vti), written for ParaView and read back.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/output/field/encoding.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

using Values = std::variant<std::vector<float>, std::vector<double>>;

/// A field to write: [z][y][x], x contiguous, grid.shape().values() values.
struct Field {
    std::string name;  ///< matches [A-Za-z_][A-Za-z0-9_ ()./^*-]{0,63}
    std::variant<std::span<const float>, std::span<const double>> values;
};

/// Everything about a file of fields but the fields. On nodes an axis may have no cells: then it
/// has one node, at its lower bound, and the field is flat.
struct ImageDescription {
    Grid grid;
    double time{};                                  ///< ParaView's TimeValue
    std::map<std::string, std::string> metadata{};  ///< string arrays in the field data
    Encoding encoding = Encoding::inlined;
};

/// Writes `fields`, the first one as active scalars, with LZ4 and UInt64 headers: CellData for
/// Location::cell, PointData for Location::node. To a temporary file, checked, fsynced and renamed.
/// The same fields give the same bytes. Throws OutputError; std::invalid_argument if an axis is
/// stretched, or if a field's name or the number of its values does not fit.
void write_vti(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields);

/// The grid and the names of the arrays in a .vti or .vtr, without reading their values.
struct VtiHeader {
    /// Its axes are stretched where the coordinates of a .vtr are not those of equal cells.
    Grid grid;
    /// Values along x, y, z: those of `grid`, but 1 where the file has one point, as the flat grid
    /// of two dimensions has; `grid` has one cell there.
    std::array<std::int64_t, 3> counts{};
    std::vector<std::string> arrays;  ///< one-component real arrays of the grid's location
};

/// Throws std::runtime_error with one sentence (no file name in front) if `path` is not a
/// readable .vti or .vtr. Where both kinds of data are there, cell data wins if it has arrays.
[[nodiscard]] VtiHeader read_vti_header(const std::filesystem::path& path);

/// Coordinates that differ by no more, as a part of the axis's length, are equal: a file may hold
/// them in single precision.
inline constexpr double as_good_as_equal = 1e-6;

/// TimeValue of the file, if it holds one as a double. Throws std::runtime_error likewise.
[[nodiscard]] std::optional<double> read_vti_time(const std::filesystem::path& path);

/// The arrays called `names`, in that order, [z][y][x] of `counts` values, as float or (if any is
/// stored in double) double.
/// Throws std::runtime_error with one sentence naming missing arrays, arrays of the wrong kind,
/// truncated data, or the first value that is not finite (array and x, y, z index).
[[nodiscard]] std::vector<Values> read_vti_arrays(const std::filesystem::path& path,
                                                  std::span<const std::string> names);

}  // namespace tobiuo
