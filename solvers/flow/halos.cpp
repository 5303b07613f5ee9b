#include "solvers/flow/halos.hpp"

#include <utility>

namespace tobiuo::flow {

template <typename T>
Halos<T>::Halos(const Placement& placement, std::size_t plane_values,
                std::shared_ptr<ranks::Exchange> exchange, std::shared_ptr<ranks::Exchange> beside)
    : count_{placement.slab.count},
      plane_values_{plane_values},
      below_{neighbour(placement, 0)},
      above_{neighbour(placement, 1)},
      exchange_{std::move(exchange)},
      beside_{std::move(beside)}
{
}

template <typename T>
auto Halos<T>::wanted(std::span<T* const> arrays) -> std::vector<Wanted>
{
    std::vector<Wanted> all;
    for (T* const array : arrays) {
        all.push_back({array, 1, 1});
    }
    return all;
}

/// Two ranks round a period are neighbours twice. What each sends down first, the other one awaits
/// from above first.
template <typename T>
auto Halos<T>::messages(const std::vector<Wanted>& wanted, std::size_t values) const -> Messages
{
    Messages all;
    for (const Wanted& one : wanted) {
        const auto layer = [&](std::int64_t number) {
            return one.array + number * static_cast<std::int64_t>(values);
        };
        const auto bytes = [&](std::int64_t layers) {
            return static_cast<std::size_t>(layers) * values * sizeof(T);
        };
        if (below_ && one.above > 0) {
            all.sends.push_back({.to = *below_, .data = layer(0), .bytes = bytes(one.above)});
        }
        if (above_ && one.below > 0) {
            all.sends.push_back(
                {.to = *above_, .data = layer(count_ - one.below), .bytes = bytes(one.below)});
        }
        if (above_ && one.above > 0) {
            all.receives.push_back(
                {.from = *above_, .data = layer(count_), .bytes = bytes(one.above)});
        }
        if (below_ && one.below > 0) {
            all.receives.push_back(
                {.from = *below_, .data = layer(-one.below), .bytes = bytes(one.below)});
        }
    }
    return all;
}

template <typename T>
void Halos<T>::exchange(const std::vector<Wanted>& wanted, std::size_t values, Stream stream) const
{
    const Messages all = messages(wanted, values);
    exchange_->exchange(all.sends, all.receives, stream);
}

template <typename T>
void Halos<T>::start_planes(std::span<T* const> arrays, T* above, Stream stream) const
{
    std::vector<Wanted> all = wanted(arrays);
    all.push_back({above, 0, 1});
    const Messages of_all = messages(all, plane_values_);
    beside_->start(of_all.sends, of_all.receives, stream);
}

template <typename T>
ExchangeUse Halos<T>::take_use_and_wait() const
{
    ExchangeUse use = exchange_->take_use_and_wait();
    const ExchangeUse more = beside_->take_use_and_wait();
    use.exchanges += more.exchanges;
    use.bytes += more.bytes;
    use.seconds += more.seconds;
    use.waited_seconds += more.waited_seconds;
    return use;
}

template class Halos<float>;
template class Halos<double>;

}  // namespace tobiuo::flow
