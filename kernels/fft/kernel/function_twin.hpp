// SPDX-License-Identifier: BSD-3-Clause
// Steps with functions on the host: the twins of function_pass.cuh, function_merged.cuh and
// function_fold.cuh, which run the same code.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/pass/function_block.hpp"

namespace tobiuo::fft {

/// The arrays of a step with functions.
struct FunctionArrays {
    ArrayShape in = {};
    ArrayShape out = {};

    [[nodiscard]] constexpr bool operator==(const FunctionArrays&) const = default;
};

/// C++ functions in place of a user's: each takes (value, index) and returns the new value.
template <FunctionPlaces places, FunctionArrays arrays, typename Load, typename Between,
          typename Store>
struct HostFunctions {
    const Load& at_load;
    const Between& between;
    const Store& at_store;

    template <typename Value>
    Value load(Value value, long long place) const
    {
        return with_index<arrays.in, places.loads_reals>(value, place, at_load);
    }
    template <typename Value>
    Value store(Value value, long long place) const
    {
        return with_index<arrays.out, places.stores_reals>(value, place, at_store);
    }
    template <typename Value>
    Value apply(Value value, const ElementIndex& index) const
    {
        return between(value, index);
    }
};

/// Where a step finds its data: the begins of whole arrays, and the bytes to the plane of a merged
/// pass.
struct HostPlane {
    const void* in = nullptr;
    void* out = nullptr;
    long long in_bytes = 0;
    long long out_bytes = 0;
};

/// Runs all blocks of a pass, in order. `functions` is a HostFunctions; `tables` points to host
/// memory.
template <PassForm pass, FunctionPlaces places, typename T, typename Functions>
void run_function_pass_on_host(const HostPlane& data, const PassTables<T>& tables,
                               const Functions& functions)
{
    using Base = HostBlock<pass.block, T, pass.elements_per_thread()>;
    const FunctionBlock<Base, T, Functions, places> block{{}, functions, data.in, data.out};
    std::vector<Complex<T>> shared(static_cast<std::size_t>(pass.shared_elements()));
    for (long long number = 0; number < pass.blocks(); ++number) {
        run_pass<pass>(block, number, static_cast<const char*>(data.in) + data.in_bytes,
                       static_cast<char*>(data.out) + data.out_bytes, tables, shared.data());
    }
}

/// Runs all items of a fold, in order.
template <FoldForm form, FunctionPlaces places, typename T, typename Functions>
void run_function_fold_on_host(Complex<T>* data, const PassTables<T>& tables,
                               const Functions& functions)
{
    const FunctionBlock<PlainMemory, T, Functions, places> block{{}, functions, data, data};
    for (long long item = 0; item < form.items(); ++item) {
        run_fold<form>(block, item, data, tables);
    }
}

/// Runs all blocks of a pass of modes with a function between its transforms.
template <PassForm pass, typename T, typename Function>
void run_pointwise_on_host(const void* in, void* out, const PassTables<T>& tables,
                           const Function& function)
{
    const HostFunctions<FunctionPlaces{}, FunctionArrays{}, Function, Function, Function> functions{
        function, function, function};
    run_function_pass_on_host<pass, FunctionPlaces{}>(HostPlane{.in = in, .out = out}, tables,
                                                      functions);
}

}  // namespace tobiuo::fft
