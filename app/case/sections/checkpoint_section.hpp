// The section `checkpoint` of a case: when the state of a run is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/case/values/quantities.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo {

/// When the state of the run is kept, so that it can be restarted.
struct CheckpointSection {
    TimeSpan every = {.text = "10 min", .seconds = 600.0};  ///< of wall time
    std::int64_t keep = 2;                                  ///< how many, the newest
};

namespace casefile {

/// The key `checkpoint` of a solver: true, false, or a map.
[[nodiscard]] Key checkpoint_key();

/// What the case says; nothing without the key or with `false`.
[[nodiscard]] std::optional<CheckpointSection> read_checkpoint(const Section& root);

/// The section as YAML, with every default filled in.
[[nodiscard]] std::string checkpoint_yaml(const std::optional<CheckpointSection>& checkpoint);

}  // namespace casefile
}  // namespace tobiuo
