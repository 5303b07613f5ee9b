// SPDX-License-Identifier: BSD-3-Clause
// The rows of a column that one thread holds. One code for device and host.
#pragma once

#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::tridiagonal {

/// The recurrences of EdgeSeries over these rows, written as p - (1 - r) p + g: the product with 1
/// - r is rounded relative to itself, and g stays exact where r is tiny.
template <ToeplitzForm form, typename T>
class ToeplitzPart {
public:
    constexpr explicit ToeplitzPart(int thread_in_column)
        : is_last_{thread_in_column == form.threads_per_column - 1}
    {
    }

    /// Reads the part whose first row is `row`. Rows that do not exist are 0.
    constexpr void load(const T* row)
    {
        unrolled<form.values>([&](auto j) {
            value_[j] = has(j) ? *row : T{};
            row += stride();
        });
    }

    /// Copies values to the rows of a part that exist.
    static constexpr void place(const double* values, int thread_in_column, T* row)
    {
        const int count =
            thread_in_column == form.threads_per_column - 1 ? form.last_values() : form.values;
        for (int j = 0; j < count; ++j) {
            row[j * stride()] = static_cast<T>(values[j]);
        }
    }

    [[nodiscard]] constexpr T first() const { return value_[0]; }
    /// The last value; called by the last thread of a column only.
    [[nodiscard]] constexpr T last() const { return value_[form.last_values() - 1]; }

    /// The value at the last row of the recurrence p, started with zero before the first row.
    [[nodiscard]] constexpr T forwards(T loss) const
    {
        T sum{};
        unrolled<form.values>([&](auto j) { sum = has(j) ? next(sum, j, loss) : sum; });
        return sum;
    }

    /// The value at the first row of the recurrence that runs from the last row, started with zero.
    [[nodiscard]] constexpr T backwards(T loss) const
    {
        T sum{};
        unrolled<form.values>([&](auto j) { sum = next(sum, form.values - 1 - j.value, loss); });
        return sum;
    }

    /// backwards() - forwards(), divided by the loss, without cancellation where the loss is tiny.
    [[nodiscard]] constexpr T tilt(T loss) const
    {
        T tilt{};
        T forward{};
        T backward{};
        unrolled<form.values>([&](auto j) {
            tilt += has(j) ? forward : T{};
            forward = next(forward, j, loss);
        });
        unrolled<form.values>([&](auto j) {
            tilt -= backward;
            backward = next(backward, form.values - 1 - j.value, loss);
        });
        return tilt;
    }

    /// Replaces the values by p; `before` is p before the first row.
    constexpr void sweep_forwards(T before, T loss)
    {
        unrolled<form.values>([&](auto j) {
            before = next(before, j, loss);
            value_[j] = has(j) ? before : T{};
        });
    }

    /// Stores factor * q; `behind` is q behind the last row.
    constexpr void sweep_backwards(T behind, T loss, T factor, T* row) const
    {
        row += (form.values - 1) * stride();
        unrolled<form.values>([&](auto back) {
            constexpr int j = form.values - 1 - decltype(back)::value;
            if (has(j)) {
                behind = next(behind, j, loss);
                *row = factor * behind;
            }
            row -= stride();
        });
    }

private:
    static_assert(form.last_values() >= 1 && form.last_values() <= form.values);

    [[nodiscard]] static constexpr long long stride()
    {
        return form.reversed ? -form.step : form.step;
    }

    /// Whether row j exists. One condition serves all rows that only the last part lacks.
    [[nodiscard]] constexpr bool has(int j) const { return j < form.last_values() || !is_last_; }
    [[nodiscard]] constexpr T next(T sum, int j, T loss) const
    {
        return sum - loss * sum + value_[j];
    }

    bool is_last_;
    T value_[form.values]{};
};

/// The offset of the first row of a part.
template <ToeplitzForm form>
[[nodiscard]] constexpr long long first_row(long long column, int thread_in_column)
{
    return column + form.place_of(static_cast<long long>(thread_in_column) * form.values);
}

}  // namespace tobiuo::tridiagonal
