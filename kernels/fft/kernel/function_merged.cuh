// SPDX-License-Identifier: BSD-3-Clause
// Two passes in one launch, see merged.cuh, with a function where the first one loads, or where the
// second one stores, or both.
//
// struct Config gives Real, `merged` (a MergedForm), `places` and the functions of
// function_block.cuh.
// Traffic   as that of merged.cuh, with what the functions read; without the read of the data if
//           the function at load takes no value.
// Twin      the two passes one after the other.
#pragma once

#include "kernels/fft/kernel/function_block.cuh"
#include "kernels/fft/kernel/merged_items.cuh"

namespace tobiuo::fft {

/// The begin of a plane of an array, which may be null; then the address is the place in the array.
template <bool is_null>
__forceinline__ void* plane_of(void* begin, long long bytes)
{
    if constexpr (is_null) {
        return reinterpret_cast<void*>(bytes);
    } else {
        return static_cast<char*>(begin) + bytes;
    }
}

/// An item of a pass that calls functions; `in` and `out` are whole arrays.
template <PassForm pass, FunctionPlaces places>
__forceinline__ void run_function_item(const MergedItem& item, void* in, long long in_bytes,
                                       void* out, long long out_bytes,
                                       const ConfigFunctions<Config>& functions,
                                       const PassTables<Real>& tables, Complex<Real>* shared)
{
    Complex<Real> point[pass.elements_per_thread()];
    void* const begin = places.takes_value ? in : nullptr;
    const FunctionBlock<DeviceBlock<pass.block, Real, merged.threads()>, Real,
                        ConfigFunctions<Config>, places>
        block{{point}, functions, begin, out};
    run_pass<pass>(block, item.number, plane_of<!places.takes_value>(begin, item.plane * in_bytes),
                   plane_of<false>(out, item.plane * out_bytes), tables, shared);
}

}  // namespace tobiuo::fft

extern "C" __global__ void __launch_bounds__(Config::merged.threads(),
                                             Config::merged.min_blocks_per_sm())
    fft_function_merged(const void* in, void* middle, void* out,
                        tobiuo::fft::PassTables<Config::Real> first_tables,
                        tobiuo::fft::PassTables<Config::Real> second_tables, unsigned* counters,
                        const void* load_data, const void* between_data, const void* store_data)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    extern __shared__ __align__(16) unsigned char memory[];
    auto* shared = reinterpret_cast<Complex<Config::Real>*>(memory);
    const Progress progress{counters};
    const ConfigFunctions<Config> functions{load_data, between_data, store_data};
    const MergedItem item = merged.item(blockIdx.x);
    if (item.second) {
        progress.wait_for(item.plane);
        run_function_item<merged.second, Config::places.at_store()>(
            item, middle, merged.middle_bytes, out, merged.out_bytes, functions, second_tables,
            shared);
        discard_from_l2(item, middle);
        progress.post_last(item.plane);
    } else {
        run_function_item<merged.first, Config::places.at_load()>(
            item, const_cast<void*>(in), merged.in_bytes, middle, merged.middle_bytes, functions,
            first_tables, shared);
        progress.post(item.plane);
    }
}
