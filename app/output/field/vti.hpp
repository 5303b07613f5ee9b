// SPDX-License-Identifier: BSD-3-Clause
// Fields on uniform grids in VTK image files (.vti), which ParaView opens and this program reads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/output/field/encoding.hpp"
#include "runtime/precision.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

using Values = std::variant<std::vector<float>, std::vector<double>>;

/// Values that are read when they are written, in order and rounded to `precision`, so that no
/// array holds them. What `blocks` has more than a field's values is not written.
struct StreamedValues {
    poisson::PlaneReader read;
    poisson::PlaneBlocks blocks;
    Precision precision{};
};

/// A field to write: [z][y][x], x contiguous, with shape_of(grid).values() values, of which a piece
/// reads only its own; an array may have those of the piece alone. An array of vectors has their
/// components together, [z][y][x][component]; streamed values have one component.
struct Field {
    std::string name;  ///< matches [A-Za-z_][A-Za-z0-9_ ()./^*-]{0,63}
    std::variant<std::span<const float>, std::span<const double>, StreamedValues> values;
    int components = 1;
};

/// Everything about a file of fields except the fields. On nodes an axis may have no cells: then it
/// has one node, at its lower bound, and the field is flat.
struct ImageDescription {
    Grid grid;
    double time{};                                  ///< ParaView's TimeValue
    std::map<std::string, std::string> metadata{};  ///< string arrays in the field data
    Encoding encoding = Encoding::inlined;
    std::optional<ranks::Slice> piece{};  ///< the planes of one of several ranks, if it writes them
};

/// The planes of the grid's values that the file has: all, or those of the piece and on nodes the
/// next one, too, so that no cells are missing between the pieces of neighbours.
[[nodiscard]] ranks::Slice planes_in_file(const ImageDescription& description);

/// Writes `fields`, the first of one component as active scalars, with LZ4 and UInt64 headers:
/// CellData for Location::cell, PointData for Location::node. The file is written as a temporary
/// file, checked, fsynced and renamed. Equal fields give equal bytes. A piece is a file of its own,
/// whose extent tells its place in the whole grid. Throws OutputError; std::invalid_argument if an
/// axis is stretched, or if the piece, a field's name or the number of its values does not fit.
void write_vti(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields);

/// Which of a file's values are wanted, where its cells have some and its nodes have others.
struct VtiWanted {
    std::vector<std::string> names{};  ///< arrays: the location that has all of them is taken
    /// The location that is taken if both have them, or neither.
    std::optional<Location> preferred{};
};

/// The grid and the names of the arrays in a .vti or .vtr, without reading their values. All
/// readers also take a file that has its grid in several pieces, and the index of such files, a
/// .pvti or .pvtr: a value comes from the first piece that has it.
struct VtiHeader {
    /// The grid; its axes are stretched if the coordinates of a .vtr are not those of equal cells.
    Grid grid;
    /// The numbers of values along x, y, z: those of `grid`, but 1 along an axis with one point,
    /// such as that of a flat grid; `grid` has one cell there.
    std::array<std::int64_t, 3> counts{};
    std::vector<std::string> arrays;  ///< one-component arrays of numbers at the grid's location
};

/// Reads the header. Throws std::runtime_error with one sentence (without the file's name) if
/// `path` is not a readable file of fields. If the file has both kinds of data and `wanted` does
/// not tell which, cell data is taken if it has arrays.
[[nodiscard]] VtiHeader read_vti_header(const std::filesystem::path& path,
                                        const VtiWanted& wanted = {});

/// Coordinates whose difference, as a part of the axis's length, is at most this are equal: a file
/// may store them in single precision.
inline constexpr double as_good_as_equal = 1e-6;

/// The TimeValue of the file, if it has one. Throws std::runtime_error as
/// read_vti_header() does.
[[nodiscard]] std::optional<double> read_vti_time(const std::filesystem::path& path);

/// Reads the arrays called `names`, in that order, [z][y][x] of `counts` values, as float or
/// (if any is stored in double or as integers) double. Integers beyond 2^53 are rounded. Throws std::runtime_error with one sentence that names missing
/// arrays, arrays of the wrong kind, truncated data, or the first value that is not finite (array
/// and x, y, z index).
[[nodiscard]] std::vector<Values> read_vti_arrays(const std::filesystem::path& path,
                                                  std::span<const std::string> names,
                                                  std::optional<Location> preferred = {});

/// An array of vectors with three components.
struct VtiVectors {
    VtiHeader header;
    std::vector<double> values;  ///< [z][y][x][component] of `counts` vectors
};

/// Reads the array of vectors called `name`. Throws as read_vti_arrays() does.
[[nodiscard]] VtiVectors read_vti_vectors(const std::filesystem::path& path,
                                          const std::string& name,
                                          std::optional<Location> preferred = {});

/// One array of a file, or a component of an array of vectors, some of whose values are read at a time, so that it is never in memory. The
/// file stays open: one that takes its name later changes nothing.
class VtiArray {
public:
    /// `component` is counted from 0. Throws as read_vti_arrays() does, except for values.
    VtiArray(const std::filesystem::path& path, const std::string& name,
             std::optional<int> component = {}, std::optional<Location> preferred = {});
    VtiArray(const VtiArray&) = delete;
    VtiArray& operator=(const VtiArray&) = delete;
    VtiArray(VtiArray&&) noexcept;
    VtiArray& operator=(VtiArray&&) noexcept;
    ~VtiArray();

    [[nodiscard]] const VtiHeader& header() const;
    [[nodiscard]] Precision precision() const;

    /// Reads the values from number `first` on, [z][y][x] of VtiHeader::counts; fastest in order.
    /// Throws std::runtime_error with one sentence if the file is damaged there or a value is not
    /// finite.
    void read(std::int64_t first, std::span<double> values);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace tobiuo
