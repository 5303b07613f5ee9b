// SPDX-License-Identifier: BSD-3-Clause
// What is found out about a state of a flow where it is: gradients, means over layers, and sums of
// tables in a fixed order. For host and device.
#pragma once

#include "kernels/flow/state_view.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The force on a face along a component, see Gradients::shear.
struct Sheared {
    int face = 0;
    int component = 0;
};
inline constexpr int most_sheared = 12;

/// Item n sums up what the column of z with the edges and cells above point n of the edges of x and
/// y contributes: [row][column] of `table`. The rows are the squares of gradients, those of
/// vorticity, the shears, and with a scalar its sum and the fluxes through the faces, all without
/// viscosity, diffusivity, volume and areas. Twin: gradients_of().
template <typename T>
struct GradientColumn {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/observe_items.hpp",
                                            .type = "tobiuo::flow::GradientColumn",
                                            .name = "flow-gradients",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};

    StateView<T> state;
    Sheared sheared[most_sheared] = {};
    int shears = 0;
    bool is_wall[face_count] = {};  ///< whether nothing goes through the face
    double* table = nullptr;

    /// The items, which are the columns of the table.
    [[nodiscard]] constexpr long long count() const { return edges(0) * edges(1); }
    [[nodiscard]] constexpr int rows() const
    {
        return 2 + shears + (state.scalar.own != nullptr ? 1 + face_count : 0);
    }

    constexpr void operator()(long long n) const
    {
        const long long i = n % edges(0) + state.first_edge(0);
        const long long j = n / edges(0) + state.first_edge(1);
        double squares = 0.0;
        double vorticity = 0.0;
        for (long long k = state.first_edge(2); k < state.box.counts[2]; ++k) {
            const long long at[3] = {i, j, k};
            if (i >= 0 && j >= 0 && k >= 0) {
                squares += of_cell(at);
            }
            for (int c = 0; c < 3; ++c) {  // edges along c between the other two axes
                if (at[c] >= 0) {
                    add_edge(c == 0 ? 1 : 0, c == 2 ? 1 : 2, at, squares, vorticity);
                }
            }
        }
        table[n] = squares;
        table[count() + n] = vorticity;
        for (int one = 0; one < shears; ++one) {
            table[(2 + one) * count() + n] = shear(sheared[one], i, j);
        }
        if (state.scalar.own != nullptr) {
            add_scalar(n, i, j);
        }
    }

private:
    [[nodiscard]] constexpr long long edges(int axis) const
    {
        return state.box.counts[axis] - state.first_edge(axis);
    }

    /// The gradients of components along their own axes.
    [[nodiscard]] constexpr double of_cell(const long long (&at)[3]) const
    {
        const auto [i, j, k] = at;
        double sum = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double gradient = state.box.axes[axis].per_width[at[axis]] *
                                    (state.at(axis, i, j, k) - state.before(axis, i, j, k));
            sum += gradient * gradient;
        }
        return state.width(0, i) * state.width(1, j) * state.width(2, k) * sum;
    }

    /// The gradients of component `a` along axis `b` and of `b` along `a`, at the edge between.
    constexpr void add_edge(int a, int b, const long long (&at)[3], double& squares,
                            double& vorticity) const
    {
        const auto [i, j, k] = at;
        const int c = 3 - a - b;
        const double of_a =
            state.box.axes[b].per_gap[at[b]] * (state.next(a, b, i, j, k) - state.at(a, i, j, k));
        const double of_b =
            state.box.axes[a].per_gap[at[a]] * (state.next(b, a, i, j, k) - state.at(b, i, j, k));
        const double volume = state.edge(a, at[a]) * state.edge(b, at[b]) * state.width(c, at[c]);
        const double inner_a = state.is_on_face(a, at[a]) ? 0.0 : 1.0;
        const double inner_b = state.is_on_face(b, at[b]) ? 0.0 : 1.0;
        squares += volume * (inner_a * of_a * of_a + inner_b * of_b * of_b);
        const double turn = of_b - of_a;
        vorticity += inner_a + inner_b > 0.0 ? volume * turn * turn : 0.0;
    }

    [[nodiscard]] constexpr double shear(const Sheared& one, long long i, long long j) const
    {
        const int axis = one.face / 2;
        if (!state.box.has_face(axis, one.face % 2)) {
            return 0.0;  // another rank has it
        }
        const int component = one.component;
        const int third = 3 - axis - component;
        long long at[3] = {i, j, 0};
        long long first[3] = {};
        long long end[3] = {};
        for (int of = 0; of < 3; ++of) {
            first[of] = of == axis    ? (one.face % 2 == 0 ? -1 : state.box.counts[axis] - 1)
                        : of == third ? 0
                                      : state.first_edge(of);
            end[of] = of == axis ? first[of] + 1 : state.box.counts[of];
        }
        if (i < first[0] || i >= end[0] || j < first[1] || j >= end[1]) {
            return 0.0;
        }
        double sum = 0.0;
        for (at[2] = first[2]; at[2] < end[2]; ++at[2]) {
            const long long along = at[component];
            const bool is_left_out =
                state.is_on_face(component, along) && is_wall[2 * component + (along < 0 ? 0 : 1)];
            sum += (is_left_out ? 0.0 : state.edge(component, along)) *
                   state.width(third, at[third]) *
                   (state.next(component, axis, at[0], at[1], at[2]) -
                    state.at(component, at[0], at[1], at[2]));
        }
        const double per_gap = state.box.axes[axis].per_gap[first[axis]];
        return (one.face % 2 == 0 ? per_gap : -per_gap) * sum;
    }

    constexpr void add_scalar(long long n, long long i, long long j) const
    {
        double sums[1 + face_count] = {};
        for (long long k = 0; k < state.box.counts[2] && i >= 0 && j >= 0; ++k) {
            const long long at[3] = {i, j, k};
            const auto inside = state.value(state.scalar, i, j, k);
            sums[0] += state.width(0, i) * state.width(1, j) * state.width(2, k) * inside;
            for (int face = 0; face < face_count; ++face) {
                const int axis = face / 2;
                const long long beside = face % 2 == 0 ? 0 : state.box.counts[axis] - 1;
                if (!state.box.has_face(axis, face % 2) || at[axis] != beside) {
                    continue;
                }
                const Beyond<double>& beyond = state.box.faces[face].scalar;
                const int fast = faster_axis(axis);
                const int slow = slower_axis(axis);
                const long long point = at[slow] * state.box.counts[fast] + at[fast];
                const double outside = beyond.factor * inside + beyond.added(point);
                const double per_gap = state.box.axes[axis].per_gap[face % 2 == 0 ? -1 : beside];
                sums[1 + face] += per_gap * state.width(fast, at[fast]) *
                                  state.width(slow, at[slow]) * (outside - inside);
            }
        }
        for (int row = 0; row < 1 + face_count; ++row) {
            table[(2 + shears + row) * count() + n] = sums[row];
        }
    }
};

inline constexpr int most_layer_means = 15;  ///< of layer_means()

/// Item n sums up, for a layer across `axis`, a line of its cells along the slower of the other two
/// axes that is not x: [layer][quantity][column] of `table`, weighted by the lengths of cells. With
/// `solid`, cells in bodies are left out, and the area of the others is a quantity more, the last one.
/// Twin: layer_means().
template <typename T>
struct LayerLine {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/observe_items.hpp",
                                            .type = "tobiuo::flow::LayerLine",
                                            .name = "flow-layers",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};

    StateView<T> state;
    int axis = 0;
    int quantities = 0;
    double* table = nullptr;
    const unsigned char* solid = nullptr;  ///< of each cell, not 0 in bodies

    /// The axis along which columns lie side by side, and that along which an item goes.
    [[nodiscard]] constexpr int across() const { return axis == 0 ? 1 : 0; }
    [[nodiscard]] constexpr int along() const { return axis == 2 ? 1 : 2; }
    [[nodiscard]] constexpr int sums_of_layer() const
    {
        return quantities + (solid == nullptr ? 0 : 1);
    }
    [[nodiscard]] constexpr long long rows() const
    {
        return state.box.counts[axis] * sums_of_layer();
    }
    [[nodiscard]] constexpr long long columns() const { return state.box.counts[across()]; }
    [[nodiscard]] constexpr long long count() const { return state.box.counts[axis] * columns(); }

    constexpr void operator()(long long n) const
    {
        // Neighbouring items are neighbours along x.
        const bool layers_are_faster = axis == 0;
        const long long fast = layers_are_faster ? state.box.counts[axis] : columns();
        const long long layer = layers_are_faster ? n % fast : n / fast;
        const long long column = layers_are_faster ? n / fast : n % fast;
        long long at[3] = {};
        at[axis] = layer;
        at[across()] = column;
        double sums[most_layer_means] = {};
        double area = 0.0;
        for (at[along()] = 0; at[along()] < state.box.counts[along()]; ++at[along()]) {
            const auto& counts = state.box.counts;
            if (solid != nullptr && solid[(at[2] * counts[1] + at[1]) * counts[0] + at[0]] != 0) {
                continue;
            }
            const double weight = state.width(across(), column) * state.width(along(), at[along()]);
            area += weight;
            add_cell(at, weight, sums);
        }
        for (int quantity = 0; quantity < sums_of_layer(); ++quantity) {
            table[(layer * sums_of_layer() + quantity) * columns() + column] =
                quantity < quantities ? sums[quantity] : area;
        }
    }

private:
    constexpr void add_cell(const long long (&at)[3], double weight,
                            double (&sums)[most_layer_means]) const
    {
        const auto [i, j, k] = at;
        double mean[3] = {};
        for (int component = 0; component < 3; ++component) {
            const double lower = state.before(component, i, j, k);
            const double upper = state.at(component, i, j, k);
            mean[component] = 0.5 * (lower + upper);
            sums[component] += weight * mean[component];
            sums[4 + component] += weight * 0.5 * (lower * lower + upper * upper);
        }
        sums[3] += weight * state.value(state.pressure, i, j, k);
        sums[7] += weight * mean[0] * mean[1];
        sums[8] += weight * mean[0] * mean[2];
        sums[9] += weight * mean[1] * mean[2];
        if (state.scalar.own != nullptr) {
            const auto scalar = state.value(state.scalar, i, j, k);
            sums[10] += weight * scalar;
            sums[11] += weight * scalar * scalar;
            for (int component = 0; component < 3; ++component) {
                sums[12 + component] += weight * mean[component] * scalar;
            }
        }
    }
};

/// Item n copies cell n of a box of cells, x fastest, [cell] of the arrays that are not null: the
/// velocity at its centre, [cell][component], pressure and scalar. Twin: CentredVelocity, with the
/// same bits.
template <typename T>
struct CellOfBox {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/observe_items.hpp",
                                            .type = "tobiuo::flow::CellOfBox",
                                            .name = "flow-cells",
                                            .threads = 128,
                                            .nanoseconds = 50.0,
                                            .contracts = false};

    StateView<T> state;
    long long first[3] = {};  ///< cell of the box
    long long count[3] = {};
    T* velocity = nullptr;
    T* pressure = nullptr;
    T* scalar = nullptr;

    constexpr void operator()(long long n) const
    {
        const long long i = first[0] + n % count[0];
        const long long j = first[1] + n / count[0] % count[1];
        const long long k = first[2] + n / count[0] / count[1];
        for (int component = 0; component < 3 && velocity != nullptr; ++component) {
            velocity[3 * n + component] = static_cast<T>(
                0.5 * (state.before(component, i, j, k) + state.at(component, i, j, k)));
        }
        if (pressure != nullptr) {
            pressure[n] = static_cast<T>(state.value(state.pressure, i, j, k));
        }
        if (scalar != nullptr) {
            scalar[n] = static_cast<T>(state.value(state.scalar, i, j, k));
        }
    }
};

/// Item n sums up the squares of a state and of its differences from an earlier one in the column of
/// z above point n of a plane, weighted by the volumes of cells: [row][column] of `table`. The rows
/// are the difference of the velocity, the velocity, and with a scalar its difference and its
/// distance from `reference`.
template <typename T>
struct ChangeOfColumn {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/observe_items.hpp",
                                            .type = "tobiuo::flow::ChangeOfColumn",
                                            .name = "flow-change",
                                            .threads = 128,
                                            .nanoseconds = 500.0};

    StateView<T> state;
    const T* now = nullptr;     ///< where the arrays of `state` begin
    const T* before = nullptr;  ///< where those of the earlier one do
    double reference = 0.0;
    double* table = nullptr;

    [[nodiscard]] constexpr long long count() const
    {
        return state.box.counts[0] * state.box.counts[1];
    }
    [[nodiscard]] constexpr int rows() const { return state.scalar.own != nullptr ? 4 : 2; }

    constexpr void operator()(long long n) const
    {
        const double area =
            state.width(0, n % state.box.counts[0]) * state.width(1, n / state.box.counts[0]);
        double sums[4] = {};
        for (long long k = 0; k < state.box.counts[2]; ++k) {
            const double volume = area * state.width(2, k);
            const long long cell = k * count() + n;
            for (const JoinedArray<T>& component : state.velocity) {
                add(component, cell, 0.0, volume, sums[0], sums[1]);
            }
            if (state.scalar.own != nullptr) {
                add(state.scalar, cell, reference, volume, sums[2], sums[3]);
            }
        }
        for (int row = 0; row < rows(); ++row) {
            table[row * count() + n] = sums[row];
        }
    }

private:
    constexpr void add(const JoinedArray<T>& array, long long cell, double zero, double volume,
                       double& of_change, double& of_value) const
    {
        const auto value = static_cast<double>(array.own[cell]);
        const double change = value - static_cast<double>(before[array.own - now + cell]);
        of_change += volume * change * change;
        of_value += volume * (value - zero) * (value - zero);
    }
};

/// to[n] = the sum of the values n % inner, n % inner + inner ... of row n / inner.
template <typename T>
struct SumOfRow {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/observe_items.hpp",
                                            .type = "tobiuo::flow::SumOfRow",
                                            .name = "flow-sums",
                                            .threads = 128,
                                            .nanoseconds = 50.0};

    const double* from = nullptr;
    double* to = nullptr;
    long long columns = 0;  ///< of a row
    long long inner = 1;

    constexpr void operator()(long long n) const
    {
        const double* const row = from + n / inner * columns;
        double sum = 0.0;
        for (long long column = n % inner; column < columns; column += inner) {
            sum += row[column];
        }
        to[n] = sum;
    }
};

}  // namespace tobiuo::flow
