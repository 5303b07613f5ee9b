// SPDX-License-Identifier: BSD-3-Clause
// Every butterfly compiles for a GPU, stays in registers and calls nothing.
#include <gtest/gtest.h>

#include "kernels/fft/butterfly/print.hpp"
#include "runtime/device/compile/nvrtc.hpp"

namespace tobiuo::fft {
namespace {

/// A kernel in which each thread transforms radix points, read and written with a fixed stride. The
/// text closes struct Config, whose members the specialisation writes, and opens another one.
std::string kernel_text(std::size_t radix, const std::string& real)
{
    const std::string count = std::to_string(radix);
    const std::string point = "data[threadIdx.x + 256 * j]";
    const std::string loop = "for (int j = 0; j < " + count + "; ++j) ";
    return "}; extern \"C\" __global__ void " + real + count + "(tobiuo::fft::Complex<" + real +
           ">* data) { tobiuo::fft::Complex<" + real + "> a[" + count + "]; " + loop +
           "{ a[j] = " + point + "; } tobiuo::fft::Butterfly<" + count + ">::apply(a); " + loop +
           "{ " + point + " = a[j]; } } struct After_" + real + count + " {";
}

std::size_t occurrences(const std::string& text, const std::string& word)
{
    std::size_t found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        ++found;
    }
    return found;
}

TEST(ButterfliesNvrtc, compile_without_a_stack_or_a_warning)
{
    device::Specialisation what{.source = "kernels/fft/butterfly/butterflies.hpp",
                                .kernel = "float2",
                                .includes = {"kernels/fft/butterfly/butterflies.hpp"},
                                .config = {},
                                .options = {"--ptxas-options=-v"},
                                .name = "every-butterfly"};
    for (const std::size_t radix : codegen::generated_radices()) {
        what.config.push_back(kernel_text(radix, "float"));
        what.config.push_back(kernel_text(radix, "double"));
    }
    const device::CompiledKernel compiled = device::compile(what, "sm_90");
    EXPECT_TRUE(compiled.image.starts_with("\177ELF"));
    EXPECT_EQ(occurrences(compiled.log, "warning"), 0U) << compiled.log;
    EXPECT_EQ(occurrences(compiled.log,
                          " 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"),
              what.config.size())
        << compiled.log;
}

}  // namespace
}  // namespace tobiuo::fft
