// SPDX-License-Identifier: BSD-3-Clause
// The back end of a case on machines other than this one.
#include "app/run/backend.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/cli/guarded.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

/// A machine with a GPU whose driver knows CUDA 12.4, for a program made with 13.0.
const device::Survey& old_driver()
{
    static const device::Survey found = [] {
        device::Survey survey{
            .devices = {}, .reason = {}, .driver_version = 12040, .runtime_version = 13000};
        survey.reason = device::driver_unsupported_reason(survey, false).value_or("");
        return survey;
    }();
    return found;
}

const std::string old_driver_text =
    "the NVIDIA driver supports only CUDA 12.4 and must be updated for this program's 13.0";

const device::Survey& unasked()
{
    throw device::DeviceError{"the driver was asked"};
}

KernelPlace decided(BackendChoice choice, const device::Survey& (*survey)(),
                    const std::string& kernel = "auto")
{
    Case the_case;
    HimenoCase himeno;
    himeno.kernel = kernel;
    the_case.backend = choice;
    const stencil::SweepRequest request{.shape = {.ni = 8, .nj = 8, .nk = 8},
                                        .precision = Precision::fp32,
                                        .omega = 0.8,
                                        .device = 0,
                                        .parameters = {}};
    return decide_backend(the_case, himeno, request,
                          {.survey = survey, .opencl = [] { return nullptr; }});
}

TEST(Backend, a_driver_is_too_old_a_major_version_behind_or_when_the_runtime_refuses_it)
{
    const auto unsupported_reason = [](int driver, int runtime, bool refused) {
        return device::driver_unsupported_reason(
            {.devices = {}, .reason = {}, .driver_version = driver, .runtime_version = runtime},
            refused);
    };
    EXPECT_EQ(unsupported_reason(12040, 13000, false), old_driver_text);
    EXPECT_EQ(unsupported_reason(12040, 13000, true), old_driver_text);
    EXPECT_EQ(unsupported_reason(13000, 13020, false), std::nullopt);
    EXPECT_EQ(unsupported_reason(13000, 13020, true),
              "the NVIDIA driver supports only CUDA 13.0 and must be updated for this program's "
              "13.2");
    EXPECT_EQ(unsupported_reason(13000, 12080, false), std::nullopt);
    EXPECT_EQ(unsupported_reason(0, 12080, true), "no NVIDIA driver is installed");
}

TEST(Backend, cuda_on_an_old_driver_names_both_versions_and_the_cures)
{
    ::testing::internal::CaptureStdout();  // spdlog's default logger; the program's is on stderr
    const ExitCode code = guarded([] {
        static_cast<void>(decided(BackendChoice::cuda, old_driver));
        return ExitCode::done;
    });
    const std::string said = ::testing::internal::GetCapturedStdout();
    EXPECT_EQ(code, ExitCode::device_failed);
    EXPECT_EQ(static_cast<int>(code), 5);
    EXPECT_NE(said.find("the case needs a CUDA device, but " + old_driver_text +
                        "; use `backend: auto` or `backend: cpu`"),
              std::string::npos)
        << said;
}

TEST(Backend, a_kernel_of_a_device_that_is_not_there_is_to_be_replaced)
{
    const auto said = [](BackendChoice choice) {
        try {
            static_cast<void>(decided(choice, old_driver, "slab-3"));
        } catch (const device::DeviceError& error) {
            return std::string{error.what()};
        }
        return std::string{"nothing"};
    };
    const std::string sentence = "the kernel 'slab-3' needs a CUDA device, but " + old_driver_text +
                                 "; use `kernel.name: auto`";
    const std::string others = ", or a kernel of the CPU (blocked, twin)";
    EXPECT_EQ(said(BackendChoice::automatic), sentence + others);
    EXPECT_EQ(said(BackendChoice::cuda), sentence + " with `backend: auto`" + others);
}

TEST(Backend, auto_on_an_old_driver_takes_the_cpu_and_says_why)
{
    const KernelPlace found = decided(BackendChoice::automatic, old_driver);
    ASSERT_NE(found.kind, nullptr);
    EXPECT_EQ(found.kind->backend, Backend::cpu);
    EXPECT_EQ(found.place.reason, "no GPU is used: " + old_driver_text);
}

TEST(Backend, a_case_for_the_cpu_does_not_ask_the_driver)
{
    EXPECT_EQ(decided(BackendChoice::cpu, unasked).place.reason, "the case asks for it");
    EXPECT_THROW(static_cast<void>(decided(BackendChoice::cuda, unasked)), device::DeviceError);
}

}  // namespace
}  // namespace tobiuo
