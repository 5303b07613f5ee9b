// SPDX-License-Identifier: BSD-3-Clause
// The walls of a box of unknowns, as the items of kernels see them. The code compiles for device
// and host.
#pragma once

namespace tobiuo::walls {

inline constexpr int face_count = 6;            ///< face 2 axis + end; end 0 is the lower one
inline constexpr int rows_per_face = 2;         ///< most rows of unknowns that a wall affects
inline constexpr int extrapolation_points = 3;  ///< rows from which f on a wall is extrapolated
inline constexpr int difference_points = 5;     ///< values that give a curvature along a face

/// The second derivative of values at the unknowns of one axis.
struct SecondDifference {
    const double* weights = nullptr;  ///< [unknown][difference_points]
    int used = 0;  ///< points that have a weight; 0 if the axis has too few for a curvature
    bool periodic = false;

    /// The first of the points for unknown `row` of `count`. A negative index, or one of `count` or
    /// more, wraps around the period.
    [[nodiscard]] constexpr long long first(long long row, long long count) const
    {
        const long long centred = row - used / 2;
        if (periodic) {
            return centred;
        }
        const long long last = count - used;
        return centred < 0 ? 0 : centred > last ? last : centred;
    }
};

/// The term that is subtracted from row r of the unknowns beside a wall with the boundary value g:
///     by_value[r] g + by_curvature[r] v,
/// where v = the extrapolation of f - lambda g - laplacian of g along the face. The coefficients
/// are derived in solvers/poisson/walls/wall_box.cpp.
struct Face {
    int rows = 0;         ///< 0: nothing is subtracted; 1: v does not enter
    long long first = 0;  ///< number of the face's first point among those of all faces
    double by_value[rows_per_face] = {};
    double by_curvature[rows_per_face] = {};
    double extrapolation[extrapolation_points] = {};

    [[nodiscard]] constexpr bool needs_curvature() const { return rows > 1; }
};

/// The two axes in the plane of the faces across `axis`.
[[nodiscard]] constexpr int faster_axis(int axis)
{
    return axis == 0 ? 1 : 0;
}
[[nodiscard]] constexpr int slower_axis(int axis)
{
    return axis == 2 ? 1 : 2;
}

/// A box of unknowns, [z][y][x], of which an array holds some neighbouring planes of z, or all.
struct Box {
    long long counts[3] = {1, 1, 1};  ///< unknowns along x, y, z, of the whole box
    long long first_plane = 0;        ///< of the planes that an array holds
    long long planes = 1;
    double lambda = 0.0;
    SecondDifference along[3];
    Face faces[face_count];
    long long points = 0;  ///< points of all faces with rows

    /// Points of a face beside the planes of the array: all of a face across z.
    [[nodiscard]] constexpr long long face_points(int face) const
    {
        const int axis = face / 2;
        return counts[faster_axis(axis)] * (axis == 2 ? counts[slower_axis(axis)] : planes);
    }
    /// The first of these points along the slower axis.
    [[nodiscard]] constexpr long long first_row(int face) const
    {
        return face / 2 == 2 ? 0 : first_plane;
    }

    /// Numbers the points of the faces with rows, face after face.
    constexpr void number_points()
    {
        points = 0;
        for (int face = 0; face < face_count; ++face) {
            faces[face].first = points;
            points += faces[face].rows > 0 ? face_points(face) : 0;
        }
    }

    [[nodiscard]] constexpr bool needs_curvatures() const
    {
        bool needs = false;
        for (const Face& face : faces) {
            needs = needs || face.needs_curvature();
        }
        return needs;
    }
};

/// The boundary values of a face: `values`, [slower][faster], or the constant if that is null, each
/// times `factor`.
template <typename Value>
struct Given {
    const Value* values = nullptr;
    double constant = 0.0;
    double factor = 1.0;

    [[nodiscard]] constexpr bool is_zero() const { return values == nullptr && constant == 0.0; }
};

/// The values of all faces. Those of faces across x and y begin with plane `first_plane`.
template <typename Value>
struct GivenFaces {
    Given<Value> of[face_count];
    long long first_plane = 0;

    [[nodiscard]] constexpr bool all_zero() const
    {
        bool zero = true;
        for (const Given<Value>& face : of) {
            zero = zero && face.is_zero();
        }
        return zero;
    }
};

/// The box without the faces that subtract nothing: those held at zero whose v does not enter.
template <typename Value>
[[nodiscard]] constexpr Box only_changing(Box box, const GivenFaces<Value>& given)
{
    for (int face = 0; face < face_count; ++face) {
        if (given.of[face].is_zero() && !box.faces[face].needs_curvature()) {
            box.faces[face].rows = 0;
        }
    }
    box.number_points();
    return box;
}

/// The box of an array with these planes: without faces across z that none of them is beside.
[[nodiscard]] constexpr Box with_planes(Box box, long long first, long long count)
{
    box.first_plane = first;
    box.planes = count;
    Face& lower = box.faces[4];
    Face& upper = box.faces[5];
    lower.rows = count > 0 && first < lower.rows ? lower.rows : 0;
    upper.rows = count > 0 && first + count > box.counts[2] - upper.rows ? upper.rows : 0;
    box.number_points();
    return box;
}

/// All arrays that the items read and write: the arguments of the kernels.
template <typename T, typename Value>
struct Arguments {
    Box box;
    GivenFaces<Value> given;
    T* f = nullptr;                ///< the right-hand side, [z][y][x] of the planes of the box
    double* curvatures = nullptr;  ///< v at box.points points; unused if no face needs it
    /// f in the extrapolation_points planes beside the lower and the upper wall across z, from the
    /// wall inwards; null where the planes of the box are all of them.
    const T* beside[2] = {};
    /// Of a batch: the values of f of a problem, whose points of faces follow those of the one
    /// before, as do its values on them, all of each face; 0 without a batch.
    long long problem_values = 0;
    const double* lambdas = nullptr;  ///< of the problems of a batch, in place of Box::lambda
};

}  // namespace tobiuo::walls
