// The velocity of a flow at the centres of cells, for files and pictures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tobiuo/flow/problem.hpp>

#include "solvers/flow/state_layers.hpp"

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

/// How many numbers a cell has of velocity, p, scalar or solid.
[[nodiscard]] constexpr int components_of(std::string_view field)
{
    return field == "velocity" ? 3 : 1;
}

/// Some of velocity, p and scalar, in the order in which their values follow each other.
struct FlowFields {
    enum class Field { velocity, p, scalar };

    std::array<Field, 3> all{};
    std::size_t count = 0;

    [[nodiscard]] std::span<const Field> fields() const { return std::span{all}.first(count); }
    [[nodiscard]] static constexpr int components(Field field)
    {
        return field == Field::velocity ? 3 : 1;
    }
    /// The numbers that each cell has.
    [[nodiscard]] std::int64_t of_cell() const;
};

/// Those of different fields, by their names, that are where the steps are: all but solid.
[[nodiscard]] FlowFields fields_of(std::span<const std::string> names);

/// A state and its pressure.
template <typename Real>
struct FlowArrays {
    const flow::Problem& problem;
    std::span<const Real> state = {};
    std::span<const Real> pressure = {};

    /// The scalar of a flow that carries one.
    [[nodiscard]] std::span<const Real> scalar() const { return state.last(pressure.size()); }
};

/// Fills `layer` with what a picture shows in layer k of z: speed, u, v, w, p or scalar.
template <typename Real>
void read_flow_layer(const FlowArrays<Real>& arrays, std::string_view field, std::int64_t k,
                     std::span<double> layer);

/// Where a state has the first value that is not finite: the index in its array, and which, 3 for
/// the scalar.
struct NotFiniteAt {
    int component{};
    std::array<std::int64_t, 3> cell{};
};

template <typename Real>
[[nodiscard]] std::optional<NotFiniteAt> first_not_finite(const flow::Problem& problem,
                                                          std::span<const Real> state);

}  // namespace tobiuo
