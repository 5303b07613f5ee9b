// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/output/flow_fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "app/run/flow/flow_input.hpp"
#include "kernels/flow/derived_items.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/layer_window.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

std::array<std::int64_t, 3> cells_of(const flow::Problem& problem)
{
    return {problem.grid.axes[0].cells, problem.grid.axes[1].cells, problem.grid.axes[2].cells};
}

}  // namespace

std::int64_t FlowFields::of_cell() const
{
    std::int64_t numbers = 0;
    for (const Field field : fields()) {
        numbers += components(field);
    }
    return numbers;
}

bool is_flat(const FlowCase& flow)
{
    return flow.box.grid.axes[2].cells == 1 && flow.faces[2][0].kind == flow::FaceKind::periodic;
}

bool is_flat(const flow::Problem& problem)
{
    return is_absent(problem, 2);
}

FlowFields::Field field_of(std::string_view name, bool flat, std::span<const std::string> scalars)
{
    using Field = FlowFields::Field;
    if (name == "velocity" || name == "p") {
        return name == "p" ? Field::p : Field::velocity;
    }
    if (name == "q_criterion" || name == "dissipation") {
        return name == "q_criterion" ? Field::q_criterion : Field::dissipation;
    }
    if (name == "vorticity") {
        return flat ? Field::vorticity_z : Field::vorticity;
    }
    const auto number = std::ranges::find(scalars, name) - scalars.begin();
    return number == 0 || number == std::ssize(scalars)
               ? Field::scalar
               : static_cast<Field>(static_cast<int>(Field::dissipation) + number);
}

FlowFields fields_of(std::span<const std::string> names, bool flat,
                     std::span<const std::string> scalars)
{
    FlowFields fields;
    for (const std::string& name : names) {
        if (name != "solid") {
            fields.all.at(fields.count++) = field_of(name, flat, scalars);
        }
    }
    return fields;
}

std::vector<std::string> scalar_names(const flow::Problem& problem)
{
    std::vector<std::string> names;
    for (int number = 0; number < flow::scalar_count(problem); ++number) {
        names.push_back(flow::scalar_of_number(problem, number).name);
    }
    return names;
}

std::optional<int> scalar_number(const flow::Problem& problem, std::string_view name)
{
    const std::vector<std::string> names = scalar_names(problem);
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt
                                : std::optional{static_cast<int>(found - names.begin())};
}

template <typename Real, typename Out>
void derive(const flow::Problem& problem, std::span<const Real> state, FlowFields::Field field,
            std::int64_t first, std::span<Out> values, [[maybe_unused]] int threads)
{
    using Field = FlowFields::Field;
    const flow::StateLayers<Real> layers{problem, state};
    const flow::StateView<Real> view = layers.view();
    const std::array<std::int64_t, 3> cells = cells_of(problem);
    const int components = FlowFields::components(field);
    const auto count = static_cast<std::int64_t>(values.size()) / components;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t cell = first + n;
        const flow::CellGradients found = flow::gradients_in(
            view, cell % cells[0], cell / cells[0] % cells[1], cell / cells[0] / cells[1]);
        Out* const to = values.data() + n * components;
        if (field == Field::vorticity) {
            for (int axis = 0; axis < 3; ++axis) {
                to[axis] = static_cast<Out>(found.vorticity(axis));
            }
            continue;
        }
        *to = static_cast<Out>(field == Field::vorticity_z   ? found.vorticity(2)
                               : field == Field::q_criterion ? found.q_criterion()
                                                             : problem.viscosity * found.strain());
    }
}

template void derive(const flow::Problem&, std::span<const float>, FlowFields::Field, std::int64_t,
                     std::span<float>, int);
template void derive(const flow::Problem&, std::span<const double>, FlowFields::Field, std::int64_t,
                     std::span<float>, int);
template void derive(const flow::Problem&, std::span<const double>, FlowFields::Field, std::int64_t,
                     std::span<double>, int);

template <typename Real>
CentredVelocity<Real>::CentredVelocity(const flow::Problem& problem, std::span<const Real> state)
    : cells_{cells_of(problem)}, layers_{problem, state}
{
}

template <typename Real>
void CentredVelocity<Real>::read(int component, std::int64_t k, std::span<double> layer) const
{
    std::vector<double> here(layers_.layer_values());
    layers_.read(component, k, here);
    std::vector<double> below;
    if (component == 2) {
        below.resize(here.size());
        layers_.read(component, k - 1, below);
    }
    const std::vector<double>& lower = component == 2 ? below : here;
    const long long back = component == 0 ? 1 : component == 1 ? layers_.row() : 0;
    std::size_t point = 0;
    for (std::int64_t j = 0; j < cells_[1]; ++j) {
        for (std::int64_t i = 0; i < cells_[0]; ++i, ++point) {
            const long long at = layers_.place(i, j);
            layer[point] = 0.5 * (lower[static_cast<std::size_t>(at - back)] +
                                  here[static_cast<std::size_t>(at)]);
        }
    }
}

template <typename Real>
template <typename Out>
void CentredVelocity<Real>::read_all(std::span<Out> values, [[maybe_unused]] int threads) const
{
#pragma omp parallel num_threads(threads)
    {
        flow::LayerWindow<Real> window{layers_};
#pragma omp for schedule(static)
        for (std::int64_t k = 0; k < cells_[2]; ++k) {
            window.move_to(k);
            Out* to = values.data() + 3 * k * cells_[0] * cells_[1];
            for (std::int64_t j = 0; j < cells_[1]; ++j) {
                for (std::int64_t i = 0; i < cells_[0]; ++i) {
                    const long long at = window.place(i, j);
                    for (int component = 0; component < 3; ++component, ++to) {
                        *to = static_cast<Out>(
                            0.5 * (window.before(component)[at] + window.here(component)[at]));
                    }
                }
            }
        }
    }
}

template class CentredVelocity<float>;
template class CentredVelocity<double>;
template void CentredVelocity<float>::read_all(std::span<float>, int) const;
template void CentredVelocity<double>::read_all(std::span<float>, int) const;
template void CentredVelocity<double>::read_all(std::span<double>, int) const;

template <typename Real>
double drawn(std::span<const Real> of_cell)
{
    return of_cell.size() == 1
               ? static_cast<double>(of_cell[0])
               : std::hypot(static_cast<double>(of_cell[0]), static_cast<double>(of_cell[1]),
                            static_cast<double>(of_cell[2]));
}

template double drawn(std::span<const float>);
template double drawn(std::span<const double>);

template <typename Real>
void read_flow_layer(const FlowArrays<Real>& arrays, std::string_view field, std::int64_t k,
                     std::span<double> layer)
{
    const std::optional<int> scalar = scalar_number(arrays.problem, field);
    if (field == "p" || scalar) {
        const std::span<const Real> values = scalar ? arrays.scalar(*scalar) : arrays.pressure;
        const std::size_t first = static_cast<std::size_t>(k) * layer.size();
        std::ranges::copy(values.subspan(first, layer.size()), layer.begin());
        return;
    }
    if (field == "vorticity" || field == "q_criterion" || field == "dissipation") {
        const FlowFields::Field which = field_of(field, is_flat(arrays.problem));
        const auto components = static_cast<std::size_t>(FlowFields::components(which));
        std::vector<Real> values(components * layer.size());
        derive(arrays.problem, arrays.state, which, k * static_cast<std::int64_t>(layer.size()),
               std::span{values}, 1);
        for (std::size_t cell = 0; cell < layer.size(); ++cell) {
            layer[cell] =
                drawn(std::span<const Real>{values}.subspan(components * cell, components));
        }
        return;
    }
    const CentredVelocity<Real> velocity{arrays.problem, arrays.state};
    if (field != "speed") {
        velocity.read(field == "u" ? 0 : field == "v" ? 1 : 2, k, layer);
        return;
    }
    std::vector<double> square(layer.size());
    for (int component = 0; component < 3; ++component) {
        velocity.read(component, k, layer);
        std::ranges::transform(square, layer, square.begin(),
                               [](double sum, double one) { return sum + one * one; });
    }
    std::ranges::transform(square, layer.begin(), [](double sum) { return std::sqrt(sum); });
}

template void read_flow_layer(const FlowArrays<float>&, std::string_view, std::int64_t,
                              std::span<double>);
template void read_flow_layer(const FlowArrays<double>&, std::string_view, std::int64_t,
                              std::span<double>);

template <typename Real>
std::optional<NotFiniteAt> first_not_finite(const flow::Problem& problem,
                                            std::span<const Real> state)
{
    const std::int64_t points = flow::points(problem);
    const std::array<std::int64_t, 3> cells = cells_of(problem);
    constexpr double nanoseconds = 0.5;  // of a value
    [[maybe_unused]] const int threads = threads_for(points, nanoseconds);
    for (int component = 0; component < 3 + flow::scalar_count(problem); ++component) {
        const Real* const values =
            component < 3 ? state.data() + component * points
                          : flow::scalar_of_state(problem, state, cells[2], component - 3).data();
        std::int64_t at = points;
#pragma omp parallel for num_threads(threads) reduction(min : at)
        for (std::int64_t n = 0; n < points; ++n) {
            at = std::isfinite(values[n]) ? at : std::min(at, n);
        }
        if (at < points) {
            return NotFiniteAt{
                .component = component,
                .cell = {at % cells[0], at / cells[0] % cells[1], at / cells[0] / cells[1]}};
        }
    }
    return std::nullopt;
}

template std::optional<NotFiniteAt> first_not_finite(const flow::Problem&, std::span<const float>);
template std::optional<NotFiniteAt> first_not_finite(const flow::Problem&, std::span<const double>);

}  // namespace tobiuo
