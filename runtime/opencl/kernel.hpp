// SPDX-License-Identifier: BSD-3-Clause
// A kernel of OpenCL C, compiled at run time for the device of a context.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "runtime/device/handle.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/context.hpp"

namespace tobiuo::opencl {

/// The text of a program in OpenCL C 1.2.
struct Program {
    std::string name;  ///< for errors
    std::string source;
    std::string options = {};  ///< of the compiler, besides the version of the language
};

/// How a kernel is started.
struct Launch {
    std::array<std::size_t, 3> groups{1, 1, 1};
    std::array<std::size_t, 3> items{1, 1, 1};  ///< of a work-group
    cl_command_queue queue{};
};

/// An argument for a pointer to `__local` memory of this size.
struct LocalMemory {
    std::size_t bytes{};
};

/// For UniqueHandle, which needs a function with a name.
void release_kernel(cl_kernel kernel);

/// One kernel of a program; move-only. A program is compiled once in a process; the driver keeps
/// what it compiled on disk if it has a cache.
class Kernel {
public:
    /// `name` is that of the function. Throws DeviceError, with the compiler's log if it declines.
    Kernel(const Program& program, const std::string& name, const Context& where = context());

    /// The most work-items that a work-group of this kernel may have on the device.
    [[nodiscard]] std::size_t largest_work_group() const;

    /// Enqueues a launch; `arguments` are in the order of the kernel's parameters: buffers,
    /// handles of memory, LocalMemory, and values of the parameter's type (`long` is std::int64_t).
    /// Any thread may call it. Throws DeviceError.
    template <typename... Arguments>
    void launch(const Launch& how, const Arguments&... arguments) const
    {
        const std::scoped_lock lock{*arguments_};
        cl_uint index = 0;
        (set(index++, arguments), ...);
        enqueue(how);
    }

private:
    void set(cl_uint index, const Buffer& buffer) const
    {
        cl_mem memory = buffer.get();
        // NOLINTNEXTLINE(bugprone-sizeof-expression): the argument is a handle
        set_argument(index, sizeof(memory), static_cast<const void*>(&memory));
    }
    void set(cl_uint index, LocalMemory memory) const
    {
        set_argument(index, memory.bytes, nullptr);
    }
    template <typename Value>
    void set(cl_uint index, const Value& value) const
    {
        static_assert(std::is_trivially_copyable_v<Value> && !std::is_same_v<Value, bool>);
        // NOLINTNEXTLINE(bugprone-sizeof-expression): also of handles
        set_argument(index, sizeof(value), static_cast<const void*>(&value));
    }
    void set_argument(cl_uint index, std::size_t size, const void* value) const;
    void enqueue(const Launch& how) const;

    device::UniqueHandle<cl_kernel, release_kernel> kernel_;
    cl_device_id device_{};
    std::string doing_;
    std::unique_ptr<std::mutex> arguments_ = std::make_unique<std::mutex>();
};

}  // namespace tobiuo::opencl
