// SPDX-License-Identifier: BSD-3-Clause
// A kernel is compiled, cached, loaded and launched on the device.
#include "runtime/device/compile/module.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/device/compile/module_cache.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/device/error.hpp"
#include "runtime/memory/device_ceiling.hpp"
#include "tests/support/device.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::device {
namespace {

class ModuleOnDevice : public test::OnDevice {};

TEST_F(ModuleOnDevice, loads_from_the_compiler_and_from_the_cache)
{
    const test::TemporaryFolder temporary;
    const ModuleCache cache{temporary.path()};
    const Specialisation what = memory::probe_specialisations().front();
    EXPECT_GT(Kernel(what, 0, cache).blocks_per_multiprocessor(256), 0);
    EXPECT_FALSE(std::filesystem::is_empty(temporary.path()));
    EXPECT_GT(Kernel(what, 0, cache).blocks_per_multiprocessor(256), 0);
}

TEST_F(ModuleOnDevice, recompiles_a_damaged_entry)
{
    const test::TemporaryFolder temporary;
    const ModuleCache cache{temporary.path()};
    const Specialisation what = memory::probe_specialisations().front();
    Kernel(what, 0, cache).wait();
    for (const auto& entry : std::filesystem::directory_iterator{temporary.path()}) {
        std::filesystem::resize_file(entry.path(), 300);
    }
    EXPECT_GT(Kernel(what, 0, cache).blocks_per_multiprocessor(256), 0);
}

TEST_F(ModuleOnDevice, a_missing_entry_is_a_device_error)
{
    Specialisation what = memory::probe_specialisations().front();
    what.kernel = "no_such_kernel";
    EXPECT_THROW(Kernel(what, 0, ModuleCache{{}}).wait(), DeviceError);
}

}  // namespace
}  // namespace tobiuo::device
