// Arrays that a .vti stores as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "app/output/field/vti_storage.hpp"

namespace tobiuo::vti {

/// Throws std::runtime_error if the rest of the file is too short for `values` numbers.
void check_ascii_size(const std::filesystem::path& path, const ArrayInfo& array,
                      std::int64_t values);

/// Reads the numbers. Throws std::runtime_error unless there are exactly `values` of them and
/// nothing else.
template <typename Real>
[[nodiscard]] std::vector<Real> read_ascii(const std::filesystem::path& path,
                                           const ArrayInfo& array, std::int64_t values);

}  // namespace tobiuo::vti
