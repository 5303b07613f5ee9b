// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the memory study compile for every architecture, even on machines without a GPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "kernels/stencil/registry/cuda_kinds.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/memory/device_ceiling.hpp"
#include "studies/memory/probe/study_kernels.hpp"
#include "tests/support/architectures.hpp"

namespace tobiuo::memory {
namespace {

void expect_no_remark(const std::string& architecture, test::KernelChoice is_chosen)
{
    std::size_t number = 0;
    for (const device::Specialisation& what : study_specialisations()) {
        if (!is_chosen(architecture, number++)) {
            continue;
        }
        const device::CompiledKernel compiled = device::compile(what, architecture);
        EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
        EXPECT_EQ(compiled.log, "") << what.identifier();
    }
}

class MemoryStudyKernels : public ::testing::TestWithParam<const char*> {};

TEST_P(MemoryStudyKernels, compile_a_sample_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_sampled);
}

class MemoryStudyKernelsNightly : public ::testing::TestWithParam<const char*> {};

TEST_P(MemoryStudyKernelsNightly, compile_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_compiled_at_night);
}

const auto study_architectures = ::testing::Values("sm_80", "sm_90", "sm_100");
INSTANTIATE_TEST_SUITE_P(Nvrtc, MemoryStudyKernels, study_architectures);
INSTANTIATE_TEST_SUITE_P(Nvrtc, MemoryStudyKernelsNightly, study_architectures);

TEST(MemoryStudyKernel, identifiers_are_unique_among_all_kernels_without_a_problem)
{
    std::set<std::string> names;
    for (const auto& some :
         {stencil::cuda_specialisations(), probe_specialisations(), study_specialisations()}) {
        for (const device::Specialisation& what : some) {
            EXPECT_TRUE(names.insert(what.identifier()).second) << what.identifier();
        }
    }
}

}  // namespace
}  // namespace tobiuo::memory
