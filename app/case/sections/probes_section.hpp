// The section `probes` of a case: points at which a flow is watched.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/case/grid/box_grid.hpp"
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

namespace casefile {

/// The key `probes` of a solver.
[[nodiscard]] Key probes_key();

/// What the case says; nothing without the key. Reports points that are not in the box.
[[nodiscard]] std::optional<ProbesSection> read_probes(const Section& root, const BoxGrid& box);

/// The section as YAML, with every default filled in; empty without it.
[[nodiscard]] std::string probes_yaml(const std::optional<ProbesSection>& probes, int dimensions);

}  // namespace casefile
}  // namespace tobiuo
