// The keys that `solver: poisson` adds to a case: their tables, how they are read and written.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/case.hpp"
#include "app/case/poisson/poisson_case.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The tables of the keys.
[[nodiscard]] SolverKeys poisson_keys();

/// Implements SolverKind::read.
[[nodiscard]] PoissonCase read_poisson(const Section& root, const CaseFolder& folder,
                                       const Case& common);

/// All keys except those that every case has; paths are relative to the folder of `file`.
[[nodiscard]] std::string poisson_yaml(const PoissonCase& poisson,
                                       const std::filesystem::path& file);

}  // namespace tobiuo::casefile
