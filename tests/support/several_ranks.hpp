// SPDX-License-Identifier: BSD-3-Clause
// Tests that start the program on several ranks by mpirun.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tobiuo::test {

/// Skips where mpirun is not installed.
class SeveralRanks : public ::testing::Test {
protected:
    void SetUp() override
    {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread of the test runs yet
        if (std::system("mpirun --version > /dev/null 2>&1") != 0) {
            GTEST_SKIP() << "mpirun is not installed";
        }
        // Open MPI keeps memory at the end in modules that it has unloaded, whose names
        // known_leaks.txt would need: the ranks of a build with sanitizers look for other errors.
        const char* given = std::getenv("ASAN_OPTIONS");  // NOLINT(concurrency-mt-unsafe)
        const std::string options = given == nullptr ? "" : std::string{given} + ":";
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread of the test runs yet
        setenv("ASAN_OPTIONS", (options + "detect_leaks=0").c_str(), 1);
    }
};

}  // namespace tobiuo::test
