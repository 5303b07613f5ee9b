// The sections `probes` and `statistics` of a case: where and how often a flow is sampled.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/case/grid/box_grid.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo {

struct Probe {
    std::string name;
    std::array<double, 3> at{};  ///< x, y, z; the middle of axes that the case has not
};

/// Where and how often velocity and pressure are written.
struct ProbesSection {
    std::int64_t every = 10;  ///< steps
    std::vector<Probe> points = {};
};

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

/// The key `probes` of a solver.
[[nodiscard]] Key probes_key();

/// The probes of the case; nothing without the key. Reports points that are not in the box.
[[nodiscard]] std::optional<ProbesSection> read_probes(const Section& root, const BoxGrid& box);

/// The section as YAML, with every default filled in; empty without it.
[[nodiscard]] std::string probes_yaml(const std::optional<ProbesSection>& probes, int dimensions);

/// The key `statistics` of a solver.
[[nodiscard]] Key statistics_key();

/// The statistics of the case; nothing without the key. A case has `dimensions` axes.
[[nodiscard]] std::optional<StatisticsSection> read_statistics(const Section& root,
                                                               const CaseFolder& folder,
                                                               int dimensions);

/// The section as YAML, with every default filled in; empty without it.
[[nodiscard]] std::string statistics_yaml(const std::optional<StatisticsSection>& statistics,
                                          const std::filesystem::path& case_file);

}  // namespace casefile
}  // namespace tobiuo
