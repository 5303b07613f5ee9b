// SPDX-License-Identifier: BSD-3-Clause
// How a VTK file stores the numbers of a field, and how much of a disk they may take.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tobiuo {

enum class Encoding {
    inlined,  ///< as base64 in the element of their array: the whole file is XML
    appended  ///< as raw bytes after all elements: a quarter smaller, but not XML
};

/// Bytes that are compressed at a time: larger blocks than VTK's 32 KiB are written faster.
inline constexpr std::size_t block_bytes = std::size_t{1} << 20U;

/// The most bytes that `bytes` bytes of numbers take in a file, if LZ4 cannot compress them.
[[nodiscard]] constexpr std::int64_t most_encoded_bytes(std::int64_t bytes, Encoding encoding)
{
    constexpr std::int64_t overhead = 16 + 8;  // of a block: LZ4's own bound, its size in the table
    const std::int64_t blocks = bytes / static_cast<std::int64_t>(block_bytes) + 1;
    const std::int64_t compressed = bytes + bytes / 255 + overhead * blocks;
    return encoding == Encoding::inlined ? (compressed / 3 + 1) * 4 : compressed;
}

}  // namespace tobiuo
