// SPDX-License-Identifier: BSD-3-Clause
// The record of a poisson run: report.json, whose keys docs/report.md documents, the summary, and
// the files of the run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/body_solver.hpp>
#include <tobiuo/poisson/coefficient_solver.hpp>
#include <tobiuo/poisson/mixed_solver.hpp>

#include "app/case/case.hpp"
#include "app/output/report/link_use.hpp"
#include "app/output/report/record.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "runtime/memory/ceiling.hpp"
#include "runtime/precision.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/check/conditioning.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// What the ceiling of memory::measure_ceiling() moves, and what that of a GPU moves.
inline constexpr const char* ceiling_mix = "13 arrays read, 1 written";
inline constexpr const char* copy_mix = "1 array read, 1 written";

/// Passes over the array in memory: x and y of a plane; z forward and back; y and x of a plane.
inline constexpr int nominal_memory_passes = 3;

/// The balance of a problem with a null space: what the right-hand side and the boundary values
/// leave over.
struct Balance {
    double removed_mean{};
    double relative{};      ///< ratio to the l2 norm of the right-hand side
    double missing_flux{};  ///< outward flux through all walls that would balance it
    bool balanced{};        ///< whether removed_mean is of the size of rounding
};

/// The difference from the exact solution, at the unknowns.
struct ErrorCheck {
    poisson::Norms norms{};
    double relative_l2{};
    double relative_max{};
    bool means_removed{};  ///< of both, because the constant is not determined
};

/// The order from the errors on this grid and on another one with about half as many cells per
/// axis, or with twice as many if these would be too few.
struct ObservedOrder {
    std::optional<double> value{};  ///< ratio of the logarithms of the l2 errors and of the cells
    std::string expected{};         ///< "2", "4", "exponential", ... (docs/report.md)
    std::string skipped{};          ///< why there is no value
    std::vector<std::int64_t> cells{};  ///< cells of the other grid on its existing axes
    double l2{};                        ///< the error on the other grid
    bool refined = false;               ///< whether the other grid is the finer one
    /// Why the value does not confirm what is expected: one sentence; empty if it does.
    std::string doubt{};
};

/// What a solve found of the bodies in the box.
struct BodiesSolved {
    poisson::BodyUse use{};
    /// For each body the integral of the derivative of u over its surface, along the normal out of the
    /// body; 0 of closed ones.
    std::vector<double> fluxes{};
};

/// What a solve found of the coefficient.
struct CoefficientSolved {
    poisson::CoefficientUse use{};
    poisson::CoefficientScaling scaling{};  ///< that was chosen
    double contrast{};                      ///< the greatest coefficient by the least
};

/// What a solve found of walls that change their kind.
struct MixedSolved {
    poisson::MixedUse use{};
    std::int64_t points{};  ///< on Dirichlet parts
};

enum class PoissonStatus { done, diverged, interrupted };

struct PoissonReport {
    const Case& the_case;
    const PoissonCase& poisson;
    std::string where;
    std::string reason;
    std::string started;  ///< UTC
    std::string plan{};
    RunTime run_time{};             ///< up to the report
    memory::Ceiling ceiling{};      ///< bytes per second are 0 if there is none
    std::vector<double> seconds{};  ///< seconds of each solve
    poisson::Residual residual{};   ///< residual of the solution with zeros on the walls
    std::optional<Balance> balance{};
    std::optional<ErrorCheck> error{};
    std::optional<ObservedOrder> order{};
    PoissonStatus status = PoissonStatus::done;
    int exit_code{};
    Backend backend = Backend::cpu;
    int memory_passes = nominal_memory_passes;   ///< passes over the array in memory
    std::optional<std::int64_t> device_bytes{};  ///< bytes of a GPU's memory: f, u and the solver
    std::optional<LinkUse> link{};               ///< if the arrays stay in host memory
    std::string mix = ceiling_mix;               ///< what the ceiling moves
    std::string ceiling_date{};                  ///< UTC, when it was measured
    bool ceiling_kept = false;                   ///< whether an earlier run measured it
    std::optional<std::string> caveat{};         ///< why the operator has a lower order here
    std::optional<std::string> contradiction{};  ///< how exact fails to solve the problem
    std::optional<poisson::Conditioning> conditioning{};  ///< if lambda is not 0
    std::optional<BodiesSolved> bodies{};                 ///< if there are any
    std::optional<CoefficientSolved> coefficient{};       ///< if there is one
    std::optional<MixedSolved> mixed{};                   ///< if there are any
    RanksReport ranks{};                                  ///< empty on one rank
};

/// A sentence about a lambda that makes the operator nearly singular: how nearly, and what to do.
[[nodiscard]] std::string conditioning_text(const poisson::Problem& problem,
                                            const poisson::Conditioning& conditioning);

/// How many digits rounding leaves of the solution and of its equations; empty where it leaves enough:
/// half of those of the precision, and one.
[[nodiscard]] std::string digits_text(const poisson::Problem& problem,
                                      const poisson::Residual& residual);

/// The grid of the written fields: along an absent axis nodes are flat, not doubled.
[[nodiscard]] Grid written_grid(const PoissonCase& poisson);

/// Bytes per point that a solve moves at least: each of its passes reads and writes the array.
[[nodiscard]] double bytes_per_point(Precision precision,
                                     int memory_passes = nominal_memory_passes);

/// The rates of a run, from its median time.
struct PoissonRates {
    double median_seconds{};
    double best_seconds{};
    double points_per_second{};
    double bytes_per_second{};
    std::optional<double> percent_of_ceiling{};
};

[[nodiscard]] PoissonRates rates_of(const PoissonReport& report);

/// Floating-point operations a second, counted as those of one transform of all points: 5 M sum of
/// log2 N over the axes. Source: L. Gu, J. Siegel, X. Li, ICS 2011.
[[nodiscard]] double transform_flops(const poisson::Problem& problem, double seconds);

[[nodiscard]] std::string report_json(const PoissonReport& report);

/// The summary: a line that names the problem, and one for each result.
[[nodiscard]] std::string summary_text(const PoissonReport& report);

/// The value of "status" in a report.
[[nodiscard]] std::string status_text(PoissonStatus status);

/// Fields by name, as planes of the whole grid that are read when they are needed.
using PoissonFields = std::map<std::string, poisson::PlaneReader>;

struct PoissonOutcome {
    PoissonReport& report;        ///< whose time is filled in
    const PoissonFields& fields;  ///< every field of output.fields, and the picture's
    ranks::Slice own{};           ///< on several ranks the planes of the grid that this one has
    std::optional<std::string> surfaces{};  ///< bodies.vtp, if there are bodies
};

/// Writes case.resolved.yaml, report.json, summary.txt and the rest by write_final_results().
void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome);

}  // namespace tobiuo
