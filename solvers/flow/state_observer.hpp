// SPDX-License-Identifier: BSD-3-Clause
// What is found out about a state of a flow where it is, by items of a machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/derived_items.hpp"
#include "kernels/flow/observe_items.hpp"
#include "kernels/flow/point_item.hpp"
#include "kernels/flow/wall_law_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "solvers/cell_box.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/gradients.hpp"
#include "solvers/flow/point_places.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Where to write what is wanted of a box of cells, x fastest: the velocity at centres,
/// [cell][component], pressure, scalar and what is derived, see DerivedOfCell; null for what is not.
template <typename T>
struct BoxArrays {
    T* velocity = nullptr;
    T* pressure = nullptr;
    T* scalar = nullptr;
    T* vorticity = nullptr;
    T* q_criterion = nullptr;
    T* dissipation = nullptr;
    bool is_flat = false;  ///< whether the vorticity is only that about z
};

/// Roots of mean squares over the box: of a state, and of its differences from an earlier one.
struct StateChange {
    double velocity_change{};
    double velocity{};
    double scalar_change{};  ///< 0 without a scalar
    double scalar{};         ///< of its distance from the reference
    /// The largest change of a scalar behind it, as a part of its own distance.
    double further_change{};
};

/// gradients_of() and layer_means() for states in the memory of a machine, of which only results
/// cross a link; and what a state has in cells and at points.
///
/// Ranks     one of several has the state of its slab. Destructor, join() and what waits are
///           collective; what waits returns figures of the whole box, the same on all ranks. They
///           send each other the planes at the ends of their slabs.
/// Bits      the same on every run with as many ranks; they differ from those of the functions by
///           the order of sums.
/// Memory    a row of doubles for each figure: as many as a plane across z has points, or for means
///           an axis; for means of a flow with obstacles a byte for each cell.
template <typename T>
class StateObserver {
public:
    /// Bytes of the machine's memory that it takes for gradients and for means across an axis.
    [[nodiscard]] static std::int64_t bytes(const Problem& problem, bool gradients,
                                            std::optional<int> means_across);

    /// The machine has items and outlives the observer; the problem is valid. Throws DeviceError.
    StateObserver(const Problem& problem, const runtime::Machine& machine)
        : StateObserver{problem, whole(problem), machine}
    {
    }
    /// For the slab of one of several ranks, whose communicator outlives the observer.
    StateObserver(const Problem& problem, const Placement& placement,
                  const runtime::Machine& machine);

    /// Takes other values of the faces, and looks at the scalar of this number.
    void set_problem(const Problem& problem, int scalar = 0);
    /// Takes the obstacles where they have moved.
    void set_obstacles(const std::vector<Obstacle>& obstacles);

    /// `state` is in the machine's memory, see Solver::state().
    [[nodiscard]] Gradients gradients_and_wait(const T* state, Stream stream);
    /// Puts what walls with laws take of the velocity and give the scalar in place of what gradients
    /// say; `state` is what join() returns.
    void put_laws_and_wait(const StateView<T>& state, Gradients& gradients, Stream stream);
    /// See layer_means(); `pressure` is in the machine's memory, too.
    [[nodiscard]] std::vector<double> layer_means_and_wait(int axis, const T* state,
                                                           const T* pressure, Stream stream);
    /// Both states are in the machine's memory.
    [[nodiscard]] StateChange change_and_wait(const T* before, const T* now, Stream stream);
    /// The state with what neighbours have beside the slab, for copy_cells(); `pressure` may be null
    /// where it is not wanted. It is there until the next call that looks at a state.
    [[nodiscard]] StateView<T> join(const T* state, const T* pressure, Stream stream);
    /// The cells of a box that are in the slab.
    [[nodiscard]] CellBox own_part(const CellBox& cells) const;
    /// Enqueues copying the own_part() of cells to arrays in the machine's memory.
    void copy_cells(const CellBox& cells, const StateView<T>& state, const BoxArrays<T>& to,
                    Stream stream);
    /// Throws DeviceError if messages of other ranks have failed; whoever has waited for copy_cells()
    /// calls it.
    void check_arrival() const;
    /// Interpolates between the places around each point in the box where the grid has a value,
    /// linearly along all axes; see places_of().
    [[nodiscard]] std::vector<PointValues> point_values_and_wait(
        std::span<const std::array<double, 3>> points, const T* state, const T* pressure,
        Stream stream);

private:
    /// The layers of neighbours beside an array.
    struct Joint {
        JoinedArray<T>& array;
        long long layers;
        std::size_t values;  ///< of a layer
    };
    /// The items without addresses of tables.
    [[nodiscard]] static GradientColumn<T> gradient_item(const Problem& problem,
                                                         const StateView<T>& state);
    [[nodiscard]] static LayerLine<T> layer_item(const Problem& problem, const StateView<T>& state,
                                                 int axis);
    [[nodiscard]] StateView<T> view_of(const T* state) const;
    void give_layers(std::span<const Joint> joints, Stream stream);
    /// Room for a table, behind which the sums of its rows are made.
    [[nodiscard]] double* table_of(std::int64_t rows, std::int64_t columns);
    /// The sums of the rows of table_of(), of this rank.
    [[nodiscard]] std::vector<double> row_sums_and_wait(std::int64_t rows, std::int64_t columns,
                                                        Stream stream);

    const runtime::Machine& machine_;
    Placement placement_;
    runtime::Array beyond_;                      ///< the layers of neighbours, when first asked
    std::unique_ptr<ranks::Exchange> exchange_;  ///< which brings them
    Problem problem_;                            ///< with the scalar that is looked at in front
    int scalar_ = 0;                             ///< its number
    Box<double> box_;
    runtime::Array tables_;  ///< of the box
    runtime::Array room_;
    runtime::Array solid_;  ///< solid_cells(), when means are first asked
    runtime::ForEach<GradientColumn<T>> gradients_;
    runtime::ForEach<LayerLine<T>> layers_;
    runtime::ForEach<SumOfRow<T>> sums_;
    std::optional<runtime::ForEach<CellOfBox<T>>> cells_;         ///< made when it is first asked
    std::optional<runtime::ForEach<ChangeOfColumn<T>>> changes_;  ///< likewise
    std::optional<runtime::ForEach<DerivedOfCell<T>>> derived_;   ///< likewise
    std::optional<runtime::ForEach<PointOfFlow<T>>> points_;      ///< likewise
    std::optional<runtime::ForEach<LawOfPoint<T>>> laws_;         ///< where walls have laws
};

extern template class StateObserver<float>;
extern template class StateObserver<double>;

}  // namespace tobiuo::flow
