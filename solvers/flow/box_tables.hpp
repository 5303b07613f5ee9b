// The spacings and faces of a flow as kernels see them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/flow/flow_box.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

/// Makes the Box of a problem. All tables that it points to are in one array, which a device has a
/// copy of.
template <typename T>
class BoxTables {
public:
    /// The problem is valid.
    explicit BoxTables(const Problem& problem);

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
        return values + upper_.at(static_cast<std::size_t>(axis));
    }

    /// The part of values() that has a profile of a face, each value times `factor`.
    struct Profile {
        std::size_t first{};
        std::size_t count{};
        double factor{};
    };
    static constexpr int scalar_profile = 3;
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
    [[nodiscard]] Profile add_profile(const Face& face, int component, double factor,
                                      std::size_t points);

    Box<T> box_;
    std::array<double, 3> unbuoyant_{};  ///< buoyancy times the reference of the scalar
    std::vector<T> values_;
    SpacingTables spacings_[3];
    std::array<std::array<std::optional<Profile>, 4>, face_count> profiles_;
    std::vector<std::size_t> upper_;
};

extern template class BoxTables<float>;
extern template class BoxTables<double>;

}  // namespace tobiuo::flow
