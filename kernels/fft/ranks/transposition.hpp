// SPDX-License-Identifier: BSD-3-Clause
// The exchange by which each rank gets columns of all planes for its own planes, and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/fft/ranks/block_copies.hpp"
#include "kernels/fft/ranks/plane_blocks.hpp"
#include "kernels/fft/ranks/slab_division.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "runtime/ranks/group.hpp"

namespace tobiuo::fft {

struct TranspositionOptions {
    int chunks = 1;
    /// Whether blocks are packed, as they must be unless the exchange takes rows and each chunk of
    /// planes has a place of its own. All ranks choose the same.
    bool packs = true;
    /// The place of the columns, whose owner outlives the transposition; null: a place of its own.
    std::byte* columns = nullptr;
};

/// The part of one rank of a group. Its planes are sent in blocks, so that it gets its columns
/// [planes][rows][second of the rank][inner]; backward all goes the other way. The blocks that arrive are whole
/// planes of the columns, so only those that are sent from planes are packed, and only those that
/// arrive for planes are unpacked; neither, where the exchange takes rows.
///
/// Chunks    neighbouring planes of all ranks. While a chunk is on its way, the caller's work on the
///           next one is enqueued.
/// Memory    the columns, and two chunks of blocks if these are packed.
/// Source    FFTW's transposed output (M. Frigo and S. G. Johnson, Proc. IEEE 93(2), 216, 2005),
///           with the axes in their order as cuFFTMp's shuffled format has them.
class Transposition {
public:
    /// The division is that of the group; `value_bytes`: of the values that it counts. Throws as
    /// the machine does.
    Transposition(SlabDivision division, ranks::Group group, std::int64_t value_bytes,
                  const runtime::Machine& machine, const TranspositionOptions& options = {});

    [[nodiscard]] int chunks() const { return chunks_; }
    /// The planes of this rank in a chunk, counted from its first one.
    [[nodiscard]] ranks::Slice planes_of(int chunk) const
    {
        return division_.chunk_of(group_.own, chunk, chunks_);
    }
    /// The most planes of a chunk.
    [[nodiscard]] std::int64_t most_planes() const;

    [[nodiscard]] std::byte* columns() const { return columns_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// Collective. For each chunk make(planes) enqueues what computes these planes and returns where
    /// the first of them lies.
    template <typename Make>
    void planes_to_columns(const Make& make, ranks::Exchange& exchange, Stream stream) const
    {
        for (int chunk = 0; chunk < chunks_; ++chunk) {
            const PlaneBlocks copies = copies_of(chunk, make(planes_of(chunk)));
            if (copies_) {
                copies_->pack(copies, stream);
            }
            if (chunk > 0) {
                exchange.finish(stream);
            }
            send_blocks(chunk, copies, exchange, stream);
        }
        exchange.finish(stream);
    }

    /// Collective. For each chunk place(planes) tells where the first of these planes is to lie, and
    /// use(planes) enqueues what is done with them. The other messages go with the first chunk.
    template <typename Place, typename Use>
    void columns_to_planes(const Place& place, const Use& use, ranks::Exchange& exchange,
                           Stream stream, std::span<const Outgoing> other_sends = {},
                           std::span<const Incoming> other_receives = {}) const
    {
        PlaneBlocks copies = copies_of(0, place(planes_of(0)));
        receive_blocks(0, copies, exchange, stream, other_sends, other_receives);
        for (int chunk = 0; chunk < chunks_; ++chunk) {
            exchange.finish(stream);
            const PlaneBlocks arrived = copies;
            if (chunk + 1 < chunks_) {
                copies = copies_of(chunk + 1, place(planes_of(chunk + 1)));
                receive_blocks(chunk + 1, copies, exchange, stream, {}, {});
            }
            if (copies_) {
                copies_->unpack(arrived, stream);
            }
            use(planes_of(chunk));
        }
    }

private:
    /// The messages of a chunk: blocks of planes, and parts of the columns.
    struct Messages {
        std::vector<Outgoing> sent_blocks;
        std::vector<Incoming> received_parts;
        std::vector<Outgoing> sent_parts;
        std::vector<Incoming> received_blocks;
    };

    template <typename Message>
    [[nodiscard]] static std::vector<Message> joined(std::vector<Message> messages,
                                                     std::span<const Message> others)
    {
        std::ranges::copy(others, std::back_inserter(messages));
        return messages;
    }

    void send_blocks(int chunk, const PlaneBlocks& copies, ranks::Exchange& exchange,
                     Stream stream) const;
    void receive_blocks(int chunk, const PlaneBlocks& copies, ranks::Exchange& exchange,
                        Stream stream, std::span<const Outgoing> other_sends,
                        std::span<const Incoming> other_receives) const;
    [[nodiscard]] Messages messages_of(int chunk) const;
    [[nodiscard]] PlaneBlocks copies_of(int chunk, std::byte* planes) const;

    SlabDivision division_;
    ranks::Group group_;
    std::int64_t value_bytes_;
    int chunks_;
    /// Where blocks are packed. Its kernels go after the arrays that they use.
    std::optional<BlockCopies> copies_;
    runtime::Array own_columns_;
    runtime::Array blocks_[2];
    std::byte* columns_;
    std::size_t bytes_ = 0;
    std::vector<Messages> messages_;
};

/// A number of chunks for an array of so many bytes: so many that messages still have a size at
/// which links are at their best, and one on the CPU, where nothing goes on beside an exchange.
[[nodiscard]] int default_chunks(std::int64_t array_bytes, Backend backend, int size);

/// The number of chunks to use if `wanted` ones are asked for, 0 for a default.
[[nodiscard]] int usual_chunks(int wanted, const SlabDivision& division, std::int64_t value_bytes,
                               Backend backend);

}  // namespace tobiuo::fft
