// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/kernel.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "runtime/opencl/check.hpp"
#include "runtime/opencl/library.hpp"

namespace tobiuo::opencl {
namespace {

void release_program(cl_program program)
{
    static_cast<void>(library().release_program(program));
}

using BuiltProgram = device::UniqueHandle<cl_program, release_program>;

std::string log_of(const BuiltProgram& program, cl_device_id device)
{
    std::size_t size = 0;
    check(library().build_info(program.get(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
          "read a compiler log");
    std::string text(size, '\0');
    check(library().build_info(program.get(), device, CL_PROGRAM_BUILD_LOG, size, text.data(),
                               nullptr),
          "read a compiler log");
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
}

BuiltProgram build(const Program& program, const std::string& options, const Context& where)
{
    const char* text = program.source.c_str();
    const std::size_t length = program.source.size();
    cl_int status = CL_SUCCESS;
    BuiltProgram built{library().create_program(where.get(), 1, &text, &length, &status)};
    check(status, "create the program " + program.name);
    cl_device_id device = where.device_id();
    status = library().build_program(built.get(), 1, &device, options.c_str(), nullptr, nullptr);
    if (status == CL_BUILD_PROGRAM_FAILURE) {
        throw DeviceError{"could not compile " + program.name + " for " + where.device().name +
                          " (" + name_of(status) + "):\n" + log_of(built, device)};
    }
    check(status, "compile " + program.name + " for " + where.device().name);
    return built;
}

/// The program, compiled by the first call for its text, its options and the context, and kept.
cl_program built_program(const Program& program, const Context& where)
{
    using Key = std::pair<cl_context, std::pair<std::string, std::string>>;
    static std::mutex guard;
    static auto& programs = *new std::map<Key, BuiltProgram>;  // kept, as the context is
    const std::string options = "-cl-std=CL1.2 " + program.options;
    const std::scoped_lock lock{guard};
    BuiltProgram& built = programs[{where.get(), {program.source, options}}];
    if (!built) {
        built = build(program, options, where);
    }
    return built.get();
}

cl_kernel make_kernel(const Program& program, const std::string& name, const Context& where)
{
    cl_int status = CL_SUCCESS;
    cl_kernel made = library().create_kernel(built_program(program, where), name.c_str(), &status);
    check(status, "find " + name + " in the program " + program.name);
    return made;
}

}  // namespace

void release_kernel(cl_kernel kernel)
{
    static_cast<void>(library().release_kernel(kernel));
}

Kernel::Kernel(const Program& program, const std::string& name, const Context& where)
    : kernel_{make_kernel(program, name, where)},
      device_{where.device_id()},
      doing_{"launch " + name + " of " + program.name}
{
}

std::size_t Kernel::largest_work_group() const
{
    std::size_t items = 0;
    check(library().work_group_info(kernel_.get(), device_, CL_KERNEL_WORK_GROUP_SIZE,
                                    sizeof(items), &items, nullptr),
          "ask for the largest work-group of a kernel");
    return items;
}

void Kernel::set_argument(cl_uint index, std::size_t size, const void* value) const
{
    check(library().set_argument(kernel_.get(), index, size, value), doing_);
}

void Kernel::enqueue(const Launch& how) const
{
    std::array<std::size_t, 3> all{};
    for (std::size_t axis = 0; axis < all.size(); ++axis) {
        all[axis] = how.groups[axis] * how.items[axis];
    }
    check(library().enqueue_kernel(how.queue, kernel_.get(), 3, nullptr, all.data(),
                                   how.items.data(), 0, nullptr, nullptr),
          doing_);
}

}  // namespace tobiuo::opencl
