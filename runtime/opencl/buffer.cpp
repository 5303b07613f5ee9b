// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/buffer.hpp"

#include <algorithm>
#include <string>

#include "runtime/opencl/check.hpp"
#include "runtime/opencl/library.hpp"

namespace tobiuo::opencl {
namespace {

cl_mem allocate(std::int64_t bytes, const Context& where)
{
    const DeviceInfo& device = where.device();
    const std::int64_t most = std::min(device.memory_bytes, device.largest_buffer_bytes);
    if (bytes > most) {
        throw DeviceError{"an array of " + std::to_string(bytes) + " bytes does not fit on " +
                          device.name + " (OpenCL gives one array there " + std::to_string(most) +
                          " bytes at most); choose a smaller grid, another device by " +
                          device_variable + ", or `backend: cpu`"};
    }
    cl_int status = CL_SUCCESS;
    cl_mem made = library().create_buffer(where.get(), CL_MEM_READ_WRITE,
                                          static_cast<std::size_t>(bytes), nullptr, &status);
    check(status, "allocate " + std::to_string(bytes) + " bytes on the device");
    return made;
}

}  // namespace

void release_buffer(cl_mem buffer)
{
    static_cast<void>(library().release_buffer(buffer));
}

Buffer::Buffer(std::int64_t bytes, const Context& where)
    : memory_{allocate(bytes, where)}, bytes_{bytes}
{
}

void write_and_wait(cl_mem to, std::int64_t offset, const void* from, std::int64_t bytes,
                    cl_command_queue queue)
{
    if (bytes > 0) {
        check(library().write_buffer(queue, to, CL_TRUE, static_cast<std::size_t>(offset),
                                     static_cast<std::size_t>(bytes), from, 0, nullptr, nullptr),
              "copy to the device");
    }
}

void read_and_wait(void* to, cl_mem from, std::int64_t offset, std::int64_t bytes,
                   cl_command_queue queue)
{
    if (bytes > 0) {
        check(library().read_buffer(queue, from, CL_TRUE, static_cast<std::size_t>(offset),
                                    static_cast<std::size_t>(bytes), to, 0, nullptr, nullptr),
              "copy from the device");
    }
}

void copy(cl_mem to, std::int64_t to_offset, cl_mem from, std::int64_t from_offset,
          std::int64_t bytes, cl_command_queue queue)
{
    if (bytes > 0) {
        check(library().copy_buffer(queue, from, to, static_cast<std::size_t>(from_offset),
                                    static_cast<std::size_t>(to_offset),
                                    static_cast<std::size_t>(bytes), 0, nullptr, nullptr),
              "copy on the device");
    }
}

void clear(cl_mem buffer, std::int64_t bytes, cl_command_queue queue)
{
    const cl_uchar zero = 0;
    check(library().fill_buffer(queue, buffer, &zero, sizeof(zero), 0,
                                static_cast<std::size_t>(bytes), 0, nullptr, nullptr),
          "clear memory of the device");
}

}  // namespace tobiuo::opencl
