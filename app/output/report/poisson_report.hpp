// report.json of a poisson run; its keys are documented in docs/report.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "kernels/memory/ceiling.hpp"
#include "kernels/precision.hpp"
#include "solvers/poisson/conditioning.hpp"
#include "solvers/poisson/norms.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo {

/// What the ceiling of memory::measure_ceiling() moves, and that of a GPU.
inline constexpr const char* ceiling_mix = "13 arrays read, 1 written";
inline constexpr const char* copy_mix = "1 array read, 1 written";

/// Of the array through memory: x and y of a plane; z there and back; y and x of a plane.
inline constexpr int nominal_memory_passes = 3;

/// Of a problem with a null space: what the right-hand side and the boundary values leave over.
struct Balance {
    double removed_mean{};
    double relative{};      ///< to the l2 norm of the right-hand side
    double missing_flux{};  ///< outward through all walls, that would balance it
    bool balanced{};        ///< removed_mean is a matter of rounding
};

/// Against the exact solution, at the unknowns.
struct ErrorCheck {
    poisson::Norms norms{};
    double relative_l2{};
    double relative_max{};
    bool means_removed{};  ///< from both, for the constant is not determined
};

/// From the error on this grid and on another one, of about half as many cells per axis or, where
/// that would be too few, of twice as many.
struct ObservedOrder {
    std::optional<double> value{};  ///< ratio of the logarithms of the l2 errors and of the cells
    std::string expected{};         ///< "2", "4", "exponential", ... (docs/report.md)
    std::string skipped{};          ///< why there is no value
    std::vector<std::int64_t> cells{};  ///< of the other grid, of the axes that there are
    double l2{};                        ///< the error there
    bool refined = false;               ///< the other grid is the finer one
};

enum class PoissonStatus { done, diverged, interrupted };

struct PoissonReport {
    const Case& the_case;
    const PoissonCase& poisson;
    std::string where;
    std::string reason;
    std::string started;  ///< UTC
    std::string plan{};
    double setup_seconds{};
    memory::Ceiling ceiling{};      ///< no bytes per second: there is none
    std::vector<double> seconds{};  ///< of each solve
    poisson::Residual residual{};   ///< of the solution with zeros on the walls
    std::optional<Balance> balance{};
    std::optional<ErrorCheck> error{};
    std::optional<ObservedOrder> order{};
    PoissonStatus status = PoissonStatus::done;
    int exit_code{};
    Backend backend = Backend::cpu;
    int memory_passes = nominal_memory_passes;   ///< of the array through memory
    std::optional<std::int64_t> device_bytes{};  ///< of a GPU's memory: f, u and the solver
    std::string mix = ceiling_mix;               ///< what the ceiling moves
    std::string ceiling_date{};                  ///< UTC, when it was measured
    bool ceiling_kept = false;                   ///< by an earlier run
    std::optional<std::string> caveat{};         ///< why the operator is of lower order here
    std::optional<poisson::Conditioning> conditioning{};  ///< where lambda is not 0
};

/// One sentence for a lambda that makes the operator nearly singular: how nearly, and what to do.
[[nodiscard]] std::string conditioning_text(const poisson::Problem& problem,
                                            const poisson::Conditioning& conditioning);

/// The grid of the fields as they are written: nodes are flat, not doubled, along an absent axis.
[[nodiscard]] Grid written_grid(const PoissonCase& poisson);

/// What a solve takes at the least: each of its trips reads and writes the array.
[[nodiscard]] double bytes_per_point(Precision precision,
                                     int memory_passes = nominal_memory_passes);

/// Rates of a run, from its median time.
struct PoissonRates {
    double median_seconds{};
    double best_seconds{};
    double points_per_second{};
    double bytes_per_second{};
    std::optional<double> percent_of_ceiling{};
};

[[nodiscard]] PoissonRates rates_of(const PoissonReport& report);

[[nodiscard]] std::string report_json(const PoissonReport& report);

/// The value of "status" in a report.
[[nodiscard]] std::string status_text(PoissonStatus status);

}  // namespace tobiuo
