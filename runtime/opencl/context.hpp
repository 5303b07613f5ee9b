// SPDX-License-Identifier: BSD-3-Clause
// The OpenCL context of the chosen device, and queues of work for it.
#pragma once

#include <CL/cl.h>

#include "runtime/device/handle.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::opencl {

/// For UniqueHandle, which needs a function with a name.
void release_queue(cl_command_queue queue);

using Queue = device::UniqueHandle<cl_command_queue, release_queue>;

/// The context of one device, and a queue that runs its work in order. Queues and buffers of other
/// contexts cannot be used with it.
class Context {
public:
    /// Throws DeviceError.
    explicit Context(const DeviceInfo& device);

    [[nodiscard]] const DeviceInfo& device() const { return *device_; }
    [[nodiscard]] cl_device_id device_id() const { return device_id_; }
    [[nodiscard]] cl_context get() const { return context_; }
    [[nodiscard]] cl_command_queue queue() const { return queue_.get(); }

    /// Another queue that runs its work in order. Throws DeviceError.
    [[nodiscard]] Queue make_queue() const;

private:
    const DeviceInfo* device_;
    cl_device_id device_id_;
    cl_context context_;
    Queue queue_;
};

/// The context of the chosen device, made by the first call and kept to the end of the process. Any
/// thread may call it. Throws DeviceError.
[[nodiscard]] const Context& context();

/// Waits for all work on the queue. Throws DeviceError.
void finish(cl_command_queue queue);

}  // namespace tobiuo::opencl
