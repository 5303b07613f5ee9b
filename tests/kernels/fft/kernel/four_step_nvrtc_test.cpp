// SPDX-License-Identifier: BSD-3-Clause
// The passes of long axes and folds compile for every architecture, even on machines without a GPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
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

/// Folds, long rows of odd real length, convolutions of rows and columns, three factors.
std::vector<Problem> problems()
{
    constexpr Precision fp64 = Precision::fp64;
    constexpr Direction inverse = Direction::inverse;
    return {{.lengths = {65536}, .kind = Kind::r2c},
            {.lengths = {100000}, .kind = Kind::c2r, .direction = inverse, .precision = fp64},
            {.lengths = {59049}, .kind = Kind::r2c, .precision = fp64},
            {.lengths = {59049}, .kind = Kind::c2r, .direction = inverse},
            {.lengths = {20011}, .kind = Kind::r2c, .batch = 3},
            {.lengths = {20011}, .kind = Kind::c2r, .direction = inverse, .precision = fp64},
            {.lengths = {10007, 4}, .direction = inverse},
            {.lengths = {std::int64_t{1} << 31}},
            {.lengths = {100000007}, .precision = fp64}};
}

/// The kernels by identifier, so that kernels which problems share are compiled once.
std::map<std::string, device::Specialisation> all_kernels()
{
    std::map<std::string, device::Specialisation> all;
    for (const Problem& problem : problems()) {
        for (const Step& step : make_schedule(problem, DeviceLimits{}).steps) {
            device::Specialisation what = std::visit(
                [&](const auto& one) { return specialise(one.form, problem.precision); }, step);
            const std::string program = what.program();
            const auto [at, added] = all.try_emplace(what.identifier(), std::move(what));
            EXPECT_EQ(at->second.program(), program) << "two kernels are called " << at->first;
        }
    }
    return all;
}

void expect_no_remark(const std::string& architecture, test::KernelChoice is_chosen)
{
    std::size_t number = 0;
    for (const auto& [name, what] : all_kernels()) {
        if (!is_chosen(architecture, number++)) {
            continue;
        }
        const device::CompiledKernel compiled = device::compile(what, what.target(architecture));
        EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << name;
        EXPECT_EQ(compiled.log, "") << name;
    }
}

class LongPassesForArchitecture : public ::testing::TestWithParam<const char*> {};

TEST_P(LongPassesForArchitecture, compile_in_a_sample_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_sampled);
}

class LongPassesForArchitectureNightly : public ::testing::TestWithParam<const char*> {};

TEST_P(LongPassesForArchitectureNightly, compile_without_a_remark)
{
    expect_no_remark(GetParam(), test::is_compiled_at_night);
}

const auto architectures = ::testing::Values("sm_80", "sm_90", "sm_100");
const auto name_of = [](const auto& instance) { return std::string{instance.param}; };
INSTANTIATE_TEST_SUITE_P(Fft, LongPassesForArchitecture, architectures, name_of);
INSTANTIATE_TEST_SUITE_P(Fft, LongPassesForArchitectureNightly, architectures, name_of);

TEST(LongPasses, have_names_that_fit_a_file)
{
    for (const auto& [name, what] : all_kernels()) {
        EXPECT_LT(name.size(), 200U) << name;
    }
}

TEST(LongPasses, that_differ_have_different_names_and_texts)
{
    const PassForm form{
        .points = 14,
        .twiddle = {.length = 224, .divisor = 1, .second = 16},
        .twiddle_first = true,
        .source_part = {.length = 97, .stride = 16, .divisor = 3, .chirp = Chirp::forward},
        .sink_part = {.length = 98, .stride = 17, .divisor = 4, .chirp = Chirp::inverse},
        .convolution = {.points = 99, .length = 5, .first = 6, .second = 7, .divisor = 8}};
    const std::vector<void (*)(PassForm&)> changes{
        [](PassForm&) {},
        [](PassForm& f) { f.twiddle_first = false; },
        [](PassForm& f) { f.source_part = {}; },
        [](PassForm& f) { ++f.source_part.length; },
        [](PassForm& f) { ++f.source_part.stride; },
        [](PassForm& f) { ++f.source_part.divisor; },
        [](PassForm& f) { f.source_part.chirp = Chirp::none; },
        [](PassForm& f) { f.sink_part = {}; },
        [](PassForm& f) { f.sink_part = f.source_part; },
        [](PassForm& f) { f.source_part = f.sink_part; },
        [](PassForm& f) { f.convolution = {}; },
        [](PassForm& f) { ++f.convolution.points; },
        [](PassForm& f) { ++f.convolution.length; },
        [](PassForm& f) { ++f.convolution.first; },
        [](PassForm& f) { ++f.convolution.second; },
        [](PassForm& f) { ++f.convolution.divisor; }};
    std::set<std::string> names;
    std::set<std::string> programs;
    for (const auto& change : changes) {
        PassForm other = form;
        change(other);
        const device::Specialisation what = specialise(other, Precision::fp32);
        EXPECT_TRUE(names.insert(what.identifier()).second) << what.identifier();
        EXPECT_TRUE(programs.insert(what.program()).second) << what.identifier();
    }
}

}  // namespace
}  // namespace tobiuo::fft
