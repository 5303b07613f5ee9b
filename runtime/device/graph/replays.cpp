// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/graph/replays.hpp"

#include <algorithm>
#include <utility>

#include "runtime/device/error.hpp"

namespace tobiuo::device {

Replays::Replays(std::unique_ptr<const WorkRunner> runner) : runner_{std::move(runner)} {}

void Replays::enqueue(const void* key, const RecordedWork& work, cudaStream_t stream)
{
    Kept* const kept = find(key, work);
    if (kept == nullptr) {
        // The first time the kernels are loaded, which nothing may do while a graph is made.
        runner_->enqueue(work, stream);
        keep(key, work);
        return;
    }
    if (!kept->is_refused) {
        try {
            launch(*kept, work, stream);
            return;
        } catch (const DeviceError&) {
            kept->ready.reset();
            kept->is_refused = true;
        }
    }
    runner_->enqueue(work, stream);
}

Replays::Kept* Replays::find(const void* key, const RecordedWork& work)
{
    const auto found = std::ranges::find_if(
        kept_, [&](const Kept& one) { return one.key == key && one.work.is_like(work); });
    return found == kept_.end() ? nullptr : &*found;
}

void Replays::keep(const void* key, const RecordedWork& work)
{
    if (kept_.size() == most_kept) {
        kept_.erase(kept_.begin());
    }
    Kept& added = kept_.emplace_back();
    added.key = key;
    added.work = work;
}

/// Nothing is enqueued if it throws.
void Replays::launch(Kept& kept, const RecordedWork& work, cudaStream_t stream)
{
    if (kept.ready == nullptr) {
        kept.ready = runner_->make_ready(work);
        kept.work = work;
    } else {
        bool has_changed = false;
        for (std::size_t launch = 0; launch < work.size(); ++launch) {
            if (!kept.work.has_same_arguments(work, launch)) {
                kept.ready->set_arguments(work, launch);
                has_changed = true;
            }
        }
        if (has_changed) {
            kept.work = work;
        }
    }
    kept.ready->launch(stream);
    ++graph_launches_;
}

}  // namespace tobiuo::device
