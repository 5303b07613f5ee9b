// SPDX-License-Identifier: BSD-3-Clause
// The threads of a block as the passes see them.
#pragma once

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// Loads and stores one value by the cache instructions for its size.
template <typename Value>
struct Word;
template <>
struct Word<float> {
    using type = float;
};
template <>
struct Word<double> {
    using type = double;
};
template <>
struct Word<Complex<float>> {
    using type = float2;
};
template <>
struct Word<Complex<double>> {
    using type = double2;
};

/// The threads of a block on the device; see transform_block(). There may be more `threads` than
/// the form has work for.
template <KernelConfig form, typename T, int threads>
struct DeviceBlock {
    Complex<T>* point;

    template <typename Body>
    __forceinline__ void phase(const Body& body) const
    {
        if (threads == form.threads() || threadIdx.x < form.threads()) {
            body(threadIdx.x, point);
        }
    }
    __forceinline__ void barrier() const
    {
        if constexpr (form.within_warps() && form.threads() % 32 == 0) {
            __syncwarp();
        } else {
            __syncthreads();
        }
    }

    template <typename Value>
    static Value from_word(typename Word<Value>::type word)
    {
        return *reinterpret_cast<const Value*>(&word);
    }

    template <typename Value>
    static Value fetch(const Value* from)
    {
        using W = typename Word<Value>::type;
        return from_word<Value>(__ldg(reinterpret_cast<const W*>(from)));
    }
    /// The reciprocal to a unit or two in the last place; a division takes several times as long.
    static float reciprocal(float x)
    {
        float result = 0;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
        return result;
    }
    static double reciprocal(double x)
    {
        double result = 0;  // about 20 bits; each Newton step doubles them
        asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(result) : "d"(x));
        result = fma(fma(-x, result, 1.0), result, result);
        return fma(fma(-x, result, 1.0), result, result);
    }
    template <Access access, typename Value>
    static Value load(const Value* from)
    {
        using W = typename Word<Value>::type;
        const W* word = reinterpret_cast<const W*>(from);
        if constexpr (access == Access::streaming) {
            return from_word<Value>(__ldcs(word));
        } else if constexpr (access == Access::through_l2) {
            return from_word<Value>(__ldcg(word));
        } else {
            return *from;
        }
    }
    template <Access access, typename Value>
    static void store(Value* to, Value value)
    {
        using W = typename Word<Value>::type;
        if constexpr (access == Access::streaming) {
            __stcs(reinterpret_cast<W*>(to), *reinterpret_cast<const W*>(&value));
        } else {
            *to = value;
        }
    }
};

}  // namespace tobiuo::fft
