// SPDX-License-Identifier: BSD-3-Clause
// The functions of a step on the device.
//
// struct Config gives Real, `places` (a FunctionPlaces) and, of what the places say, load(value,
// place, data), apply(value, index, data) and store(value, place, data).
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/function_block.hpp"

namespace tobiuo::fft {

/// The functions of `Config`, of which only those that are called need be there.
template <typename Config>
struct ConfigFunctions {
    const void* load_data;
    const void* between_data;
    const void* store_data;

    template <typename Value>
    Value load(Value value, long long place) const
    {
        return Config::load(value, place, load_data);
    }
    template <typename Value>
    Value store(Value value, long long place) const
    {
        return Config::store(value, place, store_data);
    }
    template <typename Value>
    Value apply(Value value, const ElementIndex& index) const
    {
        return Config::apply(value, index, between_data);
    }
};

}  // namespace tobiuo::fft
