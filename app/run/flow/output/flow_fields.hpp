// SPDX-License-Identifier: BSD-3-Clause
// The velocity of a flow at the centres of cells, for files and pictures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "solvers/flow/state_layers.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {

/// Reads the velocities of a state, see flow::Solver::state(), as means of opposite faces of cells.
template <typename Real>
class CentredVelocity {
public:
    /// Keeps the state.
    CentredVelocity(const flow::Problem& problem, std::span<const Real> state);

    /// Fills `layer` with one component of the cells [y][x] of layer k of z.
    void read(int component, std::int64_t k, std::span<double> layer) const;
    /// Fills `values`, of this precision or of single, with all cells, [z][y][x][component], on so
    /// many threads.
    template <typename Out>
    void read_all(std::span<Out> values, int threads) const;

private:
    std::array<std::int64_t, 3> cells_;
    flow::StateLayers<Real> layers_;
};

extern template class CentredVelocity<float>;
extern template class CentredVelocity<double>;

/// Whether nothing changes along z. Then the vorticity has one component, that about z.
[[nodiscard]] bool is_flat(const FlowCase& flow);
[[nodiscard]] bool is_flat(const flow::Problem& problem);

/// How many numbers a cell has of a field of this name.
[[nodiscard]] constexpr int components_of(std::string_view field, bool flat)
{
    return field == "velocity" || (field == "vorticity" && !flat) ? 3 : 1;
}

/// Some of the fields of a flow, in the order in which their values follow each other.
struct FlowFields {
    /// Scalars behind the first one follow these, see further_scalar().
    enum class Field { velocity, p, scalar, vorticity, vorticity_z, q_criterion, dissipation };

    std::array<Field, 6 + most_scalars> all{};
    std::size_t count = 0;

    [[nodiscard]] std::span<const Field> fields() const { return std::span{all}.first(count); }
    [[nodiscard]] static constexpr int components(Field field)
    {
        return field == Field::velocity || field == Field::vorticity ? 3 : 1;
    }
    /// The numbers that each cell has.
    [[nodiscard]] std::int64_t of_cell() const;

    /// The number of the scalar that a field is, from 1 on; 0 of others.
    [[nodiscard]] static constexpr int further_scalar(Field field)
    {
        return std::max(0, static_cast<int>(field) - static_cast<int>(Field::dissipation));
    }
};

/// Those of different fields, by their names, that are where the steps are: all but solid. `scalars` are
/// the names of the scalars; without them each has one number.
[[nodiscard]] FlowFields fields_of(std::span<const std::string> names, bool flat,
                                   std::span<const std::string> scalars = {});
[[nodiscard]] FlowFields::Field field_of(std::string_view name, bool flat,
                                         std::span<const std::string> scalars = {});
[[nodiscard]] std::vector<std::string> scalar_names(const flow::Problem& problem);
/// The number of the scalar of this name; nothing if there is none.
[[nodiscard]] std::optional<int> scalar_number(const flow::Problem& problem, std::string_view name);

/// Fills `values`, of this precision or of single, with a field that is derived from a state, of the
/// cells from number `first` on, on so many threads; see DerivedOfCell. Twin: StateObserver.
template <typename Real, typename Out>
void derive(const flow::Problem& problem, std::span<const Real> state, FlowFields::Field field,
            std::int64_t first, std::span<Out> values, int threads);

/// A state and its pressure.
template <typename Real>
struct FlowArrays {
    const flow::Problem& problem;
    std::span<const Real> state = {};
    std::span<const Real> pressure = {};

    /// A scalar of a flow that carries so many.
    [[nodiscard]] std::span<const Real> scalar(int number = 0) const
    {
        return flow::scalar_of_state(
            problem, state,
            static_cast<std::int64_t>(pressure.size()) / flow::plane_points(problem), number);
    }
};

/// What a picture shows of a cell that has one number or three: that number or their length.
template <typename Real>
[[nodiscard]] double drawn(std::span<const Real> of_cell);

/// Fills `layer` with what a picture shows in layer k of z: speed, u, v, w, p, scalar, or what is
/// derived; of a vorticity with three components its length.
template <typename Real>
void read_flow_layer(const FlowArrays<Real>& arrays, std::string_view field, std::int64_t k,
                     std::span<double> layer);

/// Where a state has the first value that is not finite: the index in its array, and which, from 3 on
/// scalars.
struct NotFiniteAt {
    int component{};
    std::array<std::int64_t, 3> cell{};
};

template <typename Real>
[[nodiscard]] std::optional<NotFiniteAt> first_not_finite(const flow::Problem& problem,
                                                          std::span<const Real> state);

}  // namespace tobiuo
