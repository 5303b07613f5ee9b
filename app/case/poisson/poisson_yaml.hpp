// Writes the keys of `solver: poisson`.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/poisson/poisson_case.hpp"

namespace tobiuo::casefile {

/// All keys except those that every case has; paths are relative to the folder of `file`.
[[nodiscard]] std::string poisson_yaml(const PoissonCase& poisson,
                                       const std::filesystem::path& file);

}  // namespace tobiuo::casefile
