// How a .vti stores the numbers of an array; they are read without trusting the file's sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo::vti {

/// The storage of all numbers in a file.
struct Storage {
    bool big_endian = false;
    std::size_t word_bytes = 4;  ///< size of the words before the bytes of an array
    std::string compressor;      ///< name of VTK's class; empty if not compressed
};

enum class Format { ascii, base64, raw };

struct ArrayInfo {
    std::string name;
    Location location{};
    std::string type;  ///< as in the file: "Float32"
    int components{};
    Format format{};
    std::int64_t begin{};  ///< where its numbers start in the file

    /// Why this array is not a field of real numbers, as a sentence; empty if it is one.
    [[nodiscard]] std::string objection() const;
    [[nodiscard]] bool is_double() const { return type == "Float64"; }
};

[[noreturn]] void report_damaged(const ArrayInfo& array, const std::string& reason);

/// Throws std::runtime_error with one sentence unless the sizes before the array's bytes are those
/// of `values` values and fit into the file. Reads and allocates no more than these sizes.
void check_sizes(const std::filesystem::path& path, const Storage& storage, const ArrayInfo& array,
                 std::int64_t values);

/// Reads exactly `values` values of the array's own type after the checks of check_sizes(), so that
/// it allocates no more than the file's size can stand for.
template <typename Real>
[[nodiscard]] std::vector<Real> read_values(const std::filesystem::path& path,
                                            const Storage& storage, const ArrayInfo& array,
                                            std::int64_t values);

}  // namespace tobiuo::vti
