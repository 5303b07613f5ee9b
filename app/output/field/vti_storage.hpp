// How a .vti keeps the numbers of an array, and reading them without trusting what it says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo::vti {

/// What holds for the numbers of a whole file.
struct Storage {
    bool big_endian = false;
    std::size_t word_bytes = 4;  ///< of the sizes in front of an array's bytes
    std::string compressor;      ///< VTK's class; empty if the file is not compressed
};

enum class Format { ascii, base64, raw };

struct ArrayInfo {
    std::string name;
    Location location{};
    std::string type;  ///< as the file has it: "Float32"
    int components{};
    Format format{};
    std::int64_t begin{};  ///< where its numbers start in the file

    /// Why this array is not a field of real numbers, as a sentence; empty if it is one.
    [[nodiscard]] std::string objection() const;
    [[nodiscard]] bool is_double() const { return type == "Float64"; }
};

[[noreturn]] void report_damaged(const ArrayInfo& array, const std::string& reason);

/// Throws std::runtime_error with one sentence unless the sizes in front of the array's bytes are
/// those of `values` values and fit in the file. Reads and allocates no more than these sizes.
void check_sizes(const std::filesystem::path& path, const Storage& storage, const ArrayInfo& array,
                 std::int64_t values);

/// Exactly `values` values, of the array's own type; everything check_sizes says is checked first,
/// so that no more is allocated than the file's size can stand for.
template <typename Real>
[[nodiscard]] std::vector<Real> read_values(const std::filesystem::path& path,
                                            const Storage& storage, const ArrayInfo& array,
                                            std::int64_t values);

}  // namespace tobiuo::vti
