// SPDX-License-Identifier: BSD-3-Clause
// The planes beyond the ends of a slab, which its neighbours have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <tobiuo/stream.hpp>

#include "runtime/ranks/exchange.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Copies planes of neighbouring ranks into arrays, as Box::joined says. Calls are collective, and
/// ranks call them in the same order; the work goes onto the stream.
///
/// Arrays begin with the slab and have planes_below before it, that of a bounded scalar one more, and
/// planes_above behind it.
template <typename T>
class Halos {
public:
    Halos(const Placement& placement, std::size_t plane_values,
          std::shared_ptr<ranks::Exchange> exchange);

    /// Gives each array one plane on either side, and those of `two` two.
    void give_planes(std::span<T* const> arrays, Stream stream, std::span<T* const> two = {}) const
    {
        exchange(arrays, plane_values_, {1, 1}, stream, two);
    }
    /// Gives the impulse its planes.
    void give_impulse(T* impulse, Stream stream) const
    {
        exchange({&impulse, 1}, plane_values_, {1, planes_above}, stream);
    }
    /// Gives an array the plane above it.
    void give_plane_above(T* array, Stream stream) const
    {
        exchange({&array, 1}, plane_values_, {0, 1}, stream);
    }
    /// Gives arrays along the edge of a slab, [z][row_values], one row on either side.
    void give_rows(T* rows, std::size_t row_values, Stream stream) const
    {
        exchange({&rows, 1}, row_values, {1, 1}, stream);
    }

    [[nodiscard]] ExchangeUse take_use_and_wait() const { return exchange_->take_use_and_wait(); }
    /// Throws DeviceError if messages have failed.
    void check_arrival() const { exchange_->check_arrival(); }

private:
    /// The layers that come from the lower neighbour and from the upper one.
    struct Layers {
        std::int64_t below;
        std::int64_t above;
    };
    /// Layers of z have `values` values. Of the arrays `two` two come from either.
    void exchange(std::span<T* const> arrays, std::size_t values, const Layers& layers,
                  Stream stream, std::span<T* const> two = {}) const;

    std::int64_t count_;  ///< layers of the slab
    std::size_t plane_values_;
    std::optional<int> below_;  ///< the rank whose planes go on below
    std::optional<int> above_;
    std::shared_ptr<ranks::Exchange> exchange_;
};

extern template class Halos<float>;
extern template class Halos<double>;

}  // namespace tobiuo::flow
