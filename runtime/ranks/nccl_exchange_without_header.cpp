// SPDX-License-Identifier: BSD-3-Clause
// Replaces NCCL in a build whose toolkit does not have its header.
#include <tobiuo/error.hpp>

#include "runtime/ranks/nccl_exchange.hpp"

namespace tobiuo::ranks {

std::string nccl_unsupported_reason()
{
    return "this program was built without the header of NCCL";
}

std::unique_ptr<Exchange> make_nccl_exchange(const Communicator& /*ranks*/)
{
    throw DeviceError{nccl_unsupported_reason()};
}

}  // namespace tobiuo::ranks
