// The keys that `solver: flow` adds to a case: their tables, how they are read and written.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/case.hpp"
#include "app/case/flow/flow_case.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The tables of the keys.
[[nodiscard]] SolverKeys flow_keys();

/// Reads the keys of `solver: flow` and checks them against each other; problems are reported
/// through `root`.
[[nodiscard]] FlowCase read_flow(const Section& root, const CaseFolder& folder, const Case& common);

/// The keys of the case as YAML, with every default filled in.
[[nodiscard]] std::string flow_yaml(const FlowCase& flow, const std::filesystem::path& file);

/// The keys on which the velocity at a time depends, as YAML, but for those of the time steps.
[[nodiscard]] std::string flow_problem_yaml(const FlowCase& flow,
                                            const std::filesystem::path& file);

}  // namespace tobiuo::casefile
