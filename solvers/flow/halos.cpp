// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/halos.hpp"

#include <utility>
#include <vector>

namespace tobiuo::flow {

template <typename T>
Halos<T>::Halos(const Placement& placement, std::size_t plane_values,
                std::shared_ptr<ranks::Exchange> exchange)
    : count_{placement.slab.count},
      plane_values_{plane_values},
      below_{neighbour(placement, 0)},
      above_{neighbour(placement, 1)},
      exchange_{std::move(exchange)}
{
}

/// Two ranks round a period are neighbours twice. What each sends down first, the other one awaits
/// from above first.
template <typename T>
void Halos<T>::exchange(std::span<T* const> arrays, std::size_t values, const Layers& layers,
                        Stream stream, std::span<T* const> two) const
{
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    const auto add = [&](T* array, const Layers& some) {
        const auto layer = [&](std::int64_t number) {
            return array + number * static_cast<std::int64_t>(values);
        };
        const std::size_t bytes_below = static_cast<std::size_t>(some.below) * values * sizeof(T);
        const std::size_t bytes_above = static_cast<std::size_t>(some.above) * values * sizeof(T);
        if (below_) {
            sends.push_back({.to = *below_, .data = array, .bytes = bytes_above});
        }
        if (above_ && bytes_below > 0) {
            sends.push_back(
                {.to = *above_, .data = layer(count_ - some.below), .bytes = bytes_below});
        }
        if (above_) {
            receives.push_back({.from = *above_, .data = layer(count_), .bytes = bytes_above});
        }
        if (below_ && bytes_below > 0) {
            receives.push_back({.from = *below_, .data = layer(-some.below), .bytes = bytes_below});
        }
    };
    for (T* const array : arrays) {
        add(array, layers);
    }
    for (T* const array : two) {
        add(array, {2, 2});
    }
    exchange_->exchange(sends, receives, stream);
}

template class Halos<float>;
template class Halos<double>;

}  // namespace tobiuo::flow
