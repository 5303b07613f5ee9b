// SPDX-License-Identifier: BSD-3-Clause
// Files of NumPy, as numpy.save writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace tobiuo::test {

/// The bytes of a .npy file of version 1; `shape` is "(2, 3)".
template <typename Real>
std::string npy_bytes(const std::string& shape, std::span<const Real> values,
                      bool is_reversed = false, bool is_big = false)
{
    std::string text =
        std::string{"{'descr': '"} + (is_big ? ">" : "<") + "f" + std::to_string(sizeof(Real)) +
        "', 'fortran_order': " + (is_reversed ? "True" : "False") + ", 'shape': " + shape + ", }";
    text += std::string(63 - (10 + text.size()) % 64, ' ') + "\n";
    std::string bytes = "\x93NUMPY";
    bytes +=
        {'\x01', '\0', static_cast<char>(text.size() % 256), static_cast<char>(text.size() / 256)};
    bytes += text;
    for (const Real value : values) {
        std::string number(sizeof(Real), '\0');
        std::memcpy(number.data(), &value, sizeof(Real));
        bytes += is_big ? std::string{number.rbegin(), number.rend()} : number;
    }
    return bytes;
}

}  // namespace tobiuo::test
