// SPDX-License-Identifier: BSD-3-Clause
// The spacings and faces of a flow as kernels see them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/flow/flow_box.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Makes the Box of a problem, or of a slab of it. All tables that it points to are in one array,
/// which a device has a copy of.
template <typename T>
class BoxTables {
public:
    /// The problem is valid. The tables are those of all planes, whichever the slab has.
    explicit BoxTables(const Problem& problem) : BoxTables{problem, whole(problem).slab} {}
    BoxTables(const Problem& problem, const Slab& slab);

    [[nodiscard]] const std::vector<T>& values() const { return values_; }

    /// The box whose tables are at `values`, this object's or a copy.
    [[nodiscard]] Box<T> box(const T* values) const;

    /// The force of a box along an axis: `force`, and the part of the buoyancy that does not depend
    /// on the scalar.
    [[nodiscard]] T force_with_buoyancy(int axis, double force) const
    {
        return static_cast<T>(force - unbuoyant_.at(static_cast<std::size_t>(axis)));
    }

    /// Where the velocity across an upper face begins in values(), [slower][faster].
    [[nodiscard]] const T* upper_velocity(int axis, const T* values) const
    {
        return values + upper_.at(static_cast<std::size_t>(axis)) + first_of_slab(2 * axis + 1);
    }

    /// The part of values() that has a profile of a face of the problem, each value times `factor`.
    struct Profile {
        std::size_t first{};
        std::size_t count{};
        double factor{};
        std::size_t beyond{};  ///< values before the first one and behind the last, of a slab
    };
    static constexpr int scalar_profile = 3;
    /// Whether z of the problem is periodic, so that profiles along it go on at their other end.
    [[nodiscard]] bool goes_round() const { return goes_round_; }
    /// The profile of a component of the velocity, or scalar_profile; nothing if the face has none.
    [[nodiscard]] const std::optional<Profile>& profile(int face, int component) const
    {
        return profiles_.at(static_cast<std::size_t>(face)).at(static_cast<std::size_t>(component));
    }

private:
    /// Offsets into values_.
    struct SpacingTables {
        std::size_t per_width{};
        std::size_t per_gap{};
        std::size_t share[2]{};
    };
    void add_spacings(const Problem& problem, int axis);
    void add_face(const Problem& problem, int face);
    void add_scalar(const Problem& problem, int face);
    /// Adds value(point) of all points of a face. Along z, the slower axis of faces across x and y, a
    /// slab looks a row beyond its ends: the profile has these rows, too, as z goes on.
    template <typename Value>
    [[nodiscard]] Profile add_profile(int face, double factor, const Value& value);
    /// How far the slab begins behind the first point of such a face.
    [[nodiscard]] long long first_of_slab(int face) const
    {
        return face / 2 < 2 ? first_plane_ * box_.counts[faster_axis(face / 2)] : 0;
    }

    Box<T> box_;
    long long first_plane_;
    long long planes_;                   ///< of the problem
    bool goes_round_;                    ///< whether z of the problem is periodic
    std::array<double, 3> unbuoyant_{};  ///< buoyancy times the reference of the scalar
    std::vector<T> values_;
    SpacingTables spacings_[3];
    std::array<std::array<std::optional<Profile>, 4>, face_count> profiles_;
    std::vector<std::size_t> upper_;
};

extern template class BoxTables<float>;
extern template class BoxTables<double>;

}  // namespace tobiuo::flow
