// SPDX-License-Identifier: BSD-3-Clause
// Unknowns beside bodies: what conjugate gradients on them do. For host and device.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::walls {

/// A cell outside beside cells of bodies; or a node beside nodes of conductors.
struct SurfaceCell {
    static constexpr int most_faces = 6;

    long long at = 0;
    long long beside[most_faces] = {};  ///< cells of bodies, `faces` of them
    /// The coefficient of the Laplacian of each: one by the distance of the cells and by the width.
    double coefficient[most_faces] = {};
    /// One by the distance of a conductor's surface and by the width, and its value; else 0.
    double steepness[most_faces] = {};
    double value[most_faces] = {};
    int faces = 0;
    double volume = 0;
    double width = 0;  ///< volume by the area of these faces

    /// Adds a face that the cell, so wide across it, has in common with one of a closed body, `gap`
    /// away.
    constexpr void add_face(long long of_body, double gap, double across)
    {
        beside[faces] = of_body;
        coefficient[faces] = 1.0 / (gap * across);
        width = faces == 0 ? across : 1.0 / (1.0 / width + 1.0 / across);
        ++faces;
    }
    /// Makes the last one that of a conductor, whose surface is at this part of the way.
    constexpr void hold_last_face(double part, double held)
    {
        steepness[faces - 1] = coefficient[faces - 1] / part;
        value[faces - 1] = held;
    }
    /// What the faces keep of a constant.
    [[nodiscard]] constexpr double steepness_of_all() const
    {
        double sum = 0.0;
        for (int face = 0; face < faces; ++face) {
            sum += steepness[face];
        }
        return sum;
    }
};

/// What the faces keep from the cell: what goes through them from cells of bodies, without what comes
/// from the surfaces of conductors, whose values are multiplied by `held`. Values are multiplied by
/// `part` first.
template <typename T>
[[nodiscard]] constexpr double kept_by_faces(const SurfaceCell& cell, const T* values,
                                             double held = 1.0, T part = T{1})
{
    const double here = static_cast<double>(part * values[cell.at]);
    double sum = 0.0;
    for (int face = 0; face < cell.faces; ++face) {
        sum += cell.coefficient[face] *
                   (static_cast<double>(part * values[cell.beside[face]]) - here) -
               cell.steepness[face] * (held * cell.value[face] - here);
    }
    return sum;
}

/// A cell of a body, and what an unknown in it is.
struct HeldCell {
    long long at = 0;
    double value = 0;
};

/// Gives the unknowns of bodies their values.
template <typename T>
struct FillCell {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::FillCell",
                                            .name = "wall-fill-cell",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    T* values;
    const HeldCell* cells;

    constexpr void operator()(long long n) const
    {
        values[cells[n].at] = static_cast<T>(cells[n].value);
    }
};

/// Adds a constant in double, and rounds once.
template <typename T>
struct AddConstant {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::AddConstant",
                                            .name = "wall-add-constant",
                                            .threads = 128,
                                            .nanoseconds = 1.0};

    T* values;
    double constant;

    constexpr void operator()(long long n) const
    {
        values[n] = static_cast<T>(static_cast<double>(values[n]) + constant);
    }
};

/// The vectors of the method, with an entry for each cell.
struct SurfaceVectors {
    double* charge = nullptr;     ///< what the right-hand side has more: what the faces keep
    double* residual = nullptr;   ///< what they keep besides
    double* image = nullptr;      ///< of the solution for the residual
    double* direction = nullptr;  ///< in which charges are sought
    double* product = nullptr;    ///< its image
    double* kept =
        nullptr;  ///< what faces keep in a unit of time, from which the next solve begins
};

/// Adds charges to a right-hand side, or gives it residuals alone.
template <typename T>
struct LoadCells {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::LoadCells",
                                            .name = "wall-load-cells",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    T* values;
    const SurfaceCell* cells;
    SurfaceVectors vectors;
    bool loads_residual;  ///< instead of the charge
    bool starts;          ///< the charge is what is kept times `time`
    double time;
    double spread;  ///< times what the faces keep of 1: what the charge gets besides

    constexpr void operator()(long long n) const
    {
        T& value = values[cells[n].at];
        if (loads_residual) {
            value = static_cast<T>(vectors.residual[n]);
            return;
        }
        if (starts) {
            vectors.charge[n] = time != 0.0 ? time * vectors.kept[n] : 0.0;
        }
        if (spread != 0.0) {
            vectors.charge[n] += spread * cells[n].steepness_of_all();
        }
        value = static_cast<T>(static_cast<double>(value) + vectors.charge[n]);
    }
};

/// What a lane adds up of the cells after a solve. A device has many lanes side by side.
template <typename T>
struct MeasureCells {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::MeasureCells",
                                            .name = "wall-measure-cells",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};
    static constexpr int lanes = 4096;
    static constexpr int sums_of_lane = 6;

    const T* values;
    const SurfaceCell* cells;
    long long count;
    SurfaceVectors vectors;
    /// Whether the values are the solution: finds the residual. Else they are that for the residual:
    /// finds its image.
    bool begins;
    double constant;  ///< that is added to the solution
    /// [lane][sums_of_lane], times volumes: the square of what goes through the faces, that of what
    /// they keep; residual times solution, image times solution; the residual, or the image; what the
    /// faces keep of 1.
    double* sums;

    constexpr void operator()(long long lane) const
    {
        double sum[sums_of_lane] = {};
        for (long long n = lane; n < count; n += lanes) {
            const SurfaceCell& cell = cells[n];
            const double steepness = cell.steepness_of_all();
            const double kept =
                kept_by_faces(cell, values, begins ? 1.0 : 0.0) + constant * steepness;
            const double of_width = cell.volume * cell.width * cell.width;
            if (begins) {
                const double residual = kept - vectors.charge[n];
                vectors.residual[n] = residual;
                sum[0] += of_width * residual * residual;
                sum[1] += of_width * kept * kept;
                sum[4] += cell.volume * residual;
            } else {
                const double residual = vectors.residual[n];
                const double image = residual - kept;
                const double value = static_cast<double>(values[cell.at]);
                vectors.image[n] = image;
                sum[2] += cell.volume * residual * value;
                sum[3] += cell.volume * image * value;
                sum[4] += cell.volume * image;
            }
            sum[5] += cell.volume * steepness;
        }
        for (int which = 0; which < sums_of_lane; ++which) {
            sums[lane * sums_of_lane + which] = sum[which];
        }
    }
};

/// Adds up the sums of lanes, so that few are left to be read: of every `parts`-th lane.
template <typename T>
struct FoldLanes {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::FoldLanes",
                                            .name = "wall-fold-lanes",
                                            .threads = 64,
                                            .nanoseconds = 100.0};
    static constexpr int parts = 64;

    const double* of_lanes;  ///< as MeasureCells has them
    double* of_parts;

    constexpr void operator()(long long part) const
    {
        constexpr int sums = MeasureCells<T>::sums_of_lane;
        double sum[sums] = {};
        for (long long lane = part; lane < MeasureCells<T>::lanes; lane += parts) {
            for (int which = 0; which < sums; ++which) {
                sum[which] += of_lanes[lane * sums + which];
            }
        }
        for (int which = 0; which < sums; ++which) {
            of_parts[part * sums + which] = sum[which];
        }
    }
};

/// A step of the search, and what is left: the square of what goes through the faces, by lanes.
template <typename T>
struct MoveCells {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::MoveCells",
                                            .name = "wall-move-cells",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};

    const SurfaceCell* cells;
    long long count;
    SurfaceVectors vectors;
    double part;      ///< of the direction
    double old_part;  ///< of the direction before in this one
    double constant;  ///< that is added to the solution for the residual
    double* sums;     ///< as MeasureCells has them: the first one of each lane

    constexpr void operator()(long long lane) const
    {
        double sum = 0.0;
        for (long long n = lane; n < count; n += MeasureCells<T>::lanes) {
            const bool is_first = old_part == 0.0;
            const double direction =
                vectors.residual[n] + (is_first ? 0.0 : old_part * vectors.direction[n]);
            const SurfaceCell& cell = cells[n];
            const double image =
                vectors.image[n] - (constant == 0.0 ? 0.0 : constant * cell.steepness_of_all());
            const double product = image + (is_first ? 0.0 : old_part * vectors.product[n]);
            const double residual = vectors.residual[n] - part * product;
            vectors.direction[n] = direction;
            vectors.product[n] = product;
            vectors.charge[n] += part * direction;
            vectors.residual[n] = residual;
            sum += cell.volume * cell.width * cell.width * residual * residual;
        }
        sums[lane * MeasureCells<T>::sums_of_lane] = sum;
    }
};

/// Keeps what the faces keep, from which the next solve begins. Values are rounded as an array of
/// them multiplied by `per_time` is, so that whoever has that one begins with the same bits.
template <typename T>
struct KeepCells {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/closed_cells.hpp",
                                            .type = "tobiuo::walls::KeepCells",
                                            .name = "wall-keep-cells",
                                            .threads = 128,
                                            .nanoseconds = 5.0,
                                            .contracts = false};

    const T* values;
    T per_time;
    const SurfaceCell* cells;
    SurfaceVectors vectors;

    constexpr void operator()(long long n) const
    {
        vectors.kept[n] = kept_by_faces(cells[n], values, 1.0, per_time);
    }
};

}  // namespace tobiuo::walls
