// SPDX-License-Identifier: BSD-3-Clause
// The place of a poisson case on machines other than this one.
#include "app/run/poisson/poisson_place.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "app/errors.hpp"
#include "app/run/poisson/poisson_estimate.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "runtime/device/error.hpp"
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

/// A machine, and what its devices say of a problem.
struct Devices {
    MachineFacts machine;
    Ask<std::optional<std::string>> unsupported_reason;
    Ask<DeviceNeeds, const poisson::Problem&> needs;
    Ask<FromHostMemory, const Place&> from_host_memory;
};

/// One GPU with a megabyte, which solves everything that it holds in five passes, and nothing else.
Devices able()
{
    return {.machine = {.survey = one_gpu,
                        .free_bytes = [](int) { return std::int64_t{1'000'000}; },
                        .opencl = [] { return nullptr; }},
            .unsupported_reason = []() -> std::optional<std::string> { return {}; },
            .needs = [](const poisson::Problem& problem) -> DeviceNeeds {
                return {.bytes = poisson_device_array_bytes(problem) + 64, .memory_passes = 5};
            },
            .from_host_memory = [](const Place&) -> FromHostMemory {
                return {.unsupported_reason = "no planes: use the CPU", .needs = {}, .link = {}};
            }};
}

/// The GPU of able(), which also solves with arrays in host memory, all within the limit.
Devices able_from_host_memory()
{
    Devices devices = able();
    devices.from_host_memory = [](const Place& place) {
        return FromHostMemory{
            .unsupported_reason = {},
            .needs = {.bytes = place.device_limit, .memory_passes = 5, .link_bytes = 1'000'000'000},
            .link = {.to_device = 60e9, .from_device = 60e9, .both = 100e9}};
    };
    return devices;
}

PoissonCase box(std::int64_t cells)
{
    PoissonCase poisson;
    poisson.problem.grid = grid_of_cells({cells, cells, cells}, Location::cell);
    return poisson;
}

/// A case of 10 x 10 x 10 cells, 16 kB, that may take `bytes` of the device.
PoissonCase limited(std::int64_t bytes)
{
    PoissonCase poisson = box(10);
    poisson.device_memory = MemorySize{.text = "so much", .bytes = bytes};
    poisson.device_memory_at = {.source = "c.yaml", .line = 7, .column = 16};
    return poisson;
}

Place decided(BackendChoice choice, const Devices& devices, const PoissonCase& poisson,
              int device = 0)
{
    Case the_case;
    the_case.file = "c.yaml";
    the_case.backend = choice;
    the_case.device = device;
    DeviceSolver solver = poisson_device_solver(poisson);
    solver.unsupported_reason = [&](const Place&) { return devices.unsupported_reason(); };
    solver.needs = [&](const Place&) { return devices.needs(poisson.problem); };
    solver.from_host_memory = devices.from_host_memory;
    return decide_place(the_case, solver, devices.machine);
}

Place decided(BackendChoice choice, const Devices& devices, int device = 0, std::int64_t cells = 10)
{
    return decided(choice, devices, box(cells), device);
}

template <typename Error>
std::string refusal(BackendChoice choice, const Devices& devices, int device = 0)
{
    try {
        static_cast<void>(decided(choice, devices, device));
    } catch (const Error& error) {
        return error.what();
    }
    return "not refused";
}

TEST(PoissonPlace, auto_takes_the_gpu_that_can_and_says_so)
{
    for (const BackendChoice choice : {BackendChoice::automatic, BackendChoice::cuda}) {
        const Place decision = decided(choice, able());
        EXPECT_EQ(decision.backend, Backend::cuda);
        EXPECT_EQ(decision.where, "GPU 0, Test GPU");
        EXPECT_EQ(decision.reason, choice == BackendChoice::cuda
                                       ? "the case asks for it"
                                       : "a GPU is there and the case fits");
        ASSERT_TRUE(decision.needs);
        EXPECT_EQ(decision.needs->bytes, 2 * 8 * 1000 + 64);
        EXPECT_EQ(decision.needs->memory_passes, 5);
    }
}

TEST(PoissonPlace, auto_takes_the_cpu_where_the_gpu_declines_and_says_why)
{
    Devices devices = able();
    devices.unsupported_reason = [] {
        return std::optional<std::string>{"y is stretched; use backend: cpu"};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices).reason,
              "the GPU declines: y is stretched; use backend: cpu");
    EXPECT_EQ(refusal<InputError>(BackendChoice::cuda, devices),
              "c.yaml: backend: the GPU cannot solve this case: y is stretched; use backend: cpu");

    devices = able();
    devices.needs = [](const poisson::Problem&) -> DeviceNeeds {
        throw std::invalid_argument{"a length has a prime factor"};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices).reason,
              "the GPU declines: a length has a prime factor");
    devices.needs = [](const poisson::Problem&) -> DeviceNeeds {
        throw device::DeviceError{"no NVRTC was found"};
    };
    const Place decision = decided(BackendChoice::automatic, devices);
    EXPECT_EQ(decision.reason, "no GPU is used: no NVRTC was found");
    EXPECT_EQ(decision.backend, Backend::cpu);
    EXPECT_FALSE(decision.needs);
}

TEST(PoissonPlace, arrays_that_the_gpu_cannot_hold_are_not_planned)
{
    Devices devices = able();
    devices.needs = [](const poisson::Problem&) -> DeviceNeeds {
        throw std::logic_error{"was planned"};
    };
    EXPECT_EQ(
        decided(BackendChoice::automatic, devices, 0, 100).reason,
        "the GPU is too small: the case needs 16 MB of the GPU's memory, 1 MB are free, and no "
        "planes: use the CPU");
    const Place by_name = decided(BackendChoice::cuda, devices, 0, 100);
    EXPECT_EQ(by_name.needs->bytes, 16'000'000) << "which the estimate refuses";
}

TEST(PoissonPlace, what_the_solver_adds_counts)
{
    Devices devices = able();
    devices.needs = [](const poisson::Problem&) -> DeviceNeeds {
        return {.bytes = 1'000'001, .memory_passes = 3};
    };
    EXPECT_EQ(decided(BackendChoice::automatic, devices).backend, Backend::cpu);
}

TEST(PoissonPlace, a_case_that_the_gpu_cannot_hold_stays_in_host_memory)
{
    for (const BackendChoice choice : {BackendChoice::automatic, BackendChoice::cuda}) {
        const Place decision = decided(choice, able_from_host_memory(), 0, 100);
        EXPECT_EQ(decision.backend, Backend::cuda);
        EXPECT_EQ(decision.device_limit, 900'000) << "what is free less a tenth";
        EXPECT_EQ(
            decision.reason,
            "the case needs 16 MB of the GPU's memory, 1 MB are free: its arrays stay in host "
            "memory");
        EXPECT_EQ(decision.needs->link_bytes, 1'000'000'000);
    }
}

TEST(PoissonPlace, device_memory_limits_what_a_case_takes)
{
    for (const BackendChoice choice : {BackendChoice::automatic, BackendChoice::cuda}) {
        const Devices devices = able_from_host_memory();
        EXPECT_EQ(decided(choice, devices, limited(20'000)).device_limit, 0) << "it fits";
        const Place decision = decided(choice, devices, limited(15'000));
        EXPECT_EQ(decision.device_limit, 15'000);
        EXPECT_EQ(decision.link.both, 100e9);
        EXPECT_EQ(decided(choice, devices, box(100)).device_limit, 900'000);
        PoissonCase nearly = box(100);
        nearly.device_memory = MemorySize{.text = "nearly all", .bytes = 999'000};
        EXPECT_EQ(decided(choice, devices, nearly).device_limit, 900'000)
            << "a tenth of what is free is left";
        EXPECT_EQ(decision.reason,
                  "the case needs 16 kB of the GPU's memory, 15 kB are allowed by device_memory: "
                  "its arrays stay in host memory");
    }
    EXPECT_EQ(decided(BackendChoice::automatic, able(), limited(15'000)).backend, Backend::cpu);
    try {
        static_cast<void>(decided(BackendChoice::cuda, able(), limited(15'000)));
        FAIL() << "not refused";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "c.yaml:7:16: device_memory: the case needs 16 kB of the GPU's memory, 15 kB "
                     "are allowed by device_memory, and no planes: use the CPU");
    }
}

TEST(PoissonPlace, without_a_device_cuda_is_refused_and_auto_takes_the_cpu)
{
    Devices devices = able();
    devices.machine.survey = no_gpu;
    EXPECT_EQ(refusal<device::DeviceError>(BackendChoice::cuda, devices),
              "the case needs a CUDA device, but no NVIDIA driver is installed; use "
              "`backend: auto` or `backend: cpu`");
    EXPECT_EQ(decided(BackendChoice::automatic, devices).reason,
              "no GPU is used: no NVIDIA driver is installed");
    EXPECT_EQ(refusal<device::DeviceError>(BackendChoice::cuda, able(), 3),
              "the case needs a CUDA device, but there is no device 3 (this machine has 1, counted "
              "from 0); use `backend: auto` or `backend: cpu`");
}

TEST(PoissonPlace, a_case_for_the_cpu_does_not_ask_the_driver)
{
    Devices devices = able();
    devices.machine.survey = []() -> const device::Survey& {
        throw device::DeviceError{"the driver was asked"};
    };
    EXPECT_EQ(decided(BackendChoice::cpu, devices).reason, "the case asks for it");
    EXPECT_THROW(static_cast<void>(decided(BackendChoice::cuda, devices)), device::DeviceError);
}

TEST(PoissonPlace, estimate_on_the_cpu_has_three_trips_and_no_device_memory)
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

TEST(PoissonPlace, estimate_counts_no_second_solve_of_a_case_with_files)
{
    Case the_case;
    the_case.backend = BackendChoice::cpu;
    the_case.output.directory = ".";
    PoissonCase poisson = box(64);
    const auto bytes = [&] {
        const Place decision = decided(BackendChoice::cpu, able());
        return estimate_of(the_case, poisson, decision).host_bytes;
    };
    const std::int64_t alone = bytes();
    poisson.exact = FieldExpression{.text = "0", .at = {}};
    const std::int64_t with_order = bytes();
    EXPECT_GT(with_order, alone);
    poisson.exact = FieldFile{.path = "exact.vti", .field = "u", .at = {}};
    EXPECT_EQ(bytes(), alone);
    poisson.exact = FieldExpression{.text = "0", .at = {}};
    poisson.source = FieldFile{.path = "f.vti", .field = "f", .at = {}};
    EXPECT_EQ(bytes(), alone);
}

TEST(PoissonPlace, estimate_of_arrays_in_host_memory_predicts_the_time)
{
    const Place decision = decided(BackendChoice::cuda, able_from_host_memory(), limited(15'000));
    ASSERT_TRUE(decision.needs);
    const auto facts = link_facts(decision);
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts[0].second,
              "in host memory; they visit the GPU in chunks, 1 GB each way a solve");
    EXPECT_EQ(facts[1].second, "0.02 s a solve, at the 100 GB/s that the link copies both ways");
}

}  // namespace
}  // namespace tobiuo
