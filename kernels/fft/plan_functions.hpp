// SPDX-License-Identifier: BSD-3-Clause
// The functions in the options of a plan: where they can be called, and their names for a log.
#pragma once

#include <optional>
#include <string>

#include <tobiuo/fft/plan.hpp>

namespace tobiuo::fft {

/// "function at load" or "function at store" if the options have one.
[[nodiscard]] std::optional<std::string> function_in(const PlanOptions& options);

/// The back end of a plan with these options: with a function that of GPUs with CUDA unless another
/// one is asked for.
[[nodiscard]] Backend backend_for(const PlanOptions& options, bool has_function);
[[nodiscard]] inline Backend backend_for(const PlanOptions& options)
{
    return backend_for(options, function_in(options).has_value());
}

/// Throws std::invalid_argument unless the back end compiles functions of users. `what` is the
/// function, "function at load", and `cure` what to do on the CPU.
void refuse_function(Backend backend, const std::string& what, const std::string& cure);

/// Throws std::invalid_argument if there is a function and another back end than CUDA, and
/// DeviceError if there is a function and no GPU.
void validate_functions(const PlanOptions& options, Backend backend);

/// Which functions a plan has.
struct FunctionsThere {
    bool load = false;
    bool between = false;
    bool store = false;
};

/// The functions in the options of a plan that is not a PointwisePlan.
[[nodiscard]] FunctionsThere functions_there(const PlanOptions& options);

/// Throws std::invalid_argument if an execution gives data to a function that the plan lacks.
void validate_data(const FunctionData& data, const FunctionsThere& functions);

/// The functions in front of a plan in a log: "ramp() at load, scaled() at store of "; empty
/// without any.
[[nodiscard]] std::string described_functions(const PlanOptions& options);

}  // namespace tobiuo::fft
