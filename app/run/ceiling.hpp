// SPDX-License-Identifier: BSD-3-Clause
// The bandwidth ceiling that a run is compared with: kept from an earlier run, measured, or left
// out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/run/ceiling_file.hpp"
#include "app/run/place.hpp"
#include "runtime/memory/ceiling.hpp"

namespace tobiuo {

/// The values of the option `run --ceiling`.
enum class CeilingUse { keep, measure, none };

struct MeasuredCeiling {
    memory::Ceiling ceiling;
    double processor_share = 1.0;  ///< that the measuring threads got; less beside other jobs
};

/// A memory whose ceiling can be measured.
struct CeilingSource {
    std::string machine;    ///< the machine for which the figure holds
    std::string mix;        ///< what is moved
    std::int64_t least{};   ///< below so many bytes the figure would be that of a cache
    std::int64_t wanted{};  ///< bytes to measure with, if they are free
    std::function<MeasuredCeiling(std::int64_t bytes)> measure;
};

/// What a GPU is measured with: the arrays of a sweep, as other memories, or the driver's own copy.
enum class GpuMix { sweep, copy };

/// The source for a run at the place: the memory of a GPU, of the OpenCL device that this process
/// uses, or of the host, streamed by all threads. Throws device::DeviceError.
[[nodiscard]] CeilingSource ceiling_source(const Place& place, GpuMix mix);

/// What is done about a ceiling; it is decided before anything is allocated.
struct CeilingPlan {
    std::optional<KnownCeiling> known;  ///< the figure of an earlier run
    std::int64_t probe_bytes{};         ///< bytes to measure with; 0: nothing is measured
};

/// With `keep` a figure in the file is used, unless other jobs disturbed its measurement. Otherwise
/// the ceiling is measured with at most four times the bytes of the problem, but not if these are
/// so few that the figure would be that of a cache. With `measure` it is measured in any case.
[[nodiscard]] CeilingPlan plan_ceiling(CeilingUse use, const CeilingSource& source,
                                       std::int64_t problem_bytes,
                                       const std::filesystem::path& file = default_ceiling_file());

/// The ceiling in a report.
struct RunCeiling {
    KnownCeiling figure;
    bool kept = false;  ///< whether an earlier run measured it
};

/// Writes a ceiling into a report.
template <typename Report>
void put_ceiling(Report& report, const std::optional<RunCeiling>& ceiling)
{
    if (ceiling) {
        report.ceiling = ceiling->figure.measured;
        report.ceiling_date = ceiling->figure.date;
        report.ceiling_kept = ceiling->kept;
    }
}

/// Carries the plan out, logs the figure, and keeps what was measured. Nothing if there is no
/// figure.
[[nodiscard]] std::optional<RunCeiling> ceiling_of_run(
    const CeilingPlan& plan, const CeilingSource& source,
    const std::filesystem::path& file = default_ceiling_file());

}  // namespace tobiuo
