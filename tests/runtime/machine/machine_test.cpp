// SPDX-License-Identifier: BSD-3-Clause
// The contract of machines, by each that this machine has.
#include "runtime/machine/machine.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

#include "tests/support/device.hpp"
#include "tests/support/opencl.hpp"

namespace tobiuo::runtime {
namespace {

constexpr std::size_t count = 100'003;  // bytes, which no number of threads divides

std::vector<std::byte> numbered()
{
    std::vector<std::byte> bytes(count);
    for (std::size_t n = 0; n < count; ++n) {
        bytes[n] = static_cast<std::byte>(n % 251);
    }
    return bytes;
}

std::vector<std::byte> fetched(const Machine& machine, const Array& array, Stream stream)
{
    std::vector<std::byte> bytes(array.bytes(), std::byte{99});
    machine.read_and_wait(bytes, array.data(), stream);
    return bytes;
}

void expect_arrays_copies_and_zeros(const Machine& machine)
{
    const std::vector<std::byte> zeros(count);
    const OwnStream stream = machine.make_stream();
    const Array first = machine.zeros_and_wait(count);
    const Array second = machine.allocate(count);
    ASSERT_EQ(second.bytes(), count);
    EXPECT_EQ(fetched(machine, first, stream.get()), zeros) << "on any stream";

    EXPECT_EQ(fetched(machine, machine.copied_and_wait(numbered()), stream.get()), numbered())
        << "on any stream";

    machine.write_and_wait(first.data(), numbered(), stream.get());
    machine.copy(second.data(), first.data(), count, stream.get());
    machine.copy(second.data(), second.data(), count, stream.get());
    machine.clear(first.data(), count, stream.get());
    EXPECT_EQ(fetched(machine, second, stream.get()), numbered());
    EXPECT_EQ(fetched(machine, first, stream.get()), zeros);

    std::vector<std::byte> part(7);
    machine.read_and_wait(part, second.data());
    EXPECT_EQ(part.back(), std::byte{6}) << "the beginning, by the default stream";
}

void expect_that_nothing_is_nothing(const Machine& machine)
{
    const Array none = machine.zeros_and_wait(0);
    EXPECT_EQ(none.bytes(), 0U);
    EXPECT_EQ(none.data(), nullptr);
    EXPECT_EQ(machine.copied_and_wait({}).data(), nullptr);
    machine.copy(none.data(), none.data(), 0, nullptr);
    machine.write_and_wait(none.data(), {});
    machine.read_and_wait({}, none.data());
}

void expect_that_time_passes(const Machine& machine)
{
    const OwnStream stream = machine.make_stream();
    const Array array = machine.allocate(count);
    bool was_enqueued = false;
    const double seconds = machine.time_and_wait(stream.get(), [&] {
        machine.clear(array.data(), array.bytes(), stream.get());
        was_enqueued = true;
    });
    EXPECT_TRUE(was_enqueued);
    EXPECT_GT(seconds, 0.0);
    EXPECT_LT(seconds, 10.0);
}

void expect_a_machine(const Machine& machine)
{
    machine.select();
    expect_arrays_copies_and_zeros(machine);
    expect_that_nothing_is_nothing(machine);
    expect_that_time_passes(machine);
}

TEST(MachineOfHost, has_arrays_copies_zeros_and_a_clock)
{
    for (const int threads : {0, 1, 3}) {
        expect_a_machine(*make_machine(Backend::cpu, threads));
    }
    EXPECT_TRUE(make_host_machine()->is_host());
}

TEST(MachineOfHost, arrays_live_as_long_as_an_object_that_has_them)
{
    Array kept;
    {
        const Array array = make_host_machine()->zeros_and_wait(sizeof(int));
        kept = array;
        *array.as<int>() = 7;
    }
    EXPECT_EQ(*kept.as<int>(), 7);
}

class MachineOnOpenCL : public test::OnOpenCL {};

TEST_F(MachineOnOpenCL, has_arrays_copies_zeros_and_a_clock)
{
    const auto machine = make_machine(Backend::opencl);
    EXPECT_FALSE(machine->is_host());
    expect_a_machine(*machine);
}

class MachineOnDevice : public test::OnDevice {};

TEST_F(MachineOnDevice, has_arrays_copies_zeros_and_a_clock)
{
    const auto machine = make_machine(Backend::cuda);
    EXPECT_FALSE(machine->is_host());
    expect_a_machine(*machine);
}

TEST_F(MachineOnDevice, copies_from_memory_of_the_host)
{
    const auto machine = make_cuda_machine();
    const OwnStream stream = machine->make_stream();
    const Array array = machine->allocate(count);
    const std::vector<std::byte> values = numbered();
    machine->copy(array.data(), values.data(), count, stream.get());
    EXPECT_EQ(fetched(*machine, array, stream.get()), values);
}

}  // namespace
}  // namespace tobiuo::runtime
