// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/library.hpp"

#include <string>

#include "runtime/device/error.hpp"

namespace tobiuo::opencl {
namespace {

template <typename Function>
void resolve(const device::SharedLibrary& file, Function& function, const char* name)
{
    function = reinterpret_cast<Function>(dlsym(file.get(), name));
    if (function == nullptr) {
        throw DeviceError{std::string{"the OpenCL loader has no function "} + name +
                          " (it is older than OpenCL 1.2); install a newer one"};
    }
}

}  // namespace

Library::Library() : file{dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL)}
{
    if (!file) {
        throw DeviceError{
            "no OpenCL loader is installed (libOpenCL.so.1, on Debian in ocl-icd-libopencl1)"};
    }
    resolve(file, platform_ids, "clGetPlatformIDs");
    resolve(file, platform_info, "clGetPlatformInfo");
    resolve(file, device_ids, "clGetDeviceIDs");
    resolve(file, device_info, "clGetDeviceInfo");
    resolve(file, create_context, "clCreateContext");
    resolve(file, create_queue, "clCreateCommandQueue");
    resolve(file, release_queue, "clReleaseCommandQueue");
    resolve(file, finish, "clFinish");
    resolve(file, create_buffer, "clCreateBuffer");
    resolve(file, release_buffer, "clReleaseMemObject");
    resolve(file, read_buffer, "clEnqueueReadBuffer");
    resolve(file, write_buffer, "clEnqueueWriteBuffer");
    resolve(file, copy_buffer, "clEnqueueCopyBuffer");
    resolve(file, fill_buffer, "clEnqueueFillBuffer");
    resolve(file, create_program, "clCreateProgramWithSource");
    resolve(file, release_program, "clReleaseProgram");
    resolve(file, build_program, "clBuildProgram");
    resolve(file, build_info, "clGetProgramBuildInfo");
    resolve(file, create_kernel, "clCreateKernel");
    resolve(file, release_kernel, "clReleaseKernel");
    resolve(file, set_argument, "clSetKernelArg");
    resolve(file, work_group_info, "clGetKernelWorkGroupInfo");
    resolve(file, enqueue_kernel, "clEnqueueNDRangeKernel");
}

const Library& library()
{
    static const Library& opened = *new Library;
    return opened;
}

}  // namespace tobiuo::opencl
