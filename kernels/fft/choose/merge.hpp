// Joining two passes over planes into one launch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/kernel_request.hpp"
#include "kernels/fft/pass/merged_form.hpp"

namespace tobiuo::fft {

/// Bytes from one plane to the next in the arrays of a merged step.
struct PlaneBytes {
    long long in{};
    long long middle{};
    long long out{};
};

/// Two passes over the same planes, the one of rows and the one of columns.
struct PairRequest {
    KernelRequest rows;
    KernelRequest columns;
    bool rows_first = true;
    bool in_place = false;
    long long planes = 1;
    long long row_count = 1;     ///< lines of a plane that the pass of rows has
    long long column_count = 1;  ///< likewise of columns
    PlaneBytes bytes = {};
};

/// Blocks for both, and how they follow each other.
struct MergedBlocks {
    KernelConfig rows = {};
    KernelConfig columns = {};
    int pipeline_distance = 1;  ///< planes that the first pass runs ahead of the second
    bool keeps =
        false;  ///< what the first pass reads stays in the caches, since the second writes it

    [[nodiscard]] bool operator==(const MergedBlocks&) const = default;
};

/// The request in words, the key of a table of tuned blocks: those of both, the first one in front.
[[nodiscard]] std::string text_of(const PairRequest& request);

/// "16x16 threads 16 lines 16 blocks 3 + 32x16 threads 16 lines 16 blocks 2 distance 8": rows in
/// front.
[[nodiscard]] std::string text_of(const MergedBlocks& blocks);
/// What a table says of passes that are faster apart.
inline constexpr std::string_view apart_text = "apart";

/// The blocks that the text spells. Throws std::invalid_argument if it is no such text.
[[nodiscard]] MergedBlocks parse_merged(std::string_view text);

/// What the model chooses: nothing where passes are likely faster apart, or `always` and no two
/// blocks fit together. Merging spares the array one way through memory. It does not pay where
/// two-for-one lines stay in the L2 cache anyway, where that does not hold planes enough for one
/// pass to run ahead of the other, and where one computes convolutions, which memory does not hold
/// up.
[[nodiscard]] std::optional<MergedBlocks> choose_merged(const PairRequest& request,
                                                        const DeviceLimits& limits, bool always);

/// The blocks that the model finds best if the passes are merged, the most promising first, at most
/// `most`.
[[nodiscard]] std::vector<MergedBlocks> merged_candidates(const PairRequest& request,
                                                          const DeviceLimits& limits, int most);

/// Both passes, of one plane each, in one launch; what will not be read again leaves the caches
/// first. Nothing if that is more than one launch can have.
[[nodiscard]] std::optional<MergedForm> merge_planes(const PassForm& first, const PassForm& second,
                                                     const PairRequest& request,
                                                     const MergedBlocks& blocks);

}  // namespace tobiuo::fft
