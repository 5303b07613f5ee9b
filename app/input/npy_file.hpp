// SPDX-License-Identifier: BSD-3-Clause
// Arrays of floating-point numbers in files of NumPy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/input/input_file.hpp"

namespace tobiuo {

/// A .npy file with numbers of 4 or 8 bytes, in either order of bytes and of axes, as numpy.save
/// writes it.
///
/// Source    numpy.lib.format, versions 1 to 3.
class NpyFile {
public:
    /// Reads the header. Throws Unreadable if the file is none, was cut, or has other numbers.
    explicit NpyFile(const std::filesystem::path& path);

    /// The lengths of the axes, the slowest first.
    [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
    /// All values, the last axis fastest, whatever the file's order is. Throws Unreadable, also for
    /// one that is not finite.
    [[nodiscard]] std::vector<double> values() const;

private:
    InputFile file_;
    std::vector<std::int64_t> shape_;
    std::uintmax_t values_at_ = 0;
    std::int64_t count_ = 1;
    int bytes_of_value_ = 8;
    bool is_swapped_ = false;   ///< the bytes of each number
    bool is_reversed_ = false;  ///< the first axis is the fastest, Fortran's order
};

/// "(64, 32, 32)", as Python writes a shape.
[[nodiscard]] std::string shape_text(const std::vector<std::int64_t>& shape);

}  // namespace tobiuo
