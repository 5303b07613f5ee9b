// SPDX-License-Identifier: BSD-3-Clause
// The studies of `tobiuo bench memory`, in the order in which they are measured and printed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "studies/memory/study.hpp"

namespace tobiuo::memory_study {

/// The properties of the device from which studies are made. Making them needs no device; probes
/// do.
struct StudySetup {
    int device = 0;
    int multiprocessors{};
    std::int64_t resident_threads{};  ///< resident threads of the whole device
    std::int64_t free_bytes{};        ///< no buffer takes more than half of it
    bool quick = false;               ///< fewer points
};

/// The names "copy-size", "copy-threads", "mix", "latency", "streams", "patterns", "link".
[[nodiscard]] const std::vector<std::string>& study_names();

/// Copy bandwidth against buffer size, and against the total of threads (Naruse et al. 2008), each
/// under the paper's conditions and under those that fill a GPU of today.
[[nodiscard]] std::vector<Study> copy_studies(const StudySetup& setup);

/// The read-mostly mix, the latency, Nukada's streams and patterns, and the link to the host.
[[nodiscard]] std::vector<Study> other_studies(const StudySetup& setup);

/// The studies that `only` names; all if it is empty.
[[nodiscard]] std::vector<Study> studies(const StudySetup& setup,
                                         const std::vector<std::string>& only);

/// The powers of two from `least` to `most`, each `step` times the previous one.
[[nodiscard]] std::vector<double> powers(std::int64_t least, std::int64_t most, int step);

/// The bytes of a buffer: `wanted`, or the largest power of two within half of the free memory.
[[nodiscard]] std::int64_t bounded_bytes(const StudySetup& setup, std::int64_t wanted);

inline constexpr std::int64_t kibibyte = 1024;
inline constexpr std::int64_t mebibyte = 1024 * kibibyte;
inline constexpr std::int64_t gibibyte = 1024 * mebibyte;

}  // namespace tobiuo::memory_study
