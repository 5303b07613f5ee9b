// SPDX-License-Identifier: BSD-3-Clause
// What charges beside faces of a box add to the right-hand sides of its columns, from modes on the
// faces. One code for device and host.
#pragma once

namespace tobiuo::tridiagonal {

/// Row z of column x + y counts[0] gets
///
///     weight[0][x] across[0][choice[0][x]][z][y] + weight[1][y] across[1][choice[1][y]][z][x]
///
/// and row 0 and the last one the value of the column in below and above. Null: nothing, which not
/// both weights are.
template <typename T>
struct FaceModes {
    const T* weight[2] = {};
    const int* choice[2] = {};
    const T* across[2][2] = {};
    const T* below = nullptr;
    const T* above = nullptr;
    long long counts[2] = {1, 1};  ///< x and y
};

/// Those of one column, row by row.
template <typename T>
class ColumnFaceModes {
public:
    /// From `row` on, upwards or downwards.
    constexpr ColumnFaceModes(const FaceModes<T>& faces, long long column, int row, bool downwards)
    {
        const long long x = column % faces.counts[0];
        const long long y = column / faces.counts[0];
        const Line across[2] = {line(faces, 0, x, y, faces.counts[1]),
                                line(faces, 1, y, x, faces.counts[0])};
        for (int axis = 0; axis < 2; ++axis) {
            // Without faces across one axis what is beside it is read twice, once for nothing.
            const bool is_there = across[axis].values != nullptr;
            const Line read = is_there ? across[axis] : across[1 - axis];
            weight_[axis] = is_there ? read.weight : T{0};
            line_[axis] = read.values + row * read.step;
            step_[axis] = downwards ? -read.step : read.step;
        }
    }

    [[nodiscard]] constexpr T next()
    {
        const T sum = weight_[0] * *line_[0] + weight_[1] * *line_[1];
        line_[0] += step_[0];
        line_[1] += step_[1];
        return sum;
    }

private:
    struct Line {
        T weight;
        const T* values;
        long long step;
    };
    [[nodiscard]] static constexpr Line line(const FaceModes<T>& faces, int axis, long long own,
                                             long long other, long long step)
    {
        if (faces.weight[axis] == nullptr) {
            return {T{0}, nullptr, step};
        }
        const T* const values =
            faces.choice[axis][own] == 0 ? faces.across[axis][0] : faces.across[axis][1];
        return {faces.weight[axis][own], values + other, step};
    }

    long long step_[2] = {};
    T weight_[2] = {};
    const T* line_[2] = {};
};

}  // namespace tobiuo::tridiagonal
