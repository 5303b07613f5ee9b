// SPDX-License-Identifier: BSD-3-Clause
// What a pass asks of the block of threads that transforms its lines, the table of what tuning
// found for such requests, and what a caller may choose.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/fft/block/kernel_config.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// How the threads of a block are assigned to the lines: see KernelConfig::load_contiguous and
/// store_contiguous.
enum class Order { contiguous, strided, transposing };

/// Which side of a block's lines is half a spectrum made of pairs of reals.
enum class Mirrored { no, source, sink };

/// Everything that a pass asks for and that decides which configuration serves it best.
struct KernelRequest {
    int length = 1;  ///< points of the transforms
    int padded_length =
        0;  ///< points of a convolution that the block transforms instead; 0: the same length
    Order order = Order::contiguous;
    Precision precision = Precision::fp32;
    long long line_count = 1;          ///< existing lines; a block for more would idle
    bool needs_shared_memory = false;  ///< whether even a single stage needs shared memory
    Mirrored mirrored = Mirrored::no;
    bool large_stride = false;   ///< points of a line lie at least large_stride_bytes apart
    bool fused_inverse = false;  ///< forward and inverse transform in one pass
    bool makhoul = false;        ///< rows of a DCT or DST, in Makhoul's order on one side
    bool type_one = false;   ///< DCT-I or DST-I, where a thread needs the mirrors of its samples
    bool convolves = false;  ///< a convolution: forward transform, filter, inverse transform
    bool packed = false;     ///< half a spectrum of N / 2 values, see Side::packed
    bool in_pairs = false;   ///< each line is two lines of reals (a two-for-one transform)
};

/// Points that the block transforms.
[[nodiscard]] constexpr int block_length(const KernelRequest& request)
{
    return request.padded_length > 0 ? request.padded_length : request.length;
}

/// The request in words, the key of a table of tuned configurations: "strided 512 double x 131328,
/// large stride, forward and inverse".
[[nodiscard]] std::string text_of(const KernelRequest& request);

/// Requests and configurations are texts: text_of(KernelRequest) and text_of(KernelConfig), or the
/// texts for two merged passes, see merge.hpp. An entry is valid for the GPU that it was measured
/// on.
class TunedTable {
public:
    /// Adds an entry, which replaces an earlier one for the same request.
    void remember(std::string request, std::string configuration)
    {
        entries_.insert_or_assign(std::move(request), std::move(configuration));
    }
    [[nodiscard]] std::optional<std::string> find(std::string_view request) const
    {
        const auto found = entries_.find(request);
        return found == entries_.end() ? std::nullopt : std::optional{found->second};
    }
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& entries() const
    {
        return entries_;
    }

private:
    std::map<std::string, std::string, std::less<>> entries_;
};

enum class Merging {
    automatic,  ///< where planes fit into the L2 cache, and blocks of both passes fit together
    never,
    always,  ///< wherever two neighbouring axes take one pass each
};

/// What a caller decides about a schedule.
struct Choices {
    Merging merging = Merging::automatic;
    /// Allows a work array as large as the data where that is faster: for r2c in three dimensions,
    /// see padded_rows.hpp.
    bool allow_workspace = false;
    /// Configurations that tuning found; for requests without an entry the cost model chooses. The
    /// table must live until the schedule is made.
    const TunedTable* table = nullptr;

    [[nodiscard]] bool operator==(const Choices&) const = default;
};

/// The configuration in words, "16x16 threads 16 lines 32 pad 16 recurrence blocks 3": radices,
/// threads of a line, lines of a block, padding of shared memory, twiddle factors by recurrence,
/// blocks that a multiprocessor holds.
[[nodiscard]] std::string text_of(const KernelConfig& form);

/// The configuration that the text describes, for threads in the given order. Throws
/// std::invalid_argument if the text is malformed or its numbers make no valid configuration.
[[nodiscard]] KernelConfig parse_block(std::string_view text, Order order);

}  // namespace tobiuo::fft
