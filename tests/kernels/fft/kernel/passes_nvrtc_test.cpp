// SPDX-License-Identifier: BSD-3-Clause
// The passes of all kinds of transforms compile for every architecture, even on machines without a
// GPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/support/architectures.hpp"

namespace tobiuo::fft {
namespace {

Problem c2r(Problem problem)
{
    problem.kind = Kind::c2r;
    problem.direction = Direction::inverse;
    return problem;
}

/// All radices, idle threads, sides of real rows, convolutions, four-step axes, both precisions.
std::vector<Problem> problems()
{
    constexpr Precision fp64 = Precision::fp64;
    return {{.lengths = {4096}, .batch = 1000},
            {.lengths = {1000}, .direction = Direction::inverse, .precision = fp64, .batch = 100},
            {.lengths = {1021}, .batch = 50},
            {.lengths = {20000}, .precision = fp64},
            {.lengths = {1001}, .kind = Kind::r2c, .batch = 9},
            c2r({.lengths = {254}, .precision = fp64, .batch = 9}),
            {.lengths = {640, 480}, .kind = Kind::r2c, .precision = fp64},
            c2r({.lengths = {99, 100}}),
            {.lengths = {512, 512, 512}},
            {.lengths = {256, 256, 256}, .kind = Kind::r2c, .precision = fp64},
            c2r({.lengths = {256, 256, 256}, .placement = Placement::out_of_place}),
            {.lengths = {31, 17, 12}, .precision = fp64, .batch = 3}};
}

struct Architecture {
    std::string name;
    DeviceLimits limits;
};
std::ostream& operator<<(std::ostream& out, const Architecture& architecture)
{
    return out << architecture.name;
}

/// The limits of an A100, an H200 and a B200.
const std::vector<Architecture>& architectures()
{
    static const std::vector<Architecture> all{{"sm_80",
                                                {.multiprocessors = 108,
                                                 .shared_per_block = 166912,
                                                 .shared_per_multiprocessor = 167936,
                                                 .l2_bytes = 40 << 20}},
                                               {"sm_90", {}},
                                               {"sm_100", {.multiprocessors = 148}}};
    return all;
}

std::vector<device::Specialisation> kernels_of(const Problem& problem, const DeviceLimits& limits,
                                               Merging merging)
{
    Choices choices;
    choices.merging = merging;
    std::vector<device::Specialisation> all;
    for (const Step& step : make_schedule(problem, limits, choices).steps) {
        all.push_back(std::visit(
            [&](const auto& one) { return specialise(one.form, problem.precision); }, step));
    }
    return all;
}

/// The kernels by identifier, so that kernels which problems share are compiled once.
std::map<std::string, device::Specialisation> all_kernels(const DeviceLimits& limits)
{
    std::map<std::string, device::Specialisation> all;
    for (const Problem& problem : problems()) {
        for (device::Specialisation& what : kernels_of(problem, limits, Merging::automatic)) {
            const std::string program = what.program();
            const auto [at, added] = all.try_emplace(what.identifier(), std::move(what));
            EXPECT_EQ(at->second.program(), program) << "two kernels are called " << at->first;
        }
    }
    return all;
}

void expect_no_remark(const Architecture& architecture, test::KernelChoice is_chosen)
{
    std::size_t number = 0;
    for (const auto& [name, what] : all_kernels(architecture.limits)) {
        if (!is_chosen(architecture.name, number++)) {
            continue;
        }
        const device::CompiledKernel compiled =
            device::compile(what, what.target(architecture.name));
        EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << name;
        EXPECT_EQ(compiled.log, "") << name;
    }
}

class PassesForArchitecture : public ::testing::TestWithParam<Architecture> {};

TEST_P(PassesForArchitecture, compile_in_a_sample_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_sampled);
}

class PassesForArchitectureNightly : public ::testing::TestWithParam<Architecture> {};

TEST_P(PassesForArchitectureNightly, compile_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_compiled_at_night);
}

const auto name_of = [](const auto& instance) { return instance.param.name; };
INSTANTIATE_TEST_SUITE_P(Fft, PassesForArchitecture, ::testing::ValuesIn(architectures()), name_of);
INSTANTIATE_TEST_SUITE_P(Fft, PassesForArchitectureNightly, ::testing::ValuesIn(architectures()),
                         name_of);

TEST(FftPasses, have_names_that_fit_a_file)
{
    // File names have at most 255 characters, with the architecture and the digest that the cache
    // adds.
    for (const Problem& problem : problems()) {
        for (const Merging merging : {Merging::never, Merging::always}) {
            for (const auto& what : kernels_of(problem, DeviceLimits{}, merging)) {
                EXPECT_LT(what.identifier().size(), 200U) << what.identifier();
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
