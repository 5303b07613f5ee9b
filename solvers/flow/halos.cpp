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
void Halos<T>::exchange(std::span<T* const> arrays, std::size_t values, std::int64_t above,
                        Stream stream) const
{
    const auto layer = [&](T* array, std::int64_t number) {
        return array + number * static_cast<std::int64_t>(values);
    };
    const std::size_t bytes = values * sizeof(T);
    const std::size_t bytes_above = static_cast<std::size_t>(above) * bytes;
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (T* const array : arrays) {
        if (below_) {
            sends.push_back({.to = *below_, .data = array, .bytes = bytes_above});
        }
        if (above_) {
            sends.push_back(
                {.to = *above_, .data = layer(array, count_ - planes_below), .bytes = bytes});
            receives.push_back(
                {.from = *above_, .data = layer(array, count_), .bytes = bytes_above});
        }
        if (below_) {
            receives.push_back(
                {.from = *below_, .data = layer(array, -planes_below), .bytes = bytes});
        }
    }
    exchange_->exchange(sends, receives, stream);
}

template class Halos<float>;
template class Halos<double>;

}  // namespace tobiuo::flow
