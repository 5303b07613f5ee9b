// SPDX-License-Identifier: BSD-3-Clause
// Rows of the velocity before a stage, and what lies beyond the faces of the box, on the CPU.
#pragma once

#include <algorithm>

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/host/beyond_row.hpp"
#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {

/// Computes rows of the velocity that the arrays of a stage stand for, see StageArrays. Without an
/// impulse this is what the arrays hold.
template <typename T>
class VelocityRows {
public:
    VelocityRows(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                 T impulse_part = 1, const StageRows<T>& functions = usable_stage_rows<T>().front())
        : box_{box},
          velocity_{velocity[0], velocity[1], velocity[2]},
          impulse_{impulse},
          impulse_part_{impulse_part},
          functions_{functions}
    {
    }

    /// Row (j, k) of the box: out[0 ... nx - 1].
    void write_inside(int component, long long j, long long k, T* out) const
    {
        const long long n = box_.counts[0];
        const T* from = velocity_[component] + row(j, k);
        if (impulse_ == nullptr) {
            std::copy_n(from, n, out);
            return;
        }
        RowProjection<T> projection{.velocity = from,
                                    .impulse = impulse_ + row(j, k),
                                    .per_gap = box_.axes[0].per_gap,
                                    .part = impulse_part_};
        const T* here = projection.impulse;
        if (component == 0) {
            const T next = box_.periodic[0] ? here[0] : box_.faces[1].pressure_factor * here[n - 1];
            const T last =
                from[n - 1] - impulse_part_ * projection.per_gap[n - 1] * (next - here[n - 1]);
            functions_.project_along(projection, n - 1, out);
            out[n - 1] = last;
            return;
        }
        const long long index = component == 1 ? j : k;
        const bool is_last = index + 1 == box_.counts[component];
        const long long after = box_.inside(component, index + 1);
        projection.after = impulse_ + (component == 1 ? row(after, k) : row(j, after));
        projection.factor = is_last && box_.has_face(component, 1)
                                ? box_.faces[2 * component + 1].pressure_factor
                                : T{1};
        projection.per_gap = box_.axes[component].per_gap + index;
        functions_.project_across(projection, n, out);
    }

    /// Row (j, k) with out[-1] and out[nx], where j and k may be -1 or the number of cells, too;
    /// not both.
    void write(int component, long long j, long long k, T* out) const
    {
        write_inside(component, box_.inside(1, j), box_.inside(2, k), out);
        const auto rule_of = [&](int face) -> const Beyond<T>& {
            return box_.faces[face].velocity[component];
        };
        continue_row(box_, j, k, rule_of, out);
    }

private:
    [[nodiscard]] long long row(long long j, long long k) const
    {
        return (k * box_.counts[1] + j) * box_.counts[0];
    }

    const Box<T>& box_;
    const T* velocity_[3];
    const T* impulse_;
    T impulse_part_;
    const StageRows<T>& functions_;
};

}  // namespace tobiuo::flow
