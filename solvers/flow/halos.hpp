// The planes beyond the ends of a slab, which its neighbours have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

#include "runtime/ranks/exchange.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Copies planes of neighbouring ranks into arrays, as Box::joined says. Calls are collective, and
/// ranks call them in the same order; the work goes onto the stream. Planes that are needed later
/// travel by an exchange of their own, beside whatever goes on between.
///
/// Arrays begin with the slab and have planes_below before it and planes_above behind it.
template <typename T>
class Halos {
public:
    Halos(const Placement& placement, std::size_t plane_values,
          std::shared_ptr<ranks::Exchange> exchange, std::shared_ptr<ranks::Exchange> beside);

    /// Gives each array one plane on either side.
    void give_planes(std::span<T* const> arrays, Stream stream) const
    {
        exchange(wanted(arrays), plane_values_, stream);
    }
    /// Gives the impulse its planes.
    void give_impulse(T* impulse, Stream stream) const
    {
        exchange({{impulse, 1, planes_above}}, plane_values_, stream);
    }
    /// Gives an array the plane above it, and the one below it.
    void give_plane_above(T* array, Stream stream) const
    {
        exchange({{array, 0, 1}}, plane_values_, stream);
    }
    void give_plane_below(T* array, Stream stream) const
    {
        exchange({{array, 1, 0}}, plane_values_, stream);
    }
    /// Begins to give each array one plane on either side, and `above` the one above it. Until
    /// finish_planes() nothing changes their planes at the edges of the slab or uses those beyond.
    void start_planes(std::span<T* const> arrays, T* above, Stream stream) const;
    void finish_planes(Stream stream) const { beside_->finish(stream); }
    /// Gives arrays along the edge of a slab, [z][row_values], one row on either side.
    void give_rows(T* rows, std::size_t row_values, Stream stream) const
    {
        exchange({{rows, 1, 1}}, row_values, stream);
    }

    [[nodiscard]] ExchangeUse take_use_and_wait() const;
    /// Throws DeviceError if messages have failed.
    void check_arrival() const
    {
        exchange_->check_arrival();
        beside_->check_arrival();
    }

private:
    /// An array, and the layers that come from the lower neighbour, 0 or 1, and from the upper one.
    struct Wanted {
        T* array;
        std::int64_t below;
        std::int64_t above;
    };
    struct Messages {
        std::vector<Outgoing> sends;
        std::vector<Incoming> receives;
    };
    [[nodiscard]] static std::vector<Wanted> wanted(std::span<T* const> arrays);
    /// Layers of z have `values` values.
    [[nodiscard]] Messages messages(const std::vector<Wanted>& wanted, std::size_t values) const;
    void exchange(const std::vector<Wanted>& wanted, std::size_t values, Stream stream) const;

    std::int64_t count_;  ///< layers of the slab
    std::size_t plane_values_;
    std::optional<int> below_;  ///< the rank whose planes go on below
    std::optional<int> above_;
    std::shared_ptr<ranks::Exchange> exchange_;
    std::shared_ptr<ranks::Exchange> beside_;
};

extern template class Halos<float>;
extern template class Halos<double>;

}  // namespace tobiuo::flow
