// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/machine/machine.hpp"

namespace tobiuo::runtime {

Array Machine::zeros_and_wait(std::size_t bytes) const
{
    Array array = allocate(bytes);
    clear(array.data(), bytes, nullptr);
    wait(nullptr);
    return array;
}

Array Machine::copied_and_wait(std::span<const std::byte> from, Stream stream) const
{
    Array array = allocate(from.size());
    write_and_wait(array.data(), from, stream);
    return array;
}

std::unique_ptr<const Machine> make_machine(Backend backend, int threads)
{
    switch (backend) {
        case Backend::cuda:
            return make_cuda_machine();
        case Backend::opencl:
            return make_opencl_machine();
        case Backend::cpu:
            break;
    }
    return make_host_machine(threads);
}

}  // namespace tobiuo::runtime
