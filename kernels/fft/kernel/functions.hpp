// SPDX-License-Identifier: BSD-3-Clause
// How functions are compiled into the steps of a plan: where the first one loads, between a
// transform and its inverse, and where the last one stores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tobiuo/fft/functions.hpp>

#include "kernels/fft/pass/array_index.hpp"
#include "kernels/fft/pass/merged_form.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/real/fold_form.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// The program's own function at load: CUDA C++ that defines Real function(long long place, const
/// void* data), the value at a place of the array [z][y][x] of reals that the first step of a plan
/// would read, and the function's name. The text stands in a namespace of its own, behind the
/// embedded headers that `includes` names. `pair_function`, if there is one, is void(long long
/// place, Real (&values)[2], const void* data) and gives the values at an even place and the next
/// one at once.
struct PlaceFunction {
    std::string source = {};
    std::string function = {};
    std::string pair_function = {};
    std::vector<std::string> includes = {};

    [[nodiscard]] bool wanted() const { return !function.empty(); }
};

/// An array whose elements a user's function is shown.
struct FunctionArray {
    ArrayShape shape = {};
    bool reals = false;
};

/// The functions of a plan, or of one of its steps.
struct StepFunctions {
    PlaceFunction values = {};  ///< instead of `load`
    std::optional<LoadFunction> load = {};
    std::optional<Pointwise> between = {};
    std::optional<StoreFunction> store = {};
    FunctionArray in = {};   ///< what `load` is shown
    FunctionArray out = {};  ///< what `store` is shown

    [[nodiscard]] bool wanted() const { return values.wanted() || load || between || store; }
    /// The functions that a step calls. Only passes of modes call the one between transforms.
    [[nodiscard]] StepFunctions of_step(bool is_first, bool has_modes, bool is_last) const;
};

/// The functions of a plan of the problem, out of place or in place; with `between` the result is
/// that of the inverse transform. Throws std::invalid_argument, one sentence, unless each has a
/// source and a C++ name.
[[nodiscard]] StepFunctions functions_for(const Problem& problem,
                                          const std::optional<LoadFunction>& load,
                                          const std::optional<Pointwise>& between,
                                          const std::optional<StoreFunction>& store);

/// How a step is compiled with the functions that it calls. Two merged passes have none between
/// transforms, and the first one loads and the second one stores.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision,
                                                const StepFunctions& functions);
[[nodiscard]] device::Specialisation specialise(const MergedForm& form, Precision precision,
                                                const StepFunctions& functions);
[[nodiscard]] device::Specialisation specialise(const FoldForm& form, Precision precision,
                                                const StepFunctions& functions);

/// Throws std::invalid_argument with one sentence about the function of a user that does not
/// compile: the compiler's first error, and its place in the user's text. Returns if there is no
/// user's function. `log` is the log of the compiler.
void refuse_user_function(const StepFunctions& functions, const std::string& log);

}  // namespace tobiuo::fft
