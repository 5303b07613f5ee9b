// SPDX-License-Identifier: BSD-3-Clause
// Neighbouring values of a row as one memory operation, and their projection.
#pragma once

namespace tobiuo::flow {

/// A piece of a row: 16 bytes, one memory operation where it is aligned.
template <typename T, int count>
struct alignas(sizeof(T) * count) Piece {
    T of[count];
};

/// A vector of CUDA of 16 bytes, which has memory operations with hints.
template <typename T>
struct VectorOf;
template <>
struct VectorOf<float> {
    using Type = float4;
};
template <>
struct VectorOf<double> {
    using Type = double2;
};

/// Reads and writes a piece that is used once: caches let go of it first.
template <int count, typename T>
Piece<T, count> load_once(const T* from)
{
    const auto vector = __ldcs(reinterpret_cast<const typename VectorOf<T>::Type*>(from));
    Piece<T, count> values;
    memcpy(&values, &vector, sizeof values);
    return values;
}
template <int count, typename T>
void store_once(T* to, const Piece<T, count>& values)
{
    typename VectorOf<T>::Type vector;
    memcpy(&vector, &values, sizeof values);
    __stcs(reinterpret_cast<typename VectorOf<T>::Type*>(to), vector);
}

/// What stands at `from`, index i of a row of `columns`; values beyond its end are zero.
template <bool aligned, int count, typename T>
Piece<T, count> load_piece(const T* from, long long i, long long columns)
{
    Piece<T, count> values;
    if constexpr (aligned) {
        values = *reinterpret_cast<const Piece<T, count>*>(from);
    } else {
#pragma unroll
        for (int c = 0; c < count; ++c) {
            values.of[c] = i + c < columns ? from[c] : T{0};
        }
    }
    return values;
}

template <bool aligned, int count, typename T>
void store_piece(T* to, const Piece<T, count>& values, long long i, long long columns)
{
    if constexpr (aligned) {
        *reinterpret_cast<Piece<T, count>*>(to) = values;
    } else {
#pragma unroll
        for (int c = 0; c < count; ++c) {
            if (i + c < columns) {
                to[c] = values.of[c];
            }
        }
    }
}

/// The velocity without a difference of the impulse divided by its distance, to the same bits
/// wherever it is computed.
template <typename T>
T projected(T velocity, T per_gap, T difference)
{
    return fma(-per_gap, difference, velocity);
}

/// The velocity that projected() returns, as a type for ImplicitLines.
struct DeviceProjection {
    template <typename T>
    T operator()(T velocity, T per_gap, T difference) const
    {
        return projected(velocity, per_gap, difference);
    }
};

}  // namespace tobiuo::flow
