// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/row_summation.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>

#include "kernels/compensated_sum.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {

std::vector<double> weights_of(const Problem& problem, int axis)
{
    std::vector<double> weights = three_point(problem, axis).width;
    CompensatedSum length;
    for (const double weight : weights) {
        length += weight;
    }
    std::ranges::for_each(weights, [&](double& weight) { weight /= length.value(); });
    return weights;
}

template <typename T>
RowSummation<T>::RowSummation(const Problem& problem, const runtime::Machine& machine)
    : machine_{machine}, sum_pieces_{machine}, sum_rows_{machine}
{
    const std::vector<double> weights = weights_of(problem, 0);
    weights_ = machine.copied_and_wait(std::as_bytes(std::span{weights}));
    rows_ = {.weights = weights_.template as<double>(),
             .length = std::ssize(weights),
             .infinity = std::numeric_limits<double>::infinity()};
}

template <typename T>
std::span<const RowSums> RowSummation<T>::sums_and_wait(const T* values, std::int64_t rows,
                                                        Stream stream)
{
    NormRows<T> all = rows_;
    all.values = values;
    const auto count = static_cast<std::size_t>(rows);
    if (sums_.bytes() < count * sizeof(RowSums)) {
        pieces_ =
            machine_.allocate(count * static_cast<std::size_t>(all.pieces()) * sizeof(PieceSums));
        sums_ = machine_.allocate(count * sizeof(RowSums));
    }
    auto* const pieces = pieces_.template as<PieceSums>();
    auto* const sums = sums_.template as<RowSums>();
    sum_pieces_({.rows = all, .pieces = pieces}, rows * all.pieces(), stream);
    sum_rows_({.rows = all, .pieces = pieces, .sums = sums}, rows, stream);
    if (machine_.is_host()) {
        return {sums, count};
    }
    copied_.resize(count);
    machine_.read_and_wait(std::as_writable_bytes(std::span{copied_}), sums, stream);
    return copied_;
}

template class RowSummation<float>;
template class RowSummation<double>;

}  // namespace tobiuo::poisson
