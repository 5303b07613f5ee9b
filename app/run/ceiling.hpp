// The bandwidth that a run is measured by: kept from an earlier run, measured, or left out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/run/ceiling_file.hpp"
#include "kernels/memory/ceiling.hpp"

namespace tobiuo {

/// `run --ceiling`.
enum class CeilingUse { keep, measure, none };

struct MeasuredCeiling {
    memory::Ceiling ceiling;
    double processor_share = 1.0;  ///< that the measuring threads got; less beside other jobs
};

/// A memory whose ceiling can be measured.
struct CeilingSource {
    std::string machine;    ///< what the figure holds for
    std::string mix;        ///< what is moved
    std::int64_t least{};   ///< bytes below which the figure would be that of a cache
    std::int64_t wanted{};  ///< bytes to measure with, where they are free
    std::function<MeasuredCeiling(std::int64_t bytes)> measure;
};

/// The host's memory, streamed by all threads.
[[nodiscard]] CeilingSource host_ceiling_source();
/// The memory of a GPU: the same mix, and the driver's own copy.
[[nodiscard]] CeilingSource device_ceiling_source(int device);
[[nodiscard]] CeilingSource device_copy_ceiling_source(int device);

/// What is done about a ceiling, known before anything is allocated.
struct CeilingPlan {
    std::optional<KnownCeiling> known;  ///< the figure, from an earlier run
    std::int64_t probe_bytes{};         ///< to measure with; 0: nothing is measured
};

/// With `keep` what the file knows counts, unless other jobs disturbed it. Otherwise it is
/// measured, with at most four times the bytes that the problem has, and not where these are too
/// few: then the figure would be that of a cache. With `measure` it is measured in any case.
[[nodiscard]] CeilingPlan plan_ceiling(CeilingUse use, const CeilingSource& source,
                                       std::int64_t problem_bytes,
                                       const std::filesystem::path& file = default_ceiling_file());

/// What stands in a report.
struct RunCeiling {
    KnownCeiling figure;
    bool kept = false;  ///< by an earlier run; else measured in this one
};

/// Carries the plan out, says the figure in the log, and keeps what was measured. Nothing where
/// there is none.
[[nodiscard]] std::optional<RunCeiling> ceiling_of_run(
    const CeilingPlan& plan, const CeilingSource& source,
    const std::filesystem::path& file = default_ceiling_file());

}  // namespace tobiuo
