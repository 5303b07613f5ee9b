// SPDX-License-Identifier: BSD-3-Clause
// Owning handles of CUDA streams and events.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/device/check.hpp"
#include "runtime/device/handle.hpp"

namespace tobiuo::device {

using Stream = UniqueHandle<cudaStream_t, cudaStreamDestroy>;
using Event = UniqueHandle<cudaEvent_t, cudaEventDestroy>;

/// A stream that does not wait for the legacy default stream.
[[nodiscard]] inline Stream make_stream()
{
    cudaStream_t raw{};
    check(cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking), "create a stream");
    return Stream{raw};
}

/// A stream for each direction of the link between host and device, and one for the work.
struct LinkStreams {
    Stream in = make_stream();
    Stream compute = make_stream();
    Stream out = make_stream();

    /// Waits for all three after an error, which has been reported.
    void finish() const noexcept
    {
        for (const Stream* stream : {&in, &compute, &out}) {
            static_cast<void>(cudaStreamSynchronize(stream->get()));
        }
    }
};

/// An event that records time.
[[nodiscard]] inline Event make_event()
{
    cudaEvent_t raw{};
    check(cudaEventCreate(&raw), "create an event");
    return Event{raw};
}

/// Records the event behind the work that is on the stream.
inline void record(const Event& event, cudaStream_t stream)
{
    check(cudaEventRecord(event.get(), stream), "order the work of streams");
}

/// Lets later work on the stream wait for the event as it was last recorded.
inline void wait_for(const Event& event, cudaStream_t stream)
{
    check(cudaStreamWaitEvent(stream, event.get(), 0), "order the work of streams");
}

inline void synchronize(cudaStream_t stream)
{
    check(cudaStreamSynchronize(stream), "finish the work on the device");
}

/// Seconds between two recorded events; waits for `stop`.
[[nodiscard]] inline double seconds_between(const Event& start, const Event& stop)
{
    check(cudaEventSynchronize(stop.get()), "wait for the end of a measurement");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "read a measured time");
    return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace tobiuo::device
