// The keys that `solver: himeno` adds to a case: their tables, how they are read and written.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/case.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The tables of the keys.
[[nodiscard]] SolverKeys himeno_keys();

/// Implements SolverKind::read.
[[nodiscard]] HimenoCase read_himeno(const Section& root, const CaseFolder& folder,
                                     const Case& common);

/// All keys except those that every case has; paths are relative to the folder of `file`.
[[nodiscard]] std::string himeno_yaml(const HimenoCase& himeno, const std::filesystem::path& file);

/// The keys on which p after a number of sweeps depends.
[[nodiscard]] std::string himeno_problem_yaml(const HimenoCase& himeno,
                                              const std::filesystem::path& file);

}  // namespace tobiuo::casefile
