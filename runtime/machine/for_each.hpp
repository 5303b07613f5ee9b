// SPDX-License-Identifier: BSD-3-Clause
// Items side by side: a kernel on a GPU, a loop on the host.
#pragma once

#include <algorithm>
#include <memory>

#include "runtime/machine/item_kind.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::runtime {

/// Runs items of one kind, see ItemKind, on the machine that it was made for.
template <typename Item>
class ForEach {
public:
    /// Begins to compile the kernel on a GPU. The machine may go before this object. Throws
    /// DeviceError, with OpenCL std::logic_error.
    explicit ForEach(const Machine& machine)
        : kernel_{machine.prepare(Item::kind, precision_of<typename Item::Real>, {})},
          most_threads_{machine.threads()}
    {
    }

    /// Does the items 0 to count - 1 in any order: enqueues them on a GPU, has done them on the
    /// host when it returns. What the item points at is memory of the machine.
    void operator()(const Item& item, long long count, Stream stream) const
    {
        if (count <= 0) {
            return;
        }
        if (kernel_ != nullptr) {
            kernel_->launch(&item, sizeof(Item), count, stream);
            return;
        }
        int threads = threads_for(count, Item::kind.nanoseconds);
        if (most_threads_ > 0) {
            threads = std::min(threads, most_threads_);
        }
        const Item own = item;  // which no store of an item reaches
#pragma omp parallel for schedule(static) num_threads(threads) firstprivate(own)
        for (long long n = 0; n < count; ++n) {
            own(n);
        }
    }

private:
    std::shared_ptr<const ItemKernel> kernel_;  ///< null on the host
    int most_threads_;
};

}  // namespace tobiuo::runtime
