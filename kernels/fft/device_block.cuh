// The threads of a block as the passes see them.
#pragma once

#include "kernels/fft/block_form.hpp"
#include "kernels/fft/complex.hpp"
#include "kernels/fft/pass_form.hpp"

namespace tobiuo::fft {

/// One value through the cache instructions of its size.
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

/// See transform_block(). `threads` of the block may be more than the form has work for.
template <BlockForm form, typename T, int threads>
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

    static Complex<T> fetch(const Complex<T>* from)
    {
        using W = typename Word<Complex<T>>::type;
        return from_word<Complex<T>>(__ldg(reinterpret_cast<const W*>(from)));
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
