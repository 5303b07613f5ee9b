// SPDX-License-Identifier: BSD-3-Clause
// What a machine refuses while kernels are recorded.
#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>

#include "runtime/device/graph/recorded_work.hpp"
#include "runtime/machine/machine.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::runtime {
namespace {

class CudaMachineOnDevice : public test::OnDevice {};

TEST_F(CudaMachineOnDevice, refuses_copies_that_would_come_before_recorded_kernels)
{
    const auto machine = make_cuda_machine();
    const Array array = machine->allocate(8);
    device::RecordedWork work;
    const device::Recording recording{work};
    EXPECT_THROW(machine->clear(array.data(), 8, nullptr), std::logic_error);
    EXPECT_THROW(machine->copy(array.data(), array.data(), 8, nullptr), std::logic_error);
    std::byte value{};
    EXPECT_THROW(machine->write_and_wait(array.data(), {&value, 1}), std::logic_error);
    EXPECT_THROW(machine->read_and_wait({&value, 1}, array.data()), std::logic_error);
}

}  // namespace
}  // namespace tobiuo::runtime
