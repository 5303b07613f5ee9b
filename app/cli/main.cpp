// SPDX-License-Identifier: BSD-3-Clause
// The tobiuo program.
#include <malloc.h>

#include <cstdlib>
#include <string_view>

#include "app/cli/command_line.hpp"
#include "app/cli/studies.hpp"
#include "app/machine/threads.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/compile/compile_process.hpp"
#include "runtime/opencl/driver_probe.hpp"

int main(int argc, char** argv)
{
    if (argc == 3 && std::string_view{argv[1]} == tobiuo::probe_option) {
        tobiuo::opencl::answer_probe(std::atoi(argv[2]));
    }
    if (argc == 2 && std::string_view{argv[1]} == tobiuo::compile_option) {
        return tobiuo::device::answer_compilation();
    }
    // Some planes of a field at a time come and go: their memory is used again, not given back.
    ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
    tobiuo::hold_signals();  // until the program is ready for them
    tobiuo::wait_passively(argv);
    return tobiuo::on_a_large_stack(
        [&] { return tobiuo::command_line(argc, argv, tobiuo::studies()); });
}
