// SPDX-License-Identifier: BSD-3-Clause
// What the ranks of a flow have of its arrays, as parts of the arrays of the whole box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>
#include <tobiuo/flow/problem.hpp>

#include "app/run/checkpoint_file.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "solvers/cell_box.hpp"

namespace tobiuo {

/// The blocks of a state, see flow::Solver::state(): of each of its arrays the layers across z, but
/// all of the velocity through a lower outflow across z.
[[nodiscard]] std::vector<StateBlocks> state_blocks(const flow::Problem& problem);

/// Values that a rank has one after the other in its part of a state and in the whole of it. They are
/// blocks.
struct StatePart {
    std::size_t in_own{};
    std::size_t in_whole{};
    std::size_t count{};
    std::size_t of_block{};
};

/// The arrays of a flow on several ranks, each of which has the planes that flow::Solver gives it.
template <typename Real>
class FlowPieces {
public:
    /// The communicator must live longer.
    FlowPieces(const flow::Problem& problem, const Communicator& ranks);

    /// Values of a rank's planes, and of its state.
    [[nodiscard]] std::size_t own_points() const;
    [[nodiscard]] std::size_t own_state_values() const;
    /// The parts of this rank's state, in their order.
    [[nodiscard]] std::vector<StatePart> own_state_parts() const;
    /// The texts of all blocks of a state in their order, each of `letters` letters, from those of
    /// the own_state_parts() of each rank; behind them those of layers of so many arrays more.
    [[nodiscard]] std::string joined_texts(std::span<const std::string> of_ranks,
                                           std::size_t letters, int more_arrays = 0) const;

    /// Gives all ranks their planes of an array of the whole box, which rank 0 has. Collective.
    void scatter_planes(std::span<const Real> whole, std::span<Real> own) const;
    /// Gathers on rank 0 what each rank has of fields of a box of cells, [field][cell][component].
    /// Collective.
    void gather_cells(const CellBox& cells, const FlowFields& fields, std::span<const Real> own,
                      std::span<Real> whole) const;

private:
    /// An array: the values that each rank has of it, in the order of ranks, and those of a block.
    struct Section {
        std::vector<std::size_t> of_ranks;
        std::size_t of_block = 1;
    };

    /// Calls take_part(rank, values before it in the whole array, values) for the parts of all ranks
    /// on rank 0, and take_own(values before it in the own array, values) for those of this rank.
    template <typename TakePart, typename TakeOwn>
    void for_each_part(std::span<const Section> sections, const TakePart& take_part,
                       const TakeOwn& take_own) const;

    const Communicator& ranks_;
    std::vector<std::int64_t> ends_;  ///< the planes of a rank and of all before it
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
