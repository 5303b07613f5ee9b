// SPDX-License-Identifier: BSD-3-Clause
// When a himeno case takes an OpenCL device without being told to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/run/backend.hpp"
#include "tests/support/opencl.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

const opencl::DeviceInfo* small_gpu()
{
    static const opencl::DeviceInfo device{.index = 1,
                                           .platform = "rusticl",
                                           .name = "Radeon",
                                           .kind = opencl::DeviceKind::gpu,
                                           .memory_bytes = 1'000'000};
    return &device;
}

const device::Survey& no_gpu()
{
    static const device::Survey none{.devices = {}, .reason = "no NVIDIA driver is installed"};
    return none;
}

KernelPlace decided(const stencil::Shape& shape, bool in_parts = false,
                    const opencl::DeviceInfo* (*device)() = small_gpu)
{
    const stencil::SweepRequest request{.shape = shape, .in_parts = in_parts, .parameters = {}};
    return decide_backend(Case{}, HimenoCase{}, request, {.survey = no_gpu, .opencl = device});
}

// PoCL's limits hold for the request, the imagined device's only for its memory.
TEST(HimenoOpenCLDecision, auto_takes_an_opencl_gpu_where_there_is_no_cuda)
{
    const KernelPlace decision = decided({16, 16, 16});
    EXPECT_EQ(decision.kind->backend, Backend::opencl);
    EXPECT_EQ(decision.place.where, "OpenCL device 1, Radeon (rusticl)");
    EXPECT_EQ(decision.place.reason,
              "no GPU is used: no NVIDIA driver is installed; an OpenCL device is there");
}

TEST(HimenoOpenCLDecision, auto_takes_the_cpu_where_the_opencl_gpu_is_too_small_or_cannot)
{
    const KernelPlace large = decided({64, 64, 64});
    EXPECT_EQ(large.kind->backend, Backend::cpu);
    EXPECT_THAT(large.place.reason, HasSubstr("; the OpenCL device is too small: the case needs "));
    const KernelPlace parted = decided({16, 16, 16}, true);
    EXPECT_EQ(parted.kind->backend, Backend::cpu);
    EXPECT_THAT(parted.place.reason,
                HasSubstr("; OpenCL declines: kernel 'opencl-march' cannot sweep "
                          "the slabs of several ranks"));
    const KernelPlace none = decided(
        {16, 16, 16}, false, [] { return static_cast<const opencl::DeviceInfo*>(nullptr); });
    EXPECT_EQ(none.kind->backend, Backend::cpu);
    EXPECT_EQ(none.place.reason, "no GPU is used: no NVIDIA driver is installed");
}

}  // namespace
}  // namespace tobiuo
