// SPDX-License-Identifier: BSD-3-Clause
// Merges two passes over planes into one launch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/pass/merged_form.hpp"

namespace tobiuo::fft {

/// Bytes from one plane to the next in the arrays of a merged step.
struct PlaneBytes {
    long long in{};
    long long middle{};
    long long out{};
};

/// Two passes over the same planes, one over their rows and one over their columns.
struct PairRequest {
    KernelRequest rows;
    KernelRequest columns;
    bool rows_first = true;
    bool in_place = false;
    long long planes = 1;
    long long row_count = 1;     ///< lines of a plane that the pass over rows has
    long long column_count = 1;  ///< lines of a plane that the pass over columns has
    PlaneBytes bytes = {};
};

/// The configurations of both passes, and how the passes follow each other.
struct MergedBlocks {
    KernelConfig rows = {};
    KernelConfig columns = {};
    int pipeline_distance = 1;  ///< planes that the first pass runs ahead of the second
    bool keeps =
        false;  ///< what the first pass reads stays in the caches, since the second writes it

    [[nodiscard]] bool operator==(const MergedBlocks&) const = default;
};

/// The request in words, the key of a table: both requests, that of the first pass in front.
[[nodiscard]] std::string text_of(const PairRequest& request);

/// The configurations in words, rows in front: "16x16 threads 16 lines 16 blocks 3 + 32x16 threads
/// 16 lines 16 blocks 2 distance 8".
[[nodiscard]] std::string text_of(const MergedBlocks& blocks);
/// The entry of a table for passes that are faster as two launches.
inline constexpr std::string_view apart_text = "apart";

/// The configurations that the text describes. Throws std::invalid_argument if it is malformed.
[[nodiscard]] MergedBlocks parse_merged(std::string_view text);

/// The model's choice; nothing if separate passes are likely faster (unless `always`), or if no two
/// blocks fit together. Merging saves one read and one write of the array. It does not pay where
/// two-for-one lines stay in the L2 cache anyway, where the cache does not hold enough planes for
/// one pass to run ahead of the other, and where one pass computes convolutions, which are not
/// bound by memory.
[[nodiscard]] std::optional<MergedBlocks> choose_merged(const PairRequest& request,
                                                        const DeviceLimits& limits, bool always);

/// The configurations that the model finds best if the passes are merged, the cheapest first, at
/// most `most` of them.
[[nodiscard]] std::vector<MergedBlocks> merged_candidates(const PairRequest& request,
                                                          const DeviceLimits& limits, int most);

/// Both passes, of one plane each, in one launch; data that is not read again leaves the caches
/// first. Nothing if the planes or items exceed what one launch can have.
[[nodiscard]] std::optional<MergedForm> merge_planes(const PassForm& first, const PassForm& second,
                                                     const PairRequest& request,
                                                     const MergedBlocks& blocks);

}  // namespace tobiuo::fft
