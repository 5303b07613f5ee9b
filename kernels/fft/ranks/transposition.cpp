// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/transposition.hpp"

#include <utility>

namespace tobiuo::fft {
namespace {

/// The blocks of some planes that are not empty, in these planes. Rows: ranks::OutgoingRows or
/// IncomingRows.
template <typename Rows>
std::vector<Rows> rows_of(const PlaneBlocks& copies, const ranks::Group& group)
{
    std::vector<Rows> blocks;
    for (int other = 0; other < copies.size; ++other) {
        if (copies.rows * copies.columns(other) > 0) {
            blocks.push_back({group.member(other), copies.in_plane(other, 0),
                              static_cast<std::size_t>(copies.columns(other)),
                              static_cast<std::size_t>(copies.rows),
                              static_cast<std::size_t>(copies.row_step())});
        }
    }
    return blocks;
}

/// Calls visit(bytes) for the block of this rank unless it is empty.
template <typename Visit>
void for_own_block(const PlaneBlocks& copies, const Visit& visit)
{
    if (const long long bytes = copies.rows * copies.columns(copies.rank); bytes > 0) {
        visit(static_cast<std::size_t>(bytes));
    }
}

}  // namespace

int default_chunks(std::int64_t array_bytes, Backend backend, int size)
{
    constexpr std::int64_t most = 8;
    constexpr std::int64_t message_bytes = std::int64_t{1} << 20;
    if (backend == Backend::cpu) {
        return 1;
    }
    return static_cast<int>(
        std::clamp<std::int64_t>(array_bytes / size / size / message_bytes, 1, most));
}

int usual_chunks(int wanted, const SlabDivision& division, std::int64_t value_bytes,
                 Backend backend)
{
    const auto size = static_cast<int>(division.slabs.size());
    const std::int64_t bytes = division.planes * division.plane() * value_bytes;
    return static_cast<int>(std::clamp<std::int64_t>(
        wanted > 0 ? wanted : default_chunks(bytes, backend, size), 1, division.most_chunks()));
}

Transposition::Transposition(SlabDivision division, ranks::Group group, std::int64_t value_bytes,
                             const runtime::Machine& machine, const TranspositionOptions& options)
    : division_{std::move(division)},
      group_{std::move(group)},
      value_bytes_{value_bytes},
      chunks_{options.chunks},
      columns_{options.columns}
{
    if (options.packs) {
        copies_.emplace(machine, division_.inner * value_bytes);
    }
    const auto allocated = [&](std::int64_t values) {
        const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(values, 1)) *
                           static_cast<std::size_t>(value_bytes_);
        bytes_ += bytes;
        return machine.allocate(bytes);
    };
    if (columns_ == nullptr) {
        own_columns_ = allocated(division_.planes * division_.part_of(group_.own));
        columns_ = own_columns_.as<std::byte>();
    }
    for (int at = 0; copies_ && at < std::min(chunks_, 2) && group_.size() > 1; ++at) {
        blocks_[at] = allocated(most_planes() * division_.plane());
    }
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        messages_.push_back(messages_of(chunk));
    }
}

std::int64_t Transposition::most_planes() const
{
    std::int64_t most = 0;
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        most = std::max(most, planes_of(chunk).count);
    }
    return most;
}

void Transposition::send_blocks(int chunk, const PlaneBlocks& copies, ranks::Exchange& exchange,
                                Stream stream) const
{
    const Messages& messages = messages_[static_cast<std::size_t>(chunk)];
    if (copies_) {
        return exchange.start(messages.sent_blocks, messages.received_parts, stream);
    }
    std::vector<Incoming> receives = messages.received_parts;
    for_own_block(copies, [&](std::size_t bytes) {
        receives.push_back({.from = group_.member(group_.own), .data = copies.own, .bytes = bytes});
    });
    exchange.start_rows(rows_of<ranks::OutgoingRows>(copies, group_), receives, stream);
}

void Transposition::receive_blocks(int chunk, const PlaneBlocks& copies, ranks::Exchange& exchange,
                                   Stream stream, std::span<const Outgoing> other_sends,
                                   std::span<const Incoming> other_receives) const
{
    const Messages& messages = messages_[static_cast<std::size_t>(chunk)];
    if (copies_) {
        return exchange.start(joined(messages.sent_parts, other_sends),
                              joined(messages.received_blocks, other_receives), stream);
    }
    std::vector<Outgoing> sends = messages.sent_parts;
    for_own_block(copies, [&](std::size_t bytes) {
        sends.push_back({.to = group_.member(group_.own), .data = copies.own, .bytes = bytes});
    });
    sends = joined(std::move(sends), other_sends);  // each rank receives them behind its block
    auto receives = rows_of<ranks::IncomingRows>(copies, group_);
    for (const Incoming& one : other_receives) {
        receives.push_back(
            {.from = one.from, .data = one.data, .bytes = one.bytes, .rows = 1, .step = one.bytes});
    }
    exchange.start_rows(sends, receives, stream);
}

Transposition::Messages Transposition::messages_of(int chunk) const
{
    Messages messages;
    const PlaneBlocks mine = copies_of(chunk, nullptr);
    const std::int64_t part_bytes = division_.part_of(group_.own) * value_bytes_;
    for (int other = 0; other < mine.size; ++other) {
        if (other == group_.own) {
            continue;
        }
        const int rank = group_.member(other);
        const auto block = static_cast<std::size_t>(mine.rows * mine.columns(other));
        if (copies_ && block > 0) {
            Byte* const data = mine.in_block(other, 0);
            messages.sent_blocks.push_back({.to = rank, .data = data, .bytes = block});
            messages.received_blocks.push_back({.from = rank, .data = data, .bytes = block});
        }
        const ranks::Slice theirs = division_.chunk_of(other, chunk, chunks_);
        const auto part = static_cast<std::size_t>(theirs.count * part_bytes);
        if (part > 0) {
            std::byte* const data =
                columns_ + (division_.slab_of(other).first + theirs.first) * part_bytes;
            messages.sent_parts.push_back({.to = rank, .data = data, .bytes = part});
            messages.received_parts.push_back({.from = rank, .data = data, .bytes = part});
        }
    }
    return messages;
}

PlaneBlocks Transposition::copies_of(int chunk, std::byte* planes) const
{
    const ranks::Slice slice = planes_of(chunk);
    const std::int64_t before = (division_.slab_of(group_.own).first + slice.first) *
                                division_.part_of(group_.own) * value_bytes_;
    return {.planes = reinterpret_cast<Byte*>(planes),
            .blocks = blocks_[chunk % 2].as<Byte>(),
            .own = reinterpret_cast<Byte*>(columns_ + before),
            .rows = slice.count * division_.rows,
            .second = division_.second,
            .inner = division_.inner * value_bytes_,
            .rank = group_.own,
            .size = group_.size()};
}

}  // namespace tobiuo::fft
