// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/context.hpp"

#include "runtime/opencl/check.hpp"
#include "runtime/opencl/device_ids.hpp"
#include "runtime/opencl/library.hpp"

namespace tobiuo::opencl {
namespace {

cl_context make_context(cl_device_id device)
{
    cl_int status = CL_SUCCESS;
    cl_context made = library().create_context(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "make a context");
    return made;
}

}  // namespace

void release_queue(cl_command_queue queue)
{
    static_cast<void>(library().release_queue(queue));
}

Context::Context(const DeviceInfo& device)
    : device_{&device},
      device_id_{device_ids()[static_cast<std::size_t>(device.index)]},
      context_{make_context(device_id_)},
      queue_{make_queue()}
{
}

Queue Context::make_queue() const
{
    cl_int status = CL_SUCCESS;
    Queue queue{library().create_queue(context_, device_id_, 0, &status)};
    check(status, "make a queue");
    return queue;
}

const Context& context()
{
    // It is never released: drivers may have ended before the last statement of a process.
    static const Context& shared = *new Context{chosen_device()};
    return shared;
}

void finish(cl_command_queue queue)
{
    check(library().finish(queue), "finish the work on the device");
}

}  // namespace tobiuo::opencl
