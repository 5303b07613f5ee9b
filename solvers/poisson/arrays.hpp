// SPDX-License-Identifier: BSD-3-Clause
// Checks of the arrays of a solve on either back end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace tobiuo::poisson {

/// Whether two arrays of `count` and `others` values share memory.
template <typename T>
[[nodiscard]] bool overlap(const T* array, std::int64_t count, const T* other, std::int64_t others)
{
    const std::less<const T*> before;
    return before(array, other + others) && before(other, array + count);
}

/// Throws std::invalid_argument if an array is null or not aligned to `alignment` bytes.
inline void validate_array(const void* array, std::size_t alignment, const std::string& name)
{
    if (array == nullptr) {
        throw std::invalid_argument{name + " is null: give memory for all unknowns"};
    }
    if (reinterpret_cast<std::uintptr_t>(array) % alignment != 0) {
        throw std::invalid_argument{name + " is not aligned to " + std::to_string(alignment) +
                                    " bytes (it is read in pieces of that size): begin it at a "
                                    "multiple of them"};
    }
}

/// The refusal of walls that are given to a solver with the option walls_in_f.
inline constexpr const char* walls_in_f_refusal =
    "walls are given to a solver that was made for an f that holds their contribution (option "
    "walls_in_f): leave them out, or make it without this option";

/// Throws std::invalid_argument unless `device_bytes` is a limit, or 0, for arrays in host memory.
inline void validate_device_bytes(std::int64_t device_bytes, bool host_arrays)
{
    if (device_bytes < 0 || (device_bytes > 0 && !host_arrays)) {
        throw std::invalid_argument{
            "device_bytes is " + std::to_string(device_bytes) +
            (host_arrays ? ": give the bytes of GPU memory that a solve may take, or 0"
                         : ", but f and u are on the device: it is a limit for arrays in host "
                           "memory (option host_arrays)")};
    }
}

/// Checks both arrays; also throws std::invalid_argument if the two, of `points` values, overlap in
/// part.
template <typename T>
void validate_arrays(const T* f, const T* u, std::int64_t points, std::size_t alignment)
{
    for (const T* array : {f, u}) {
        validate_array(array, alignment, "an array of a solve");
    }
    if (f != u && overlap(f, points, u, points)) {
        throw std::invalid_argument{
            "the arrays of a solve overlap in part (what is written destroys what is read): give "
            "one array or two"};
    }
}

}  // namespace tobiuo::poisson
