// SPDX-License-Identifier: BSD-3-Clause
// Decides whether work that comes again and again is launched kernel by kernel or as a graph.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/device/graph/recorded_work.hpp"

namespace tobiuo::device {

/// Work that a device runs in one launch.
class ReadyWork {
public:
    ReadyWork() = default;
    ReadyWork(const ReadyWork&) = delete;
    ReadyWork& operator=(const ReadyWork&) = delete;
    virtual ~ReadyWork() = default;

    /// Gives a launch the arguments that it has in `work` from the next launch() on.
    virtual void set_arguments(const RecordedWork& work, std::size_t launch) = 0;
    virtual void launch(cudaStream_t stream) = 0;
};

/// What runs recorded work. Both throw DeviceError.
class WorkRunner {
public:
    WorkRunner() = default;
    WorkRunner(const WorkRunner&) = delete;
    WorkRunner& operator=(const WorkRunner&) = delete;
    virtual ~WorkRunner() = default;

    /// Enqueues launch by launch.
    virtual void enqueue(const RecordedWork& work, cudaStream_t stream) const = 0;
    [[nodiscard]] virtual std::unique_ptr<ReadyWork> make_ready(const RecordedWork& work) const = 0;
};

/// Keeps graphs of work that comes again. From the second time on it is one launch; arguments that
/// have changed since are replaced in the graph, which costs less than a launch each.
///
/// Refusal   work of which the device makes no graph is enqueued launch by launch from then on.
class Replays {
public:
    explicit Replays(std::unique_ptr<const WorkRunner> runner);

    /// Enqueues the work. `key` tells apart pieces of work of the same kernels whose arguments
    /// differ so much that each is worth a graph, such as those with exchanged arrays. Throws
    /// DeviceError.
    void enqueue(const void* key, const RecordedWork& work, cudaStream_t stream);

    /// How often work was launched as a graph.
    [[nodiscard]] std::int64_t graph_launches() const { return graph_launches_; }

    /// Pieces of work that are kept at a time; another one takes the place of the oldest.
    static constexpr std::size_t most_kept = 4;

private:
    struct Kept {
        const void* key{};
        RecordedWork work;  ///< with the arguments that the graph has
        std::unique_ptr<ReadyWork> ready;
        bool is_refused = false;
    };

    [[nodiscard]] Kept* find(const void* key, const RecordedWork& work);
    void keep(const void* key, const RecordedWork& work);
    void launch(Kept& kept, const RecordedWork& work, cudaStream_t stream);

    std::unique_ptr<const WorkRunner> runner_;
    std::vector<Kept> kept_;  ///< the oldest first
    std::int64_t graph_launches_ = 0;
};

}  // namespace tobiuo::device
