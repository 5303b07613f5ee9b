// SPDX-License-Identifier: BSD-3-Clause
// Builds without a CUDA toolkit have no device for ranks.
#include "solvers/poisson/ranks/device_ranks.hpp"

namespace tobiuo::poisson {

template <typename T>
const DeviceRanks<T>& device_ranks()
{
    static constexpr DeviceRanks<T> none{};
    return none;
}

template const DeviceRanks<float>& device_ranks();
template const DeviceRanks<double>& device_ranks();

}  // namespace tobiuo::poisson
