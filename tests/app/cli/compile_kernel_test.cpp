// SPDX-License-Identifier: BSD-3-Clause
// The program compiles kernels for another process of it.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "app/cli/command_line.hpp"
#include "runtime/device/compile/compile_process.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/memory/device_ceiling.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

/// Compiles by a program until the end of a test.
class CompileKernel : public ::testing::Test {
protected:
    ~CompileKernel() override { device::compile_by("", ""); }

    static device::CompileRequest request()
    {
        const device::Specialisation what = memory::probe_specialisations().front();
        return {.library = {},
                .name = what.identifier(),
                .text = what.program(),
                .architecture = "sm_90",
                .options = device::compile_options(what, "sm_90")};
    }
};

TEST_F(CompileKernel, gives_the_kernel_that_this_process_compiles)
{
    device::compile_by(test::program_path(), compile_option);
    const std::optional<device::CompiledKernel> found = device::compile_elsewhere(request());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->image, device::compile_here(request()).image);
    EXPECT_EQ(found->log, "");
}

TEST_F(CompileKernel, leaves_what_does_not_compile_to_this_process)
{
    device::compile_by(test::program_path(), compile_option);
    device::CompileRequest broken = request();
    broken.text += "flaot broken;\n";
    EXPECT_FALSE(device::compile_elsewhere(broken));
    EXPECT_THROW(static_cast<void>(device::compile_here(broken)), device::CompileError);
}

TEST_F(CompileKernel, takes_no_other_answer_for_a_kernel)
{
    EXPECT_FALSE(device::compile_elsewhere(request())) << "no program is named";
    for (const char* program : {"/nowhere/tobiuo", "/bin/true", "/bin/cat"}) {
        device::compile_by(program, "-");
        EXPECT_FALSE(device::compile_elsewhere(request())) << program;
    }
}

}  // namespace
}  // namespace tobiuo
