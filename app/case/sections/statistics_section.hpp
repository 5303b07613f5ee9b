// The section `statistics` of a case: profiles of a flow, averaged while it is computed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/case/values/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo {

/// Which means of a flow are taken, and when.
struct StatisticsSection {
    int axis = 1;             ///< along which the profiles are: 0, 1, 2 for x, y, z
    double from = 0.0;        ///< the time of the first sample
    std::int64_t every = 10;  ///< steps between samples
    /// A table of profiles that are drawn beside those of the run.
    std::optional<std::filesystem::path> reference = {};
    Position reference_at = {};
};

namespace casefile {

/// The key `statistics` of a solver.
[[nodiscard]] Key statistics_key();

/// What the case says; nothing without the key. A case has `dimensions` axes.
[[nodiscard]] std::optional<StatisticsSection> read_statistics(const Section& root,
                                                               const CaseFolder& folder,
                                                               int dimensions);

/// The section as YAML, with every default filled in; empty without it.
[[nodiscard]] std::string statistics_yaml(const std::optional<StatisticsSection>& statistics,
                                          const std::filesystem::path& case_file);

}  // namespace casefile
}  // namespace tobiuo
