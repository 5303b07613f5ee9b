// SPDX-License-Identifier: BSD-3-Clause
// Whatever names a device, a back end or a kernel that this build or this machine does not have is
// refused with the reason and a cure, by every command, before anything is computed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/opencl/survey.hpp"
#include "tests/support/device.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/program.hpp"
#include "tests/support/several_ranks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr int device_failed = 5;

class AbsentPlaces : public ::testing::Test {
protected:
    [[nodiscard]] std::string case_of(const std::string& solver, const std::string& more) const
    {
        const std::string rest = solver == "himeno" ? "run: { sweeps: 1 }\n"
                                 : solver == "poisson"
                                     ? "source: 1\n"
                                     : "fluid: { viscosity: 1 }\nrun: { until: 1 }\n";
        return folder_.write("case.yaml", "name: t\nsolver: " + solver +
                                              "\ngrid: { cells: [8, 8, 8] }\n" + rest + more);
    }

    /// The program refuses `words`: it says `reason`, then a cure, and leaves nothing.
    void expect_refused(const Words& words, const std::string& reason) const
    {
        const auto outcome = test::run_program(words);
        const std::string command = ::testing::PrintToString(words);
        EXPECT_EQ(outcome.code, device_failed) << command << outcome.err;
        EXPECT_EQ(outcome.out, "") << command;
        EXPECT_THAT(outcome.err, HasSubstr(reason)) << command;
        const std::string after =
            outcome.err.substr(std::min(outcome.err.size(), outcome.err.find(reason)));
        EXPECT_THAT(after, ContainsRegex("(use|leave|choose|name|run on|needs?) ")) << command;
        EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out")) << command;
    }

    void expect_all_refused(const std::vector<Words>& all, const std::string& reason) const
    {
        for (const Words& words : all) {
            expect_refused(words, reason);
        }
    }

    test::TemporaryFolder folder_;
};

TEST_F(AbsentPlaces, a_device_beyond_the_last_is_refused_by_each_command)
{
    const std::vector<Words> commands{
        {"bench", "himeno", "--sizes", "XS"},
        {"bench", "himeno", "--sizes", "XS", "--kernels", "blocked"},
        {"bench", "himeno", "--sizes", "XS", "--backends", "cpu,cuda", "--kernels", "blocked"},
        {"bench", "fft", "--sizes", "8"},
        {"bench", "fft", "--sizes", "8", "--contestants", "fftw"},
        {"bench", "fft", "--sizes", "8", "--out-of-card"},
        {"bench", "poisson", "--sizes", "8"},
        {"bench", "poisson", "--sizes", "8", "--contestants", "fftw"},
        {"bench", "poisson", "--sizes", "8^3", "--out-of-card"},
        {"bench", "flow", "--sizes", "8^3"},
        {"bench", "scaling", "--sizes", "8^3"},
        {"tune", "himeno", "--sizes", "XS"},
        {"tune", "himeno", "--sizes", "XS", "--dry-run"},
        {"tune", "fft", "8"}};
    const std::string reason = device::device_unsupported_reason(device::survey(), 1000);
    for (Words words : commands) {
        words.insert(words.end(), {"--device", "1000"});
        expect_refused(words, reason);
    }
}

TEST_F(AbsentPlaces, a_device_beyond_the_last_is_refused_in_each_case)
{
    const std::string reason = device::survey().devices.empty()
                                   ? device::survey().reason
                                   : "there is no device 1000 (this machine has ";
    for (const char* solver : {"himeno", "poisson", "flow"}) {
        const std::string file = case_of(solver, "backend: cuda\ndevice: 1000\n");
        expect_refused({"check", file}, reason);
        expect_refused({"run", file}, reason);
    }
}

TEST_F(AbsentPlaces, cuda_is_refused_where_it_is_named)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "there is a device";
    }
    const std::string& reason = device::survey().reason;
    expect_all_refused({{"bench", "himeno", "--backends", "cuda"},
                        {"bench", "himeno", "--backends", "cpu,cuda", "--kernels", "twin"},
                        {"bench", "poisson", "--sizes", "8", "--backends", "cuda"},
                        {"bench", "poisson", "--sizes", "8", "--backends", "cpu,cuda"},
                        {"bench", "flow", "--sizes", "8^3", "--backends", "cpu,cuda"},
                        {"bench", "scaling", "--backends", "cuda"},
                        {"tune", "himeno", "--sizes", "XS", "--backends", "cuda"},
                        {"tune", "fft", "8", "--backends", "cuda"},
                        {"tune", "poisson", case_of("poisson", "")}},
                       reason);
    for (const char* contestant : {"ours", "cufft", "vkfft", "fftw,cufft"}) {
        expect_refused({"bench", "fft", "--sizes", "8", "--contestants", contestant}, reason);
    }
    for (const char* contestant : {"cufft", "vkfft", "ours,vkfft"}) {
        expect_refused({"bench", "poisson", "--sizes", "8", "--contestants", contestant}, reason);
    }
    for (const char* solver : {"himeno", "poisson", "flow"}) {
        const std::string file = case_of(solver, "backend: cuda\n");
        expect_all_refused({{"check", file}, {"run", file}}, reason);
    }
}

TEST_F(AbsentPlaces, opencl_is_refused_where_it_is_named)
{
    if (test::why_no_opencl().empty()) {
        GTEST_SKIP() << "there is an OpenCL device";
    }
    const std::string reason = *opencl::unsupported_reason();
    expect_all_refused({{"bench", "himeno", "--backends", "opencl"},
                        {"bench", "himeno", "--backends", "cpu,opencl", "--kernels", "twin"},
                        {"bench", "poisson", "--sizes", "8", "--backends", "opencl"},
                        {"bench", "fft", "--sizes", "8", "--contestants", "opencl"},
                        {"tune", "himeno", "--sizes", "XS", "--backends", "opencl"},
                        {"tune", "fft", "8", "--backends", "opencl"},
                        {"tune", "poisson", case_of("poisson", "backend: opencl\n")}},
                       reason);
    for (const char* solver : {"himeno", "poisson"}) {
        const std::string file = case_of(solver, "backend: opencl\n");
        expect_all_refused({{"check", file}, {"run", file}}, reason);
    }
}

// The table of kernels is the same in every build, so that a case means the same.
TEST_F(AbsentPlaces, a_kernel_is_refused_with_the_reason_of_its_back_end)
{
    for (const Backend backend : {Backend::cuda, Backend::opencl}) {
        const std::string reason = backend == Backend::cuda
                                       ? device::survey().reason
                                       : opencl::unsupported_reason().value_or("");
        int kernels = 0;
        for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
            if (kind.backend != backend) {
                continue;
            }
            ++kernels;
            if (reason.empty()) {
                continue;
            }
            const std::string name{kind.name};
            const std::string file = case_of("himeno", "kernel: { name: " + name + " }\n");
            expect_all_refused({{"check", file},
                                {"run", file},
                                {"bench", "himeno", "--kernels", name},
                                {"tune", "himeno", "--sizes", "XS", "--kernels", name},
                                {"tune", "himeno", "--case", file}},
                               reason);
        }
        EXPECT_GT(kernels, 0);
    }
}

class AbsentGpus : public test::SeveralRanks {};

TEST_F(AbsentGpus, are_refused_by_runs_and_benchmarks_that_count_them)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "there is a device";
    }
    const test::TemporaryFolder folder;
    const auto file = folder.write(
        "case.yaml", "name: t\nsolver: himeno\ngrid: { cells: [8, 8, 8] }\nrun: { sweeps: 1 }\n");
    for (const Words& words : {Words{"run", file, "--gpus", "2"},
                               Words{"bench", "scaling", "--sizes", "8^3", "--gpus", "2"}}) {
        const auto outcome = test::run_program(words);
        EXPECT_EQ(outcome.code, device_failed) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(device::survey().reason));
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

}  // namespace
}  // namespace tobiuo
