// The threads of a block whose pass gets its values from a function instead of an array.
//
// struct Config gives load(index, data), the value at a place of the array [z][y][x], and
// load_pair(index, values, data), those at an even place and the next one.
#pragma once

#include "kernels/fft/kernel/device_block.cuh"

namespace tobiuo::fft {

/// Addresses that are loaded count from null, so that they tell the place in the array.
template <KernelConfig form, typename T, int threads>
struct LoadingBlock : DeviceBlock<form, T, threads> {
    const void* data;

    template <Access access>
    T load(const T* from) const
    {
        return Config::load(reinterpret_cast<long long>(from) / static_cast<int>(sizeof(T)), data);
    }
    template <Access access>
    Complex<T> load(const Complex<T>* from) const
    {
        T values[2];
        Config::load_pair(reinterpret_cast<long long>(from) / static_cast<int>(sizeof(T)), values,
                          data);
        return {values[0], values[1]};
    }
};

}  // namespace tobiuo::fft
