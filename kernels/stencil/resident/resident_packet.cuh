// SPDX-License-Identifier: BSD-3-Clause
// Rows sent between blocks in packets that carry a tag, so that neither fences nor flags are
// needed.
//
// A packet is stored and loaded by one relaxed access of at most 128 bits, which the memory model
// does not split: a reader that finds the tag of a sweep has the values of that sweep.
#pragma once

namespace tobiuo::stencil {

/// The 16 bytes that one thread moves at a time.
template <typename Real>
struct alignas(16) Vector {
    static constexpr int width = 16 / static_cast<int>(sizeof(Real));
    Real value[width];
};

using Word = unsigned long long;

__forceinline__ void store_relaxed(void* to, Word low, Word high)
{
    asm volatile(
        "{\n"
        ".reg .b128 both;\n"
        "mov.b128 both, {%1, %2};\n"
        "st.relaxed.gpu.global.b128 [%0], both;\n"
        "}" ::"l"(to),
        "l"(low), "l"(high));
}
__forceinline__ void load_relaxed(const void* from, Word& low, Word& high)
{
    asm volatile(
        "{\n"
        ".reg .b128 both;\n"
        "ld.relaxed.gpu.global.b128 both, [%2];\n"
        "mov.b128 {%0, %1}, both;\n"
        "}"
        : "=l"(low), "=l"(high)
        : "l"(from));
}
__forceinline__ void store_relaxed(void* to, Word word)
{
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(to), "l"(word));
}
__forceinline__ Word load_relaxed(const void* from)
{
    Word word = 0;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(word) : "l"(from));
    return word;
}

/// The packets of one vector of floats: {v0, v1, v2, tag} and {v3, tag}.
struct SinglePackets {
    static constexpr int second_bytes = 8;
    Word low;
    Word high;
    Word second;

    static Word pair(float value, unsigned other)
    {
        return __float_as_uint(value) | static_cast<Word>(other) << 32;
    }
    static __forceinline__ void send(unsigned char* first, unsigned char* second,
                                     const Vector<float>& v, unsigned tag)
    {
        store_relaxed(first, pair(v.value[0], __float_as_uint(v.value[1])), pair(v.value[2], tag));
        store_relaxed(second, pair(v.value[3], tag));
    }
    static __forceinline__ SinglePackets fetch(const unsigned char* first,
                                               const unsigned char* second)
    {
        SinglePackets fetched;
        load_relaxed(first, fetched.low, fetched.high);
        fetched.second = load_relaxed(second);
        return fetched;
    }
    __forceinline__ bool carries(unsigned tag) const
    {
        return static_cast<unsigned>(high >> 32) == tag &&
               static_cast<unsigned>(second >> 32) == tag;
    }
    __forceinline__ Vector<float> vector() const
    {
        return {__uint_as_float(static_cast<unsigned>(low)),
                __uint_as_float(static_cast<unsigned>(low >> 32)),
                __uint_as_float(static_cast<unsigned>(high)),
                __uint_as_float(static_cast<unsigned>(second))};
    }
};

/// The packets of one vector of doubles: {v0, tag} and {v1, tag}.
struct DoublePackets {
    static constexpr int second_bytes = 16;
    Word values[2];
    Word tags[2];

    static __forceinline__ void send(unsigned char* first, unsigned char* second,
                                     const Vector<double>& v, unsigned tag)
    {
        store_relaxed(first, static_cast<Word>(__double_as_longlong(v.value[0])), tag);
        store_relaxed(second, static_cast<Word>(__double_as_longlong(v.value[1])), tag);
    }
    static __forceinline__ DoublePackets fetch(const unsigned char* first,
                                               const unsigned char* second)
    {
        DoublePackets fetched;
        load_relaxed(first, fetched.values[0], fetched.tags[0]);
        load_relaxed(second, fetched.values[1], fetched.tags[1]);
        return fetched;
    }
    __forceinline__ bool carries(unsigned tag) const { return tags[0] == tag && tags[1] == tag; }
    __forceinline__ Vector<double> vector() const
    {
        return {__longlong_as_double(static_cast<long long>(values[0])),
                __longlong_as_double(static_cast<long long>(values[1]))};
    }
};

template <typename Real>
struct PacketsOf;
template <>
struct PacketsOf<float> {
    using Type = SinglePackets;
};
template <>
struct PacketsOf<double> {
    using Type = DoublePackets;
};

}  // namespace tobiuo::stencil
