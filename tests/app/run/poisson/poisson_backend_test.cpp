// The back end of a poisson case on machines other than this one.
#include "app/run/poisson/poisson_backend.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "app/errors.hpp"
#include "app/run/poisson/poisson_estimate.hpp"
#include "kernels/device/error.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

const device::Survey& one_gpu()
{
    static const device::Survey found = [] {
        device::DeviceInfo gpu;
        gpu.name = "Test GPU";
        return device::Survey{.devices = {gpu}, .reason = {}};
    }();
    return found;
}

const device::Survey& no_gpu()
{
    static const device::Survey found{.devices = {}, .reason = "no NVIDIA driver is installed"};
    return found;
}

/// One GPU with a megabyte, which solves everything in five passes.
PoissonDevices able()
{
    return {.survey = one_gpu,
            .free_bytes = [](int) { return std::int64_t{1'000'000}; },
            .unsupported_reason = [](const poisson::Problem&, int) -> std::optional<std::string> {
                return {};
            },
            .needs = [](const poisson::Problem& problem, int) -> PoissonDeviceNeeds {
                return {.bytes = poisson_device_array_bytes(problem) + 64, .memory_passes = 5};
            }};
}

PoissonCase box(std::int64_t cells)
{
    PoissonCase poisson;
    poisson.problem.grid = grid_of_cells({cells, cells, cells}, Location::cell);
    return poisson;
}

PoissonDecision decided(BackendChoice choice, const PoissonDevices& devices, int device = 0,
                        std::int64_t cells = 10)
{
    Case the_case;
    the_case.file = "c.yaml";
    the_case.backend = choice;
    the_case.device = device;
    return decide_poisson_backend(the_case, box(cells), devices);
}

template <typename Error>
std::string refusal(BackendChoice choice, const PoissonDevices& devices, int device = 0)
{
    try {
        static_cast<void>(decided(choice, devices, device));
    } catch (const Error& error) {
        return error.what();
    }
    return "not refused";
}

TEST(PoissonBackend, auto_takes_the_gpu_that_can_and_says_so)
{
    for (const BackendChoice choice : {BackendChoice::automatic, BackendChoice::cuda}) {
        const PoissonDecision decision = decided(choice, able());
        EXPECT_EQ(decision.place.backend, Backend::cuda);
        EXPECT_EQ(decision.where, "GPU 0, Test GPU");
        EXPECT_EQ(decision.reason, choice == BackendChoice::cuda
                                       ? "the case asks for it"
                                       : "a GPU is there and the case fits");
        ASSERT_TRUE(decision.needs);
        EXPECT_EQ(decision.needs->bytes, 2 * 8 * 1000 + 64);
        EXPECT_EQ(decision.needs->memory_passes, 5);
    }
}

TEST(PoissonBackend, auto_takes_the_cpu_where_the_gpu_declines_and_says_why)
{
    PoissonDevices devices = able();
    devices.unsupported_reason = [](const poisson::Problem&, int) {
        return std::optional<std::string>{"y is stretched; use backend: cpu"};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices).reason,
              "the GPU declines: y is stretched; use backend: cpu");
    EXPECT_EQ(refusal<InputError>(BackendChoice::cuda, devices),
              "c.yaml: backend: the GPU cannot solve this case: y is stretched; use backend: cpu");

    devices = able();
    devices.needs = [](const poisson::Problem&, int) -> PoissonDeviceNeeds {
        throw std::invalid_argument{"a length has a prime factor"};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices).reason,
              "the GPU declines: a length has a prime factor");
    devices.needs = [](const poisson::Problem&, int) -> PoissonDeviceNeeds {
        throw device::DeviceError{"no NVRTC was found"};
    };
    const PoissonDecision decision = decided(BackendChoice::automatic, devices);
    EXPECT_EQ(decision.reason, "no GPU is used: no NVRTC was found");
    EXPECT_EQ(decision.place.backend, Backend::cpu);
    EXPECT_FALSE(decision.needs);
}

TEST(PoissonBackend, arrays_that_the_gpu_cannot_hold_are_not_planned)
{
    PoissonDevices devices = able();
    devices.needs = [](const poisson::Problem&, int) -> PoissonDeviceNeeds {
        throw std::logic_error{"was planned"};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices, 0, 100).reason,
              "the GPU is too small: the case needs 16 MB, 1 MB are free");
    const PoissonDecision insisted = decided(BackendChoice::cuda, devices, 0, 100);
    EXPECT_EQ(insisted.needs->bytes, 16'000'000) << "which the estimate refuses";
}

TEST(PoissonBackend, what_the_solver_adds_counts)
{
    PoissonDevices devices = able();
    devices.needs = [](const poisson::Problem&, int) -> PoissonDeviceNeeds {
        return {.bytes = 1'000'001, .memory_passes = 3};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices).place.backend, Backend::cpu);
}

TEST(PoissonBackend, without_a_device_cuda_is_refused_and_auto_takes_the_cpu)
{
    PoissonDevices devices = able();
    devices.survey = no_gpu;
    EXPECT_EQ(refusal<device::DeviceError>(BackendChoice::cuda, devices),
              "the case needs a CUDA device, but no NVIDIA driver is installed; use "
              "`backend: auto` or `backend: cpu`");
    EXPECT_EQ(decided(BackendChoice::automatic, devices).reason,
              "no GPU is used: no NVIDIA driver is installed");
    EXPECT_EQ(refusal<device::DeviceError>(BackendChoice::cuda, able(), 3),
              "the case needs a CUDA device, but there is no device 3 (this machine has 1, counted "
              "from 0); use `backend: auto` or `backend: cpu`");
}

TEST(PoissonBackend, a_case_for_the_cpu_does_not_ask_the_driver)
{
    PoissonDevices devices = able();
    devices.survey = []() -> const device::Survey& {
        throw device::DeviceError{"the driver was asked"};
    };
    EXPECT_EQ(decided(BackendChoice::cpu, devices).reason, "the case asks for it");
    EXPECT_THROW(static_cast<void>(decided(BackendChoice::cuda, devices)), device::DeviceError);
}

TEST(PoissonBackend, estimate_on_the_cpu_has_three_trips_and_no_device_memory)
{
    Case the_case;
    the_case.backend = BackendChoice::cpu;
    the_case.output.directory = ".";
    const PoissonCase poisson = box(10);
    const Estimate estimate = estimate_of(the_case, poisson, decided(BackendChoice::cpu, able()));
    EXPECT_EQ(estimate.device_bytes, 0);
    EXPECT_FALSE(estimate.device_free);
    EXPECT_EQ(estimate.facts.at(1).second, "48 kB (48 a point: 3 trips, each a read and a write)");
}

}  // namespace
}  // namespace tobiuo
