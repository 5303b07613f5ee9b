// SPDX-License-Identifier: BSD-3-Clause
// The functions of OpenCL, which are found at run time because the program must also start where no
// OpenCL is installed.
#pragma once

#include <CL/cl.h>

#include "runtime/device/cuda_library.hpp"

namespace tobiuo::opencl {

/// The functions of the OpenCL loader (version 1.2), each with the type of its declaration. The
/// loader calls those of the devices' vendors.
struct Library {
    /// Opens the loader. Throws DeviceError if it is not installed or too old.
    Library();

    device::SharedLibrary file;
    decltype(&clGetPlatformIDs) platform_ids{};
    decltype(&clGetPlatformInfo) platform_info{};
    decltype(&clGetDeviceIDs) device_ids{};
    decltype(&clGetDeviceInfo) device_info{};
    decltype(&clCreateContext) create_context{};
    decltype(&clCreateCommandQueue) create_queue{};
    decltype(&clReleaseCommandQueue) release_queue{};
    decltype(&clFinish) finish{};
    decltype(&clCreateBuffer) create_buffer{};
    decltype(&clReleaseMemObject) release_buffer{};
    decltype(&clEnqueueReadBuffer) read_buffer{};
    decltype(&clEnqueueWriteBuffer) write_buffer{};
    decltype(&clEnqueueCopyBuffer) copy_buffer{};
    decltype(&clEnqueueFillBuffer) fill_buffer{};
    decltype(&clCreateProgramWithSource) create_program{};
    decltype(&clReleaseProgram) release_program{};
    decltype(&clBuildProgram) build_program{};
    decltype(&clGetProgramBuildInfo) build_info{};
    decltype(&clCreateKernel) create_kernel{};
    decltype(&clReleaseKernel) release_kernel{};
    decltype(&clSetKernelArg) set_argument{};
    decltype(&clGetKernelWorkGroupInfo) work_group_info{};
    decltype(&clEnqueueNDRangeKernel) enqueue_kernel{};
};

/// The library of this process, opened by the first call and never closed, because drivers have
/// threads of their own. Throws DeviceError.
[[nodiscard]] const Library& library();

}  // namespace tobiuo::opencl
