// SPDX-License-Identifier: BSD-3-Clause
// A case, read and validated: what to solve, how, and where the results go.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/case/flow/flow_case.hpp"
#include "app/case/poisson/poisson_case.hpp"
#include "app/case/values/values.hpp"
#include "app/errors.hpp"
#include "app/output/field/encoding.hpp"
#include "app/output/picture/picture.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/cell_box.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

struct OfficialCoefficients {};
struct RandomCoefficients {
    std::uint64_t seed{};
};
/// Coefficients from a file of fields with the arrays a0..a3, b0..b2, c0..c2, wrk1, bnd and p.
using CoefficientFile = NamedFile;
using Coefficients = std::variant<OfficialCoefficients, RandomCoefficients, CoefficientFile>;

/// The part of a case with `solver: himeno`.
struct HimenoCase {
    std::optional<std::string> preset;  ///< XS ... XL, if the grid was given by name
    std::optional<Grid> grid;           ///< absent until the coefficient file is read
    Coefficients coefficients;
    Precision precision = Precision::fp32;
    double omega = 0.8;
    himeno::StopRule stop;
    std::string kernel = "auto";
    std::map<std::string, std::string, std::less<>> kernel_parameters;  ///< what is not `auto`
    std::optional<CheckpointSection> checkpoint;
    Position grid_at;  ///< position of the section, for errors that only the machine shows
    Position kernel_at;
};

enum class BackendChoice { automatic, cpu, cuda, opencl };

/// What p.png shows. Defaults are filled in, except those that depend on the grid of a coefficient
/// file or on the results.
struct PictureSection {
    std::optional<int> plane = {};  ///< 0, 1, 2: across x, y, z; absent in one and two dimensions
    std::optional<double> at = {};  ///< the position on that axis
    std::string field = "p";
    PictureLook look = {};
    Position at_key = {};  ///< position of `at`, for errors that only the grid of a file shows
};

/// The axis across which a slice is taken by default. Across y the benchmark's p shows x and z, and
/// p varies along z.
inline constexpr int himeno_picture_axis = 1;
inline constexpr int poisson_picture_axis = 2;
inline constexpr int flow_picture_axis = 2;

struct NamedPicture {
    std::string name;
    PictureSection picture;
};

/// The bounds of a box along x, y and z; all of an axis where there are none.
using SeriesBox = std::array<std::optional<std::array<double, 2>>, 3>;

/// A part of the grid that a flow writes on its way: a plane or a box.
struct SeriesSection {
    std::string name = {};
    std::optional<int> plane = {};  ///< 0, 1, 2: across x, y, z
    std::optional<double> at = {};  ///< the position on that axis
    std::optional<SeriesBox> box = {};
    double every = 0.0;  ///< the time between files
    std::vector<std::string> fields = {};
};

/// The cells that are written: the one layer in which the plane is, the upper one if it is between
/// two; or those whose centres are in the box, bounds included, which may be none.
[[nodiscard]] CellBox cells_of(const SeriesSection& series, const Grid& grid);

/// A line through the box along which a flow writes profiles.
struct LineSection {
    std::string name = {};
    std::vector<double> from = {};  ///< a number for each axis of the case
    std::vector<double> to = {};
    std::int64_t points = 101;
    std::optional<double> every = {};  ///< the time between profiles; absent: only at the end

    /// The place of a point, counted from 0, on axes that the case has not in their middle.
    [[nodiscard]] std::array<double, 3> place(std::int64_t point, const Grid& grid) const;
    [[nodiscard]] double length() const;
};

struct OutputSection {
    std::filesystem::path directory;       ///< results go to <directory>/<name>/
    std::vector<std::string> fields{"p"};  ///< for himeno: names of stencil::array_names
    std::string format = "vti";
    Encoding encoding = Encoding::inlined;
    std::optional<Precision> precision = {};  ///< of the fields; absent: that of the run
    std::optional<PictureSection> picture = PictureSection{};
    std::vector<NamedPicture> pictures = {};  ///< for flow: more of them
    std::vector<SeriesSection> series = {};   ///< for flow: parts of the grid on the way
    std::vector<LineSection> lines = {};      ///< for flow: profiles
    std::int64_t history_rows = 8192;         ///< for himeno
    /// For flow: the time between fields (without it only the last ones are written), and the steps
    /// between rows of history.csv, and between those that have gradients, 0 for none.
    std::optional<double> every = {};
    std::int64_t history_every = 10;
    std::optional<std::int64_t> gradients_every = {};
};

struct Case {
    std::filesystem::path file;  ///< as the user named it; <stdin> for the standard input
    std::string name;
    BackendChoice backend = BackendChoice::automatic;
    int device = 0;
    OutputSection output;
    std::variant<HimenoCase, PoissonCase, FlowCase> solver;
};

/// The precision in which a case computes, and that in which its fields are written.
[[nodiscard]] Precision computed_precision(const Case& the_case);
[[nodiscard]] Precision written_precision(const Case& the_case);

struct CaseOptions {
    std::vector<std::string> set;                 ///< "grid.preset=XL", applied in order
    std::optional<std::filesystem::path> output;  ///< replaces output.directory
    bool allow_outside = false;                   ///< paths may leave the case's folder
};

/// Reads, checks and resolves a case; "-" is the standard input, which is called <stdin> and whose
/// paths are relative to the current folder. Throws InputError with all problems of the file at
/// once.
[[nodiscard]] Case read_case(const std::filesystem::path& file, const CaseOptions& options);

/// The case as YAML with every default filled in; reading it gives the same case.
[[nodiscard]] std::string resolved_yaml(const Case& the_case);

/// A JSON Schema (draft 2020-12) of the case file, for editors.
[[nodiscard]] std::string case_schema();

}  // namespace tobiuo
