// What the ranks of a flow have of its arrays, as parts of the arrays of the whole box on rank 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <tobiuo/communicator.hpp>
#include <tobiuo/flow/problem.hpp>

namespace tobiuo {

/// Copies arrays of the whole box between rank 0 and the ranks, each of which has the planes that
/// flow::Solver gives it. On other ranks the whole array is empty. All functions are collective.
template <typename Real>
class FlowPieces {
public:
    /// The communicator must live longer.
    FlowPieces(const flow::Problem& problem, const Communicator& ranks);

    /// Values of a rank's planes, and of its state, see flow::Solver::state().
    [[nodiscard]] std::size_t own_points() const;
    [[nodiscard]] std::size_t own_state_values() const;

    void scatter_planes(std::span<const Real> whole, std::span<Real> own) const
    {
        scatter(planes_, whole, own);
    }
    void gather_planes(std::span<const Real> own, std::span<Real> whole) const
    {
        gather(planes_, own, whole);
    }
    void scatter_state(std::span<const Real> whole, std::span<Real> own) const
    {
        scatter(state_, whole, own);
    }
    void gather_state(std::span<const Real> own, std::span<Real> whole) const
    {
        gather(state_, own, whole);
    }

private:
    /// The values that each rank has of a part of an array, in the order of ranks.
    using Section = std::vector<std::size_t>;

    /// Calls take_part(rank, values before it in the whole array, values) for the parts of all ranks
    /// on rank 0, and take_own(values before it in the own array, values) for those of this rank.
    template <typename TakePart, typename TakeOwn>
    void for_each_part(const std::vector<Section>& sections, const TakePart& take_part,
                       const TakeOwn& take_own) const;
    void scatter(const std::vector<Section>& sections, std::span<const Real> whole,
                 std::span<Real> own) const;
    void gather(const std::vector<Section>& sections, std::span<const Real> own,
                std::span<Real> whole) const;

    const Communicator& ranks_;
    std::vector<Section> planes_;
    std::vector<Section> state_;
};

extern template class FlowPieces<float>;
extern template class FlowPieces<double>;

/// The profiles of faces one after the other, which alone change with time.
[[nodiscard]] std::vector<double> profiles_of(const flow::FaceValues& values);
/// Faces with other profiles, as many values as these have.
[[nodiscard]] flow::FaceValues with_profiles(flow::FaceValues values,
                                             std::span<const double> profiles);

}  // namespace tobiuo
