// SPDX-License-Identifier: BSD-3-Clause
// Spectra of a flow, which are found where its state is.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tobiuo/fft/distributed_plan.hpp>
#include <tobiuo/fft/plan.hpp>
#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/observe_items.hpp"
#include "kernels/flow/spectrum_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// A layer of cells across an axis.
struct LayerOfCells {
    int across = 0;
    std::int64_t index = 0;
};

/// Why there is no spectrum along an axis, and none in shells, as a clause; nothing if there is one.
[[nodiscard]] std::optional<const char*> spectrum_objection(const Problem& problem, int axis);
[[nodiscard]] std::optional<const char*> shells_objection(const Problem& problem);

/// The quantities of spectra: u, v, w, and the scalar of a flow that carries one.
[[nodiscard]] inline std::size_t spectrum_quantities(const Problem& problem)
{
    return problem.scalar ? 4 : 3;
}

/// The wave numbers of the modes of an axis, m 2 pi / length, and those of shells, which are as wide
/// as the smallest of the box's.
[[nodiscard]] std::vector<double> wave_numbers(const Problem& problem, int axis);
[[nodiscard]] std::vector<double> shell_wave_numbers(const Problem& problem);

/// Finds what modes have of the mean squares of the quantities of a state, each at its own points.
///
/// Method    lines of values are copied side by side in doubles, and transformed by fft::Plan as many
///           at a time as fit into some room; only sums leave the machine's memory.
/// Sums      over all modes are the mean squares: of velocities twice the kinetic energy of
///           Observed, where nothing flows through lower faces.
/// Ranks     one of several has the state of its slab; what waits is collective and returns the same
///           on all ranks. Lines along z go to ranks in equal parts.
/// Bits      the same on every run with as many ranks.
template <typename T>
class Spectra {
public:
    /// Bytes of the machine's memory that spectra along the axes take, and those in shells.
    [[nodiscard]] static std::int64_t bytes(const Problem& problem, std::span<const int> axes,
                                            bool shells);

    /// The machine has items and outlives the spectra, as the placement's ranks do.
    Spectra(const Problem& problem, const Placement& placement, const runtime::Machine& machine);

    /// [quantity][mode] along a periodic axis: means over the others, or in a layer across one of
    /// them, where the velocity across it is that on the upper faces of the layer. `state` is in the
    /// machine's memory, see Solver::state(). Collective.
    [[nodiscard]] std::vector<std::vector<double>> along_and_wait(int axis,
                                                                  std::optional<LayerOfCells> layer,
                                                                  std::span<const T> state,
                                                                  Stream stream);

    /// [quantity][shell] of a box whose axes are all periodic. Collective.
    [[nodiscard]] std::vector<std::vector<double>> in_shells_and_wait(std::span<const T> state,
                                                                      Stream stream);

private:
    /// Lines along an axis of this rank's array.
    struct Lines {
        int axis = 0;
        std::array<int, 2> others{};  ///< the faster one first
        std::array<std::int64_t, 2> counts{};
        std::array<std::int64_t, 2> first{};
        std::int64_t length = 0;
        std::int64_t own_length = 0;

        [[nodiscard]] std::int64_t count() const { return counts[0] * counts[1]; }
    };

    [[nodiscard]] Lines lines_along(int axis, std::optional<LayerOfCells> layer) const;
    [[nodiscard]] std::span<const T> quantity_of(std::span<const T> state,
                                                 std::size_t quantity) const;
    [[nodiscard]] std::vector<double> weights_of(const Lines& lines, std::size_t which,
                                                 std::size_t quantity, bool is_layer) const;
    void transform_lines(const Lines& lines, std::span<const T> values,
                         const std::array<const double*, 2>& weights, Stream stream);
    /// Copies some lines of all ranks to this one, which has those from the second number on.
    std::pair<std::int64_t, std::int64_t> take_lines(const CopyOfLines<T>& copy, const Lines& lines,
                                                     Stream stream);
    [[nodiscard]] const fft::Plan& plan_of(std::int64_t length, std::int64_t batch);
    void provide(runtime::Array& room, std::int64_t doubles) const;
    void clear_sums(std::int64_t rows, std::int64_t columns, Stream stream);
    [[nodiscard]] std::vector<double> row_sums_and_wait(std::int64_t rows, std::int64_t columns,
                                                        Stream stream);

    const runtime::Machine& machine_;
    Problem problem_;
    Placement placement_;
    std::map<std::pair<std::int64_t, std::int64_t>, fft::Plan> plans_;
    std::unique_ptr<const fft::DistributedPlan> shells_plan_;
    runtime::Array packed_;                      ///< lines that are sent, and those that come
    std::unique_ptr<ranks::Exchange> exchange_;  ///< of lines along z
    runtime::Array lines_;
    runtime::Array spectra_;
    runtime::Array sums_;
    runtime::ForEach<CopyOfLines<T>> copy_;
    runtime::ForEach<CopyOfLines<double>> unpack_;
    runtime::ForEach<SquaresOfModes<double>> squares_;
    runtime::ForEach<SquaresInShells<double>> shells_;
    runtime::ForEach<SumOfRow<T>> row_sums_;
};

extern template class Spectra<float>;
extern template class Spectra<double>;

}  // namespace tobiuo::flow
