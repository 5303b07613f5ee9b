// The pages of the arrays of a case in host memory, locked for copies to a device.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include <tobiuo/page_lock.hpp>

#include "app/output/report/link_use.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {

/// The locks of f and u, and what they and the copies of a solve cost.
class LockedPages {
public:
    /// Locks the pages of both in place of those before. The arrays must live until the next call, or
    /// as long as this object.
    template <typename Real>
    void lock(std::span<const Real> f, std::span<Real> u)
    {
        f_ = {};
        u_ = {};
        const auto start = std::chrono::steady_clock::now();
        f_ = PageLock{f.data(), f.size_bytes()};
        u_ = PageLock{u.data(), u.size_bytes()};
        seconds_ = seconds_since(start);
    }

    /// `copied_bytes` is each way, `limit` what the link copies.
    [[nodiscard]] LinkUse use(std::int64_t copied_bytes, const memory::LinkRates& limit) const
    {
        return {.bytes_each_way = copied_bytes,
                .limit = limit,
                .lock_seconds = seconds_,
                .not_locked = f_.refusal().empty() ? u_.refusal() : f_.refusal()};
    }

private:
    PageLock f_;
    PageLock u_;
    double seconds_{};
};

}  // namespace tobiuo
