// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/staged_copies.hpp"

#include "runtime/device/check.hpp"

namespace tobiuo::memory {
namespace {

/// The rows in a block that holds nothing else.
HostRows alone(HostRows rows)
{
    rows.in_block = 0;
    return rows;
}

/// Waits until the last copy of a block is done.
void wait(const StagingBlock& block)
{
    device::check(cudaEventSynchronize(block.copied.get()), "wait for a copy");
}

}  // namespace

void StagedCopies::to_device(std::span<const HostRows> rows, const std::byte* array,
                             std::byte* on_device, cudaStream_t stream)
{
    if (!to_device_) {
        to_device_.emplace();
    }
    for (const HostRows& piece : pieces_of(rows, StagingBlock::bytes)) {
        const StagingBlock& block = to_device_->next();
        wait(block);
        const HostRows gathered = alone(piece);
        gather({&gathered, 1}, array, block.data());
        device::copy_to_device<std::byte>(on_device + piece.in_block,
                                          {block.data(), static_cast<std::size_t>(piece.bytes())},
                                          stream);
        device::record(block.copied, stream);
    }
}

void StagedCopies::to_host(std::span<const HostRows> rows, std::byte* on_device, std::byte* array,
                           cudaStream_t stream)
{
    if (!to_host_) {
        to_host_.emplace();
    }
    for (const HostRows& piece : pieces_of(rows, StagingBlock::bytes)) {
        const StagingBlock& block = to_host_->next();
        device::copy_to_host<std::byte>({block.data(), static_cast<std::size_t>(piece.bytes())},
                                        on_device + piece.in_block, stream);
        device::record(block.copied, stream);
        finish();  // empties the other block meanwhile
        arriving_ = Arriving{&block, alone(piece), array};
    }
}

void StagedCopies::finish()
{
    if (arriving_) {
        wait(*arriving_->block);
        scatter({&arriving_->rows, 1}, arriving_->block->data(), arriving_->array);
        arriving_.reset();
    }
}

}  // namespace tobiuo::memory
