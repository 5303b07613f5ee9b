// SPDX-License-Identifier: BSD-3-Clause
// Specialisations compile for every architecture, even on machines without a GPU.
#include "runtime/device/compile/nvrtc.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <vector>

#include "kernels/stencil/registry/cuda_kinds.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/error.hpp"
#include "runtime/memory/device_ceiling.hpp"
#include "tests/support/architectures.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::device {
namespace {

std::vector<Specialisation> all_specialisations()
{
    std::vector<Specialisation> all = stencil::cuda_specialisations();
    for (Specialisation& probe : memory::probe_specialisations()) {
        all.push_back(std::move(probe));
    }
    return all;
}

void expect_no_remark(const std::string& architecture, test::KernelChoice is_chosen)
{
    const int capability = std::stoi(architecture.substr(3));
    std::size_t number = 0;
    for (const Specialisation& what : all_specialisations()) {
        if (!is_chosen(architecture, number++) || what.least_capability > capability) {
            continue;
        }
        const CompiledKernel compiled = compile(what, architecture);
        EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
        EXPECT_EQ(compiled.log, "") << what.identifier();
    }
}

class EveryArchitecture : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryArchitecture, compiles_a_sample_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_sampled);
}

class EveryArchitectureNightly : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryArchitectureNightly, compiles_specialisations_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_compiled_at_night);
}

const auto architectures = ::testing::Values("sm_80", "sm_90", "sm_100");
INSTANTIATE_TEST_SUITE_P(Nvrtc, EveryArchitecture, architectures);
INSTANTIATE_TEST_SUITE_P(Nvrtc, EveryArchitectureNightly, architectures);

TEST(Nvrtc, identifiers_are_unique)
{
    std::set<std::string> names;
    for (const Specialisation& what : all_specialisations()) {
        EXPECT_TRUE(names.insert(what.identifier()).second) << what.identifier();
    }
}

TEST(Nvrtc, an_error_names_the_kernel_and_brings_the_log)
{
    const Specialisation broken{.source = "kernels/stencil/march/march.cuh",
                                .kernel = "himeno_march",
                                .config = {"using Real = flaot;"},
                                .options = {},
                                .name = "broken-on-purpose"};
    try {
        static_cast<void>(compile(broken, "sm_90"));
        FAIL() << "compiled";
    } catch (const DeviceError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("could not compile broken-on-purpose for sm_90"), std::string::npos);
        EXPECT_NE(text.find("flaot"), std::string::npos);
    }
}

TEST(Nvrtc, kernels_compiled_side_by_side_are_those_compiled_one_by_one)
{
    std::vector<Specialisation> some;
    for (const int threads : {32, 64, 96, 128, 192, 256}) {
        some.push_back(memory::probe_specialisations().front());
        some.back().config = {"static constexpr int threads = " + std::to_string(threads) + ";"};
    }
    const auto image_of = [](const Specialisation& what) { return compile(what, "sm_90").image; };
    std::vector<std::future<std::string>> coming;
    for (const Specialisation& what : some) {
        coming.push_back(std::async(std::launch::async, image_of, std::cref(what)));
    }
    for (std::size_t number = 0; number < some.size(); ++number) {
        EXPECT_EQ(coming[number].get(), image_of(some[number])) << some[number].identifier();
    }
}

TEST(Nvrtc, newer_devices_get_the_newest_architecture_as_ptx)
{
    EXPECT_EQ(best_architecture(9, 0), "sm_90");
    const std::string newest = best_architecture(99, 0);
    EXPECT_TRUE(newest.starts_with("compute_")) << newest;
    const CompiledKernel ptx = compile(memory::probe_specialisations().front(), newest);
    EXPECT_NE(ptx.image.find(".entry read_mostly"), std::string::npos);
    EXPECT_THROW(static_cast<void>(best_architecture(2, 0)), DeviceError);
}

TEST(BuildImage, compiles_once_and_then_reads_the_cache)
{
    const test::TemporaryFolder temporary;
    const ModuleCache cache{temporary.path()};
    const Specialisation what = memory::probe_specialisations().front();
    const BuiltImage first = build_image(what, "sm_90", cache);
    const BuiltImage second = build_image(what, "sm_90", cache);
    const BuiltImage other = build_image(what, "sm_80", cache);
    EXPECT_FALSE(first.from_cache);
    EXPECT_TRUE(second.from_cache);
    EXPECT_FALSE(other.from_cache);
    EXPECT_EQ(first.image, second.image);
}

TEST(BuildImage, a_changed_constant_is_another_entry)
{
    const test::TemporaryFolder temporary;
    const ModuleCache cache{temporary.path()};
    Specialisation what = memory::probe_specialisations().front();
    static_cast<void>(build_image(what, "sm_90", cache));
    what.config = {"static constexpr int threads = 128;"};
    EXPECT_FALSE(build_image(what, "sm_90", cache).from_cache);
}

}  // namespace
}  // namespace tobiuo::device
