// SPDX-License-Identifier: BSD-3-Clause
// What a solve with walls at zero does on a machine, as data: its arrays and its steps in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/tridiagonal/unequal_rows.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/device/fused_schedule.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/host/host_passes.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The arrays that a program may need besides f and u.
enum class ArrayName {
    inner,     ///< eigenvalues per line of a row of lines, see fft::Symbol
    outer,     ///< eigenvalues per row of lines
    along,     ///< eigenvalues per coefficient of a line
    constant,  ///< the mode without an eigenvalue, a value of each problem; on the host a mean in
               ///< double
    work,      ///< rows of x with padding between them, where their number of unknowns is odd
    below,     ///< rows of a stretched axis, see tridiagonal::UnequalRows
    above,
    width,        ///< of these rows, or as tridiagonal::TileSystems takes them
    conductance,  ///< as tridiagonal::TileSystems takes them
    losses,       ///< of whole lines, or before the parts of tiles
    field,        ///< as many values as f has, between products
    first_modes,  ///< of dense axes, see DenseModes
    first_values,
    second_modes,
    second_values,
    count
};

/// What an array has when a program begins: `values`, or zeros.
struct ProgramArray {
    std::size_t bytes{};
    std::vector<std::byte> values = {};
};

using ProgramArrays = std::array<ProgramArray, static_cast<std::size_t>(ArrayName::count)>;

/// Copies f to u, if these are two arrays.
struct CopyOfF {};

/// Solves the systems along a stretched axis, each of them whole.
struct WholeLines {
    SystemLines lines;
    tridiagonal::UnequalRows rows;  ///< only its numbers: the arrays are those of the program
};

/// Solves the systems along a stretched axis tile by tile.
struct TiledLines {
    SystemLines lines;
    SolvedTiles solved;
    double square{};  ///< tridiagonal::TileSystems::square
    bool first_unbounded = false;
    bool last_unbounded = false;  ///< the losses behind all columns then follow those of the parts
    tridiagonal::UnboundedLevel level = {};
};

/// Solves problems of one shape, each by one block of threads.
struct FusedProblems {
    fft::FusedForm form;
    long long problems{};
};

/// What a product reads or writes.
enum class ProductPlace { f, u, field };

/// Multiplies all lines along a dense axis by a matrix, see dense::Product.
struct ProductOfLines {
    ArrayName matrix{};
    std::int64_t count{};
    std::int64_t columns{};
    std::int64_t planes{};
    ProductPlace from{};
    ProductPlace to{};  ///< another array
};

/// Solves on the host, in tiles of lines: all transforms, and what lies between them.
struct HostTiles {
    Problem problem;
    fft::Effort effort{};
    int threads{};  ///< 0: as many as the size is worth
};

/// Transforms planes along x and y on the host, forwards or back.
template <typename T>
struct HostPlanes {
    std::shared_ptr<const OuterTransforms<T>> transforms;  ///< which both ways share
    bool inverse = false;
};

/// Solves on the host for the modes of a part, of which some axes are transformed already.
struct HostColumns {
    Problem problem;
    HostPart part;
    int threads{};
    bool applies = false;  ///< the operator, in place of a solve
};

/// A step. Passes of transforms go from f to u or in u, by way of the work array if there is one;
/// systems are solved in the work array, or in u if there is none.
using SolveStep = std::variant<CopyOfF, fft::Schedule, WholeLines, TiledLines, Recurrences,
                               IntegratedLine, FusedProblems, ProductOfLines, HostTiles,
                               HostPlanes<float>, HostPlanes<double>, HostColumns>;

struct SolveProgram {
    Precision precision{};
    std::int64_t points{};  ///< of all problems
    std::int64_t problems = 1;
    bool has_null_space = false;
    double round_trip = 1.0;  ///< factor of the inverse transforms after the forward ones
    ProgramArrays arrays;
    std::vector<SolveStep> steps;
    /// Where steps between products find what they take for f, and leave what they take for u.
    std::optional<ProductPlace> between_products = {};
    int passes{};                      ///< over the array in memory, each a read and a write
    std::vector<fft::Chosen> choices;  ///< the configurations of the passes
    std::string description;

    [[nodiscard]] ProgramArray& array(ArrayName name)
    {
        return arrays.at(static_cast<std::size_t>(name));
    }
    [[nodiscard]] bool has(ArrayName name) const
    {
        return arrays.at(static_cast<std::size_t>(name)).bytes > 0;
    }
    /// Bytes of all arrays: what whoever runs the program allocates.
    [[nodiscard]] std::size_t bytes() const;

    /// The program of whoever has a work array of his own.
    [[nodiscard]] SolveProgram without_work() const;
};

/// The precision in which a program of that one has eigenvalues: systems take them in double, and
/// sums that cancel need it.
[[nodiscard]] Precision eigenvalue_precision(const SolveSchedule& solve, Precision precision);

/// An array of values, rounded to the precision.
[[nodiscard]] ProgramArray array_in(Precision precision, const std::vector<double>& values);

/// The program of a schedule for a device.
[[nodiscard]] SolveProgram program_of(const Problem& problem, const SolveSchedule& solve);
/// The program of problems with these lambdas.
[[nodiscard]] SolveProgram program_of(const Problem& problem, const std::vector<double>& lambdas,
                                      const FusedSchedule& fused);

}  // namespace tobiuo::poisson
