// Writes the keys of `solver: himeno`.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/case.hpp"

namespace tobiuo::casefile {

/// All keys except those that every case has; paths are relative to the folder of `file`.
[[nodiscard]] std::string himeno_yaml(const HimenoCase& himeno, const std::filesystem::path& file);

/// The keys on which p after a number of sweeps depends.
[[nodiscard]] std::string himeno_problem_yaml(const HimenoCase& himeno,
                                              const std::filesystem::path& file);

}  // namespace tobiuo::casefile
