// SPDX-License-Identifier: BSD-3-Clause
// The systems of an example of unequal rows on several devices, joined on the host or on a GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/tridiagonal/unequal/joined_unequal_twin.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab_twin.hpp"
#include "tests/kernels/tridiagonal/unequal/unequal_slab_example.hpp"

namespace tobiuo::test {

/// The most that joining changes in a solution, in epsilons of the largest u of a column: what
/// enters a slab is summed in pieces, which round the same sums in another order.
inline constexpr double most_joined_errors = 16.0;

/// One of several devices with the rows of an example.
class JoinedDevice {
public:
    JoinedDevice(const std::vector<long long>& rows, std::size_t mine, long long columns)
        : layout_{.columns = columns,
                  .rows = rows.at(mine),
                  .devices = static_cast<long long>(rows.size()),
                  .mine = static_cast<long long>(mine)},
          first_row_{std::reduce(rows.begin(), rows.begin() + layout_.mine)}
    {
    }

    [[nodiscard]] const tridiagonal::PassageLayout& layout() const { return layout_; }

    /// The slab in the rows of all.
    template <typename T>
    [[nodiscard]] tridiagonal::Slab<T> slab(T* data) const
    {
        return tridiagonal::slab_of(data + first_row_ * layout_.columns, layout_.columns,
                                    layout_.rows, first_row_, false);
    }

    /// `told` has two planes of each device; `line` is the zero mode of all rows.
    [[nodiscard]] tridiagonal::SlabSums sums(double* told, double* line) const
    {
        double* const forwards = told + layout_.mine * layout_.columns;
        return {.forwards = forwards,
                .again = forwards + layout_.devices * layout_.columns,
                .first = nullptr,
                .last = nullptr,
                .line = line + first_row_,
                .constant = nullptr};
    }

    [[nodiscard]] tridiagonal::JoinedSlabs joined(const double* told, const long long* rows) const
    {
        return {.forwards = told,
                .backwards = told + layout_.devices * layout_.columns,
                .first = nullptr,
                .last = nullptr,
                .rows = rows,
                .devices = layout_.devices,
                .mine = layout_.mine};
    }

private:
    tridiagonal::PassageLayout layout_;
    long long first_row_;
};

[[nodiscard]] inline tridiagonal::UnequalSlabSums sums_of_line(double* line, double* heights,
                                                               double* constant)
{
    return {.loss = nullptr,
            .solved = nullptr,
            .kept = nullptr,
            .line = line,
            .heights = heights,
            .constant = constant};
}

/// The parts of a slab, in rising order: of `most` rows each but the last one, which leave to each
/// other what `risen` holds; or the whole slab if most is 0.
template <typename T>
[[nodiscard]] std::vector<tridiagonal::SlabPart<T>> parts_of(const tridiagonal::Slab<T>& slab,
                                                             long long most, double* risen)
{
    if (most == 0) {
        return {{.rows = slab}};
    }
    std::vector<tridiagonal::SlabPart<T>> parts;
    for (long long begin = 0; begin < slab.rows; begin += most) {
        tridiagonal::Slab<T> rows = slab;
        rows.data += begin * slab.step;
        rows.rows = std::min(most, slab.rows - begin);
        rows.first_row += begin;
        parts.push_back({.rows = rows, .begin = begin, .risen = risen});
    }
    return parts;
}

/// The solution of an example by devices with as many rows each as `rows` says, which rise and fall
/// in parts of `part` rows, or whole if that is 0.
template <typename T>
[[nodiscard]] typename UnequalSlabExample<T>::Solved joined_on_host(
    const UnequalSlabExample<T>& example, const std::vector<long long>& rows, long long part = 0)
{
    constexpr long long columns = UnequalSlabExample<T>::columns;
    constexpr tridiagonal::ColumnRange range{.first = 0, .end = columns};
    typename UnequalSlabExample<T>::Solved solved{.u = example.right_side()};
    const tridiagonal::UnequalSlabSystems systems = example.systems();
    std::vector<double> told(2 * rows.size() * columns);
    std::array<std::vector<double>, 2> lines;
    lines.fill(std::vector<double>(static_cast<std::size_t>(example.rows())));
    std::vector<std::vector<double>> passages;
    std::vector<double> risen(tridiagonal::risen_doubles * columns);
    for (std::size_t mine = 0; mine < rows.size(); ++mine) {
        const JoinedDevice device{rows, mine, columns};
        passages.emplace_back(static_cast<std::size_t>(device.layout().doubles()));
        const auto at = device.layout().passages(passages.back().data());
        prepare_on_host(systems, at, device.joined(told.data(), rows.data()), range);
        for (const auto& rising : parts_of(device.slab(solved.u.data()), part, risen.data())) {
            rise_on_host(systems, at, device.sums(told.data(), lines[0].data()), rising, range);
        }
    }
    turn_on_host(systems, sums_of_line(lines[0].data(), lines[1].data(), &solved.constant));
    const std::vector<double> gathered = told;
    for (std::size_t mine = 0; mine < rows.size(); ++mine) {
        const JoinedDevice device{rows, mine, columns};
        const auto at = device.layout().passages(passages[mine].data());
        const auto sums = device.sums(told.data(), lines[0].data());
        join_on_host(systems, at, sums, device.joined(gathered.data(), rows.data()), range);
        auto parts = parts_of(device.slab(solved.u.data()), part, risen.data());
        std::ranges::reverse(parts);
        for (const auto& falling : parts) {
            fall_on_host(systems, at, sums, falling, range);
        }
    }
    return solved;
}

/// The largest difference of two solutions in a column, in epsilons of the largest u there.
template <typename T>
[[nodiscard]] double column_difference(const std::vector<T>& one, const std::vector<T>& other,
                                       long long column)
{
    double worst = 0.0;
    double largest = 0.0;
    for (auto at = static_cast<std::size_t>(column); at < one.size();
         at += static_cast<std::size_t>(UnequalSlabExample<T>::columns)) {
        const auto expected = static_cast<double>(other[at]);
        worst = std::max(worst, std::abs(static_cast<double>(one[at]) - expected));
        largest = std::max(largest, std::abs(expected));
    }
    return worst == 0.0
               ? 0.0
               : worst / (largest * static_cast<double>(std::numeric_limits<T>::epsilon()));
}

}  // namespace tobiuo::test
