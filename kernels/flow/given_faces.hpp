// SPDX-License-Identifier: BSD-3-Clause
// What faces give at some times as the facts that a flow is judged by, and its way into the tables
// of a box. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// What is to be known about the values of a face, or of a part of it.
struct FaceFacts {
    // The sums of FaceFlow, over the face of velocity times area.
    double entering = 0.0;
    double leaving = 0.0;
    double uncertain = 0.0;
    double rate = 0.0;         ///< the largest |u| / dx + |v| / dy + |w| / dz
    double rate_along = 0.0;   ///< the largest without the velocity across the face
    double rate_across = 0.0;  ///< the largest of it alone
    double scalar = 0.0;       ///< the largest distance of the scalar from its reference
    double flaws = 0.0;        ///< the number of values that are not finite

    constexpr void add(const FaceFacts& other)
    {
        entering += other.entering;
        leaving += other.leaving;
        uncertain += other.uncertain;
        rate = rate < other.rate ? other.rate : rate;
        rate_along = rate_along < other.rate_along ? other.rate_along : rate_along;
        rate_across = rate_across < other.rate_across ? other.rate_across : rate_across;
        scalar = scalar < other.scalar ? other.scalar : scalar;
        flaws += other.flaws;
    }
};

inline constexpr int values_of_face = 4;  ///< u, v, w and the scalar

/// A number, or an array of values at some times.
struct GivenValue {
    double number = 0.0;
    const double* values = nullptr;  ///< [time][slower][faster] along the face
    long long between_times = 0;     ///< values from one time to the next; 0 if it does not change

    [[nodiscard]] constexpr double at(long long time, long long point) const
    {
        return values != nullptr ? values[time * between_times + point] : number;
    }
};

/// All faces of a box, in double precision.
struct GivenFaces {
    GivenValue values[face_count][values_of_face];
    double reference[face_count] = {};  ///< from which the scalar's distance is taken
    const double* widths[3] = {};       ///< of the cells
    double per_least_width[3] = {};     ///< 0 of absent axes
    long long counts[3] = {};

    [[nodiscard]] constexpr long long columns(int face) const
    {
        return counts[faster_axis(face / 2)];
    }
    [[nodiscard]] constexpr long long rows(int face) const { return counts[slower_axis(face / 2)]; }
    [[nodiscard]] constexpr long long most_columns() const
    {
        return counts[0] > counts[1] ? counts[0] : counts[1];  // z is the faster axis of no face
    }
};

namespace given_faces {

[[nodiscard]] constexpr double size(double value)
{
    return value < 0.0 ? -value : value;
}

/// One face at one time.
struct FaceAtTime {
    const GivenFaces& faces;
    int face;
    long long time;

    [[nodiscard]] constexpr double value(int which, long long column, long long row) const
    {
        return faces.values[face][which].at(time, row * faces.columns(face) + column);
    }
    /// The velocity across the face, above 0 where it enters.
    [[nodiscard]] constexpr double into(long long column, long long row) const
    {
        const double across = value(face / 2, column, row);
        return face % 2 == 0 ? across : -across;
    }

    /// The size of the second difference along an axis, see FaceFlow.
    [[nodiscard]] constexpr double bend(long long column, long long row, bool faster) const
    {
        const long long cells = faster ? faces.columns(face) : faces.rows(face);
        if (cells < 3) {
            return cells == 2 ? size(near(column, row, faster, 1) - near(column, row, faster, 0))
                              : 0.0;
        }
        const long long own = faster ? column : row;
        const long long middle = own < 1 ? 1 : own > cells - 2 ? cells - 2 : own;
        return size(near(column, row, faster, middle - 1) -
                    2.0 * near(column, row, faster, middle) +
                    near(column, row, faster, middle + 1));
    }

    [[nodiscard]] constexpr FaceFacts facts(long long column, long long row) const
    {
        FaceFacts facts;
        const int axis = face / 2;
        for (int which = 0; which < values_of_face; ++which) {
            const double one = value(which, column, row);
            facts.flaws += one - one == 0.0 ? 0.0 : 1.0;
            if (which < 3) {
                const double rate = size(one) * faces.per_least_width[which];
                facts.rate += rate;
                (which == axis ? facts.rate_across : facts.rate_along) += rate;
            }
        }
        const double area =
            faces.widths[slower_axis(axis)][row] * faces.widths[faster_axis(axis)][column];
        const double enters = into(column, row);
        facts.entering = (enters > 0.0 ? enters : 0.0) * area;
        facts.leaving = (enters < 0.0 ? -enters : 0.0) * area;
        facts.uncertain = (bend(column, row, true) + bend(column, row, false)) * area / 4.0;
        facts.scalar = size(value(3, column, row) - faces.reference[face]);
        return facts;
    }

private:
    /// The velocity into the box at another index of the column or of the row.
    [[nodiscard]] constexpr double near(long long column, long long row, bool faster,
                                        long long index) const
    {
        return faster ? into(index, row) : into(column, index);
    }
};

}  // namespace given_faces

/// Finds the facts of the columns of all faces at all times: [time][face][most_columns()].
///
/// Twin      flow_of() of problems, and what the program knows of the values of faces.
template <typename T>
struct FindColumnFacts {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/given_faces.hpp",
                                            .type = "tobiuo::flow::FindColumnFacts",
                                            .name = "flow-column-facts",
                                            .threads = 64,
                                            .nanoseconds = 1000.0};

    constexpr void operator()(long long n) const
    {
        const long long column = n % faces.most_columns();
        const auto face = static_cast<int>(n / faces.most_columns() % face_count);
        FaceFacts sum;
        if (column < faces.columns(face)) {
            const given_faces::FaceAtTime at{faces, face, n / faces.most_columns() / face_count};
            for (long long row = 0; row < faces.rows(face); ++row) {
                sum.add(at.facts(column, row));
            }
        }
        facts[n] = sum;
    }

    GivenFaces faces;
    FaceFacts* facts;
};

/// Adds up the facts of columns: [time][face].
template <typename T>
struct AddColumnFacts {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/given_faces.hpp",
                                            .type = "tobiuo::flow::AddColumnFacts",
                                            .name = "flow-face-facts",
                                            .threads = 32,
                                            .nanoseconds = 1000.0};

    constexpr void operator()(long long n) const
    {
        FaceFacts sum;
        for (long long column = 0; column < columns; ++column) {
            sum.add(of_columns[n * columns + column]);
        }
        facts[n] = sum;
    }

    long long columns;
    const FaceFacts* of_columns;
    FaceFacts* facts;
};

/// Multiplies the velocity across a face, where it enters and where it leaves.
template <typename T>
struct ScaleAcross {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/given_faces.hpp",
                                            .type = "tobiuo::flow::ScaleAcross",
                                            .name = "flow-scale-across",
                                            .threads = 128,
                                            .nanoseconds = 1.0};

    constexpr void operator()(long long n) const
    {
        values[n] *= (values[n] > 0.0) == is_lower ? entering : leaving;
    }

    double* values;
    bool is_lower;
    double entering;
    double leaving;
};

/// Writes profiles, each times its factor, into the tables of a box. Before the first value and
/// behind the last one are copies of those at the other end, or at the same one.
template <typename T>
struct PutProfiles {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/given_faces.hpp",
                                            .type = "tobiuo::flow::PutProfiles",
                                            .name = "flow-put-profiles",
                                            .threads = 128,
                                            .nanoseconds = 1.0};
    static constexpr int most = face_count * values_of_face;

    struct Profile {
        const double* from;
        T* to;
        double factor;
        long long count;
        long long beyond;  ///< values on either side
        bool goes_round;

        [[nodiscard]] constexpr long long all() const { return count + 2 * beyond; }
    };

    constexpr void operator()(long long n) const
    {
        const Profile* profile = profiles;
        for (; n >= profile->all(); ++profile) {
            n -= profile->all();
        }
        const long long to = n - profile->beyond;
        const long long step = profile->goes_round ? profile->count : profile->beyond;
        const long long from = to < 0 ? to + step : to >= profile->count ? to - step : to;
        profile->to[to] = static_cast<T>(profile->factor * profile->from[from]);
    }

    Profile profiles[most];
};

}  // namespace tobiuo::flow
