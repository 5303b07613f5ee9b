// Writes the keys of `solver: flow`.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/flow/flow_case.hpp"

namespace tobiuo::casefile {

/// The keys of the case as YAML, with every default filled in.
[[nodiscard]] std::string flow_yaml(const FlowCase& flow, const std::filesystem::path& file);

/// The keys on which the velocity at a time depends, as YAML, but for those of the time steps.
[[nodiscard]] std::string flow_problem_yaml(const FlowCase& flow,
                                            const std::filesystem::path& file);

}  // namespace tobiuo::casefile
