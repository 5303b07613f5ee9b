// Which passes over memory make up a solve on the GPU, and what the middle one divides by: data, so
// that a test can run it on the host.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/tridiagonal/toeplitz_form.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/solve_lines.hpp"

namespace tobiuo::poisson {

/// How the last of several axes is solved where the operator has three points along it.
enum class LastAxis {
    automatic,  ///< by recurrences, but in two dimensions small arrays of doubles by transforms
    recurrences,
    transforms,
};

/// Systems of equal rows along the last axis: what their kernel is made for, and their numbers.
struct Recurrences {
    tridiagonal::ToeplitzForm form;
    long long inner_count{};
    double diffusion{};
    long long zero_mode{};
};

/// Steps from the array of f (Array::input) to that of u (Array::output). If all axes are
/// transformed, `there` has all of them, and the eigenvalues are those of fft::Symbol, each
/// multiplied by what the transforms there and back multiply by. Otherwise the systems along one
/// axis are solved between `there` and `back`, in the work array if there is one, and the
/// eigenvalues are the others' as they are.
struct SolveSchedule {
    fft::Schedule there;
    std::optional<SystemLines> systems;  ///< along a stretched axis
    std::optional<Recurrences> recurrences;
    fft::Schedule back;
    std::vector<double> inner;  ///< per line of a row of lines, see fft::Symbol
    std::vector<double> outer;  ///< lambda included
    std::vector<double> along;
    /// Eigenvalues are added up in double precision whatever the data's: a positive lambda cancels
    /// what it is added to, and what is left must not be rounded before.
    bool wide_symbol = false;
    double round_trip = 1.0;  ///< inverse after forward multiplies by it

    /// Whether an axis is not transformed.
    [[nodiscard]] bool by_systems() const { return systems || recurrences; }
};

/// Trips of the array through memory, each a read and a write of it.
[[nodiscard]] int memory_passes(const SolveSchedule& solve, Precision precision);

/// The steps in words.
[[nodiscard]] std::string describe(const SolveSchedule& solve);

/// Axes from the fastest to the slowest and, but for the last, back: x by pairs of rows, or as
/// r2c rows where it is periodic and even, the others by pairs of columns (fft::TwoForOne). x
/// and y of three axes are merged where the L2 cache holds planes enough or the array is small,
/// unless one takes a convolution. Along a stretched axis systems are solved instead of
/// transforms, between those of the others; along the last of several axes too, by recurrences,
/// see LastAxis, if there are not too many rows. Where x has an odd number of unknowns, the
/// passes of x move rows to a work array whose rows are aligned, and back. Throws
/// std::invalid_argument for what no passes can do: a sentence that says what, and what to do.
/// `problem` is valid.
[[nodiscard]] SolveSchedule make_solve_schedule(const Problem& problem,
                                                const fft::DeviceLimits& limits,
                                                const fft::Choices& choices = {},
                                                LastAxis last_axis = LastAxis::automatic);

}  // namespace tobiuo::poisson
