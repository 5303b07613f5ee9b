// SPDX-License-Identifier: BSD-3-Clause
// The exchange between devices of a build without a CUDA toolkit: none.
#include <tobiuo/error.hpp>

#include "runtime/ranks/exchange.hpp"

namespace tobiuo::ranks {

std::unique_ptr<Exchange> make_device_exchange(const Communicator& /*ranks*/,
                                               Transport /*transport*/)
{
    throw DeviceError{"this program was built without CUDA, so no ranks have devices: use the cpu"};
}

}  // namespace tobiuo::ranks
