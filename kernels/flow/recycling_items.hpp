// SPDX-License-Identifier: BSD-3-Clause
// Fluctuations of a plane inside the box that a face gives. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/source_items.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The velocity at points of a face, [row][column] of each component.
template <typename T>
struct PlaneVelocity {
    T* components[3] = {};
    long long columns = 0;
    long long rows = 0;

    [[nodiscard]] constexpr long long points() const { return columns * rows; }
};

/// Item n copies the velocity before a stage of a plane of cells: [component][row][column].
template <typename T>
struct TakePlane {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/recycling_items.hpp",
                                            .type = "tobiuo::flow::TakePlane",
                                            .name = "flow-take-plane",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    constexpr void operator()(long long n) const
    {
        const auto component = static_cast<int>(n / to.points());
        const long long point = n % to.points();
        long long at[3] = {};
        at[across] = cell;
        at[faster_axis(across)] = point % to.columns;
        at[slower_axis(across)] = point / to.columns;
        const ProjectedVelocity<T> velocity{box, arrays};
        to.components[component][point] = velocity.at(component, at);
    }

    Box<T> box;
    StageArrays<T> arrays;
    int across;
    long long cell;
    PlaneVelocity<T> to;
};

/// Item n adds up a line of values, in their order: [component][line].
template <typename T>
struct SumLines {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/recycling_items.hpp",
                                            .type = "tobiuo::flow::SumLines",
                                            .name = "flow-sum-lines",
                                            .threads = 64,
                                            .nanoseconds = 200.0};

    constexpr void operator()(long long n) const
    {
        const auto component = static_cast<int>(n / lines);
        const long long first = n % lines * between_lines;
        double sum = 0.0;
        for (long long value = 0; value < length; ++value) {
            const long long at = first + value * between_values;
            sum += sums != nullptr ? sums[component * length + at]
                                   : static_cast<double>(of.components[component][at]);
        }
        to[n] = sum;
    }

    PlaneVelocity<T> of;
    const double*
        sums;  ///< in place of the velocity: [component][length], of one line each; or null
    long long lines;
    long long length;
    long long between_lines;
    long long between_values;
    double* to;
};

/// Item n takes off the mean of its line: [component][row][column].
template <typename T>
struct TakeMean {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/recycling_items.hpp",
                                            .type = "tobiuo::flow::TakeMean",
                                            .name = "flow-take-mean",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    constexpr void operator()(long long n) const
    {
        const auto component = static_cast<int>(n / from.points());
        const long long point = n % from.points();
        const long long line =
            (by_column ? point % from.columns : 0) + (by_row ? point / from.columns : 0);
        T& value = from.components[component][point];
        value =
            static_cast<T>(static_cast<double>(value) - per_count * sums[component * lines + line]);
    }

    PlaneVelocity<T> from;
    const double* sums;  ///< [component][line]
    long long lines;
    bool by_column;
    bool by_row;
    double per_count;
};

/// Item n makes a value of the tables of a face, see BoxTables: what is given there and the
/// fluctuation, each times the factor of the table. [component][row][column], with as many rows
/// before the first one and behind the last one as the tables have.
template <typename T>
struct GiveFluctuations {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/recycling_items.hpp",
                                            .type = "tobiuo::flow::GiveFluctuations",
                                            .name = "flow-give-fluctuations",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    constexpr void operator()(long long n) const
    {
        const long long count = (of.rows + 2 * beyond) * of.columns;
        const auto component = static_cast<int>(n / count);
        const long long at = n % count - beyond * of.columns;
        const long long row = (at + beyond * of.columns) / of.columns - beyond;
        const long long column = at - row * of.columns;
        const bool is_inside = (row >= 0 || joined[0]) && (row < of.rows || joined[1]);
        const long long nearest = row < 0 ? 0 : of.rows - 1;
        const long long from = is_inside ? row : goes_round ? (row + of.rows) % of.rows : nearest;
        to[component][at] =
            given[component][at] + (component == across ? T{1} : T{2}) *
                                       of.components[component][from * of.columns + column];
    }

    PlaneVelocity<T> of;  ///< with a row before and behind where another rank's are
    T* to[3];
    const T* given[3];
    int across;
    long long beyond;  ///< rows
    bool joined[2];
    bool goes_round;
};

}  // namespace tobiuo::flow
