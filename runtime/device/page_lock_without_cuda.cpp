// SPDX-License-Identifier: BSD-3-Clause
// Page locks of a build without a CUDA toolkit: every array stays as it is.
#include <tobiuo/page_lock.hpp>

namespace tobiuo {

PageLock::PageLock(const void* /*array*/, std::size_t /*bytes*/)
    : refusal_{"the program was built without CUDA"}
{
}

PageLock::~PageLock() = default;

}  // namespace tobiuo
