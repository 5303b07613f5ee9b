// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/plan_functions.hpp"

#include <stdexcept>

#include "runtime/device/backend.hpp"

namespace tobiuo::fft {
namespace {

/// Called in every execution, it allocates nothing unless it throws.
void require_function(const void* data, bool is_there, const char* member, const char* function)
{
    if (data != nullptr && !is_there) {
        throw std::invalid_argument{std::string{"data."} + member +
                                    " is given, but the plan has no function " + function +
                                    " to receive it: leave it null, or make the plan with that "
                                    "function"};
    }
}

}  // namespace

std::optional<std::string> function_in(const PlanOptions& options)
{
    if (options.load) {
        return "function at load";
    }
    return options.store ? std::optional<std::string>{"function at store"} : std::nullopt;
}

Backend backend_for(const PlanOptions& options, bool has_function)
{
    return options.backend ? *options.backend : has_function ? Backend::cuda : default_backend();
}

void refuse_function(Backend backend, const std::string& what, const std::string& cure)
{
    if (backend == Backend::cpu) {
        throw std::invalid_argument{"a " + what +
                                    " was asked for on the CPU (it is compiled for GPUs): leave "
                                    "the back end out, or " +
                                    cure};
    }
    refuse_opencl(backend, what);
}

void validate_functions(const PlanOptions& options, Backend backend)
{
    const std::optional<std::string> function = function_in(options);
    if (!function) {
        return;
    }
    const std::string cure = options.load ? "apply it to the array before the transform"
                                          : "apply it to the array after the transform";
    refuse_function(backend, *function, cure);
    require(backend, *function, cure);
}

FunctionsThere functions_there(const PlanOptions& options)
{
    return {.load = options.load.has_value(), .store = options.store.has_value()};
}

void validate_data(const FunctionData& data, const FunctionsThere& functions)
{
    require_function(data.load, functions.load, "load", "at load");
    require_function(data.between, functions.between, "between", "between transforms");
    require_function(data.store, functions.store, "store", "at store");
}

std::string described_functions(const PlanOptions& options)
{
    std::string text = options.load ? options.load->function + "() at load" : "";
    if (options.store) {
        text += (text.empty() ? "" : ", ") + options.store->function + "() at store";
    }
    return text.empty() ? text : text + " of ";
}

}  // namespace tobiuo::fft
