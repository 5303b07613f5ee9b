// SPDX-License-Identifier: BSD-3-Clause
// One point of a wall, and its contribution to the right-hand side; items of these and of what is
// computed beside them. The code compiles for device and host.
#pragma once

#include "kernels/walls/wall_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::walls {

/// Point `item` of the numbered points of all faces. First every item computes its v from the given
/// f; then every item corrects f. An unknown beside several walls is corrected once, for all of
/// them, by the item of the first of these faces. Sums are double for any T and Value.
template <typename T, typename Value>
class WallItem {
public:
    constexpr WallItem(const Arguments<T, Value>& arguments, long long item) : walls_{arguments}
    {
        if (walls_.problem_values > 0) {
            problem_ = item / walls_.box.points;
            item -= problem_ * walls_.box.points;
        }
        while (face().rows == 0 || item >= face().first + walls_.box.face_points(face_)) {
            ++face_;
        }
        const long long index = item - face().first;
        const long long columns = walls_.box.counts[faster_axis(face_ / 2)];
        slower_ = index / columns + walls_.box.first_row(face_);
        faster_ = index % columns;
    }

    constexpr void find_curvature() const
    {
        if (!face().needs_curvature()) {
            return;
        }
        double v = -laplacian_along() - lambda() * value(face_, slower_, faster_);
        for (int row = 0; row < extrapolation_points; ++row) {
            v += face().extrapolation[row] * static_cast<double>(beside(row));
        }
        curvatures()[number(face_, slower_, faster_)] = v;
    }

    constexpr void correct() const
    {
        for (int row = 0; row < face().rows; ++row) {
            const Place here = place(row);
            if (!is_held(here) || first_face(here) != face_) {
                continue;
            }
            double sum = 0.0;
            for (int face = face_; face < face_count; ++face) {
                sum += share(face, here);
            }
            T& corrected = f()[offset(here)];
            corrected = static_cast<T>(static_cast<double>(corrected) - sum);
        }
    }

private:
    /// The indices of an unknown along x, y, z.
    struct Place {
        long long at[3];
    };

    [[nodiscard]] constexpr const Face& face() const { return walls_.box.faces[face_]; }

    /// The arrays of the problem, which is the only one without a batch.
    [[nodiscard]] constexpr T* f() const { return walls_.f + problem_ * walls_.problem_values; }
    [[nodiscard]] constexpr double* curvatures() const
    {
        return walls_.curvatures + problem_ * walls_.box.points;
    }
    [[nodiscard]] constexpr double lambda() const
    {
        return walls_.lambdas != nullptr ? walls_.lambdas[problem_] : walls_.box.lambda;
    }

    /// The unknown in row `row` beside this point.
    [[nodiscard]] constexpr Place place(int row) const
    {
        const int axis = face_ / 2;
        Place place{};
        place.at[axis] = face_ % 2 == 0 ? row : walls_.box.counts[axis] - 1 - row;
        place.at[faster_axis(axis)] = faster_;
        place.at[slower_axis(axis)] = slower_;
        return place;
    }

    [[nodiscard]] constexpr long long offset(const Place& place) const
    {
        const long long* counts = walls_.box.counts;
        const long long plane = place.at[2] - walls_.box.first_plane;
        return (plane * counts[1] + place.at[1]) * counts[0] + place.at[0];
    }

    /// Whether the array has the plane of the unknown.
    [[nodiscard]] constexpr bool is_held(const Place& place) const
    {
        const long long plane = place.at[2] - walls_.box.first_plane;
        return plane >= 0 && plane < walls_.box.planes;
    }

    /// f in row `row` beside this point.
    [[nodiscard]] constexpr T beside(int row) const
    {
        const T* const planes = face_ / 2 == 2 ? walls_.beside[face_ % 2] : nullptr;
        if (planes == nullptr) {
            return f()[offset(place(row))];
        }
        return planes[(row * walls_.box.counts[1] + slower_) * walls_.box.counts[0] + faster_];
    }

    /// The number of a point of a face among those of all faces.
    [[nodiscard]] constexpr long long number(int face, long long slower, long long faster) const
    {
        const long long columns = walls_.box.counts[faster_axis(face / 2)];
        return walls_.box.faces[face].first + (slower - walls_.box.first_row(face)) * columns +
               faster;
    }

    /// The number of rows between the unknown and the face.
    [[nodiscard]] constexpr long long row_from(int face, const Place& place) const
    {
        const int axis = face / 2;
        return face % 2 == 0 ? place.at[axis] : walls_.box.counts[axis] - 1 - place.at[axis];
    }

    [[nodiscard]] constexpr int first_face(const Place& place) const
    {
        int face = 0;
        while (row_from(face, place) >= walls_.box.faces[face].rows) {
            ++face;
        }
        return face;
    }

    [[nodiscard]] constexpr double value(int face, long long slower, long long faster) const
    {
        const Given<Value>& given = walls_.given.of[face];
        if (given.values == nullptr) {
            return given.factor * given.constant;
        }
        const long long columns = walls_.box.counts[faster_axis(face / 2)];
        const long long row = face / 2 == 2 ? slower : slower - walls_.given.first_plane;
        const long long before = problem_ * walls_.box.face_points(face);
        return given.factor * static_cast<double>(given.values[before + row * columns + faster]);
    }

    /// The contribution of `face` to the unknown; zero if the unknown is too far away.
    [[nodiscard]] constexpr double share(int face, const Place& place) const
    {
        const Face& wall = walls_.box.faces[face];
        const long long row = row_from(face, place);
        if (row >= wall.rows) {
            return 0.0;
        }
        const int axis = face / 2;
        const long long slower = place.at[slower_axis(axis)];
        const long long faster = place.at[faster_axis(axis)];
        double sum = wall.by_value[row] * value(face, slower, faster);
        if (wall.needs_curvature()) {
            sum += wall.by_curvature[row] * curvatures()[number(face, slower, faster)];
        }
        return sum;
    }

    /// The Laplacian of the boundary values along the face.
    [[nodiscard]] constexpr double laplacian_along() const
    {
        if (walls_.given.of[face_].values == nullptr) {
            return 0.0;
        }
        const int axis = face_ / 2;
        double sum = 0.0;
        const long long columns = walls_.box.counts[faster_axis(axis)];
        const SecondDifference& x = walls_.box.along[faster_axis(axis)];
        for (int i = 0; i < x.used; ++i) {
            const long long column = (x.first(faster_, columns) + i + columns) % columns;
            sum += x.weights[faster_ * difference_points + i] * value(face_, slower_, column);
        }
        const long long rows = walls_.box.counts[slower_axis(axis)];
        const SecondDifference& y = walls_.box.along[slower_axis(axis)];
        for (int i = 0; i < y.used; ++i) {
            const long long row = (y.first(slower_, rows) + i + rows) % rows;
            sum += y.weights[slower_ * difference_points + i] * value(face_, row, faster_);
        }
        return sum;
    }

    const Arguments<T, Value>& walls_;
    long long problem_ = 0;
    int face_ = 0;
    long long slower_ = 0;
    long long faster_ = 0;
};

/// The curvatures at box.points points, before Correct if a face needs them. A read of three rows
/// beside each wall; a double is written for each point.
template <typename T, typename Value = T>
struct FindCurvature {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/wall_item.hpp",
                                            .type = "tobiuo::walls::FindCurvature",
                                            .name = "wall-curvatures",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    constexpr void operator()(long long n) const { WallItem<T, Value>{walls, n}.find_curvature(); }

    Arguments<T, Value> walls;
};

/// The corrections of f beside box.points points: a read and a write of up to two rows. For a wall
/// across x these lie in one transaction of each line.
template <typename T, typename Value = T>
struct Correct {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/wall_item.hpp",
                                            .type = "tobiuo::walls::Correct",
                                            .name = "wall-corrections",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    constexpr void operator()(long long n) const { WallItem<T, Value>{walls, n}.correct(); }

    Arguments<T, Value> walls;
};

/// u += share.
template <typename T>
struct AddShare {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/wall_item.hpp",
                                            .type = "tobiuo::walls::AddShare",
                                            .name = "wall-add-share",
                                            .threads = 128,
                                            .nanoseconds = 1.0};

    constexpr void operator()(long long n) const { u[n] += share[n]; }

    const T* share;
    T* u;
};

/// u = factor f in double, rounded once, with another factor for each row of values if there is a
/// table; f may be u.
template <typename T>
struct Multiply {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/wall_item.hpp",
                                            .type = "tobiuo::walls::Multiply",
                                            .name = "wall-multiply",
                                            .threads = 128,
                                            .nanoseconds = 1.0};

    constexpr void operator()(long long n) const
    {
        const double own = by_row == nullptr ? 1.0 : by_row[n / row_step % row_count];
        u[n] = static_cast<T>(factor * own * static_cast<double>(f[n]));
    }

    const T* f;
    T* u;
    double factor;
    const double* by_row = nullptr;
    long long row_step = 1;  ///< the values of a row that are neighbours
    long long row_count = 1;
};

}  // namespace tobiuo::walls
