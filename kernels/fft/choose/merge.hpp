// Joining two passes over planes into one launch.
#pragma once

#include <optional>

#include "kernels/fft/pass/merged_form.hpp"

namespace tobiuo::fft {

/// Bytes of planes between the two passes, as parts of the L2 cache (60 MB on an H200), where rows
/// come first and where they come last: 512^3 c2c single, 8 MB 0.83 ms, 12 MB 0.86; c2r, 13 MB
/// 0.520, 22 MB 0.529; periodic solve single 1.167 ms, 1.178 with 13 and 23 MB.
inline constexpr double forward_distance = 0.14;
inline constexpr double inverse_distance = 0.21;

/// Bytes from one plane to the next in the arrays of a merged step.
struct PlaneBytes {
    long long in{};
    long long middle{};
    long long out{};
};

/// Whether two passes gain by being merged, if planes fit: not where one computes convolutions,
/// which memory does not hold up (H200, ms merged and apart: 307^3 c2c single 1.67 and 1.23, 1021^3
/// double 97.6 and 81.8; a periodic solve of 307^3 single 1.36 and 0.90).
[[nodiscard]] constexpr bool waits_for_memory(const PassForm& first, const PassForm& second)
{
    return !first.bluestein && !second.bluestein;
}

/// Both passes, of one plane each, over `planes` planes; the second follows `pipeline_distance`
/// planes behind the first, or as many as `distance_bytes` are but not more than half of all where
/// `pipeline_distance` is 0. What will not be read again leaves the cache first. Nothing if that is
/// more than one launch can have.
[[nodiscard]] std::optional<MergedForm> merge_planes(const PassForm& first, const PassForm& second,
                                                     long long planes, const PlaneBytes& bytes,
                                                     double distance_bytes,
                                                     int pipeline_distance = 0);

}  // namespace tobiuo::fft
