// What is found out about a state of a flow where it is, by items of a machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/observe_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/cell_box.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo::flow {

/// Where to write what is wanted of a box of cells, x fastest: the velocity at centres,
/// [cell][component], pressure and scalar; null for what is not.
template <typename T>
struct BoxArrays {
    T* velocity = nullptr;
    T* pressure = nullptr;
    T* scalar = nullptr;
};

/// gradients_of() and layer_means() for states in the memory of a machine, of which only results
/// cross a link.
///
/// Bits      the same on every run; they differ from those of the functions by the order of sums.
/// Memory    a row of doubles for each figure: as many as a plane across z has points, or for means
///           an axis.
template <typename T>
class StateObserver {
public:
    /// Bytes of the machine's memory that it takes for gradients and for means across an axis.
    [[nodiscard]] static std::int64_t bytes(const Problem& problem, bool gradients,
                                            std::optional<int> means_across);

    /// The machine has items and outlives the observer; the problem is valid. Throws DeviceError.
    StateObserver(const Problem& problem, const runtime::Machine& machine);

    /// Takes other values of the faces.
    void set_problem(const Problem& problem);

    /// `state` is in the machine's memory, see Solver::state().
    [[nodiscard]] Gradients gradients_and_wait(const T* state, Stream stream);
    /// See layer_means(); `pressure` is in the machine's memory, too.
    [[nodiscard]] std::vector<double> layer_means_and_wait(int axis, const T* state,
                                                           const T* pressure, Stream stream);
    /// Enqueues copying cells to arrays in the machine's memory; `pressure` may be null where it is
    /// not wanted.
    void copy_cells(const CellBox& cells, const T* state, const T* pressure, const BoxArrays<T>& to,
                    Stream stream);

private:
    /// The items without addresses of tables.
    [[nodiscard]] static GradientColumn<T> gradient_item(const Problem& problem,
                                                         const StateView<T>& state);
    [[nodiscard]] static LayerLine<T> layer_item(const Problem& problem, const StateView<T>& state,
                                                 int axis);
    [[nodiscard]] StateView<T> view_of(const T* state) const;
    /// Room for a table, behind which the sums of its rows are made.
    [[nodiscard]] double* table_of(std::int64_t rows, std::int64_t columns);
    /// The sums of the rows of table_of().
    [[nodiscard]] std::vector<double> row_sums_and_wait(std::int64_t rows, std::int64_t columns,
                                                        Stream stream);

    const runtime::Machine& machine_;
    Problem problem_;
    Box<double> box_;
    runtime::Array tables_;  ///< of the box
    runtime::Array room_;
    runtime::ForEach<GradientColumn<T>> gradients_;
    runtime::ForEach<LayerLine<T>> layers_;
    runtime::ForEach<SumOfRow<T>> sums_;
    std::optional<runtime::ForEach<CellOfBox<T>>> cells_;  ///< made when it is first asked
};

extern template class StateObserver<float>;
extern template class StateObserver<double>;

}  // namespace tobiuo::flow
