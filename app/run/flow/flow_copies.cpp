// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_copies.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include "app/run/flow/flow_input.hpp"
#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/solid_cells.hpp"
#include "solvers/flow/spectra.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {

template <typename Real>
FlowCopies<Real>::FlowCopies(FlowEngine<Real>& engine, const flow::Problem& problem,
                             WriterThread& writer, std::function<void()> settle)
    : engine_{engine}, problem_{problem}, pairs_{writer}, settle_{std::move(settle)}
{
}

template <typename Real>
void FlowCopies<Real>::allocate(Pair& pair) const
{
    pair.state.resize(static_cast<std::size_t>(flow::state_values(problem_)));
    pair.pressure.resize(static_cast<std::size_t>(flow::points(problem_)));
}

/// The pair for copies after the last step. It is the one of the step before unless a job still
/// reads that.
template <typename Real>
typename FlowCopies<Real>::Pair& FlowCopies<Real>::pair_and_wait()
{
    if (is_old_) {
        Pair& pair = pairs_.next_and_wait();
        pair.has_state = false;
        pair.has_pressure = false;
        is_old_ = false;
    }
    allocate(pairs_.current());
    return pairs_.current();
}

template <typename Real>
double FlowCopies<Real>::resume(const Checkpoint& checkpoint)
{
    expire();
    if (is_divided()) {
        return engine_.resume(checkpoint);
    }
    Pair& pair = pair_and_wait();
    read_state(checkpoint, 0, std::as_writable_bytes(std::span{pair.state}));
    const std::span<const Real> state{pair.state};
    engine_.resume(state);
    pair.has_state = true;
    std::vector<std::span<const Real>> scalars;
    for (int number = 0; number < flow::scalar_count(problem_); ++number) {
        scalars.push_back(
            flow::scalar_of_state(problem_, state, problem_.grid.axes[2].cells, number));
    }
    return joint_difference(problem_, largest_differences<Real>(problem_, scalars));
}

template <typename Real>
std::span<const Real> FlowCopies<Real>::state_and_wait()
{
    Pair& pair = pair_and_wait();
    if (!pair.has_state) {
        engine_.state_and_wait(pair.state);
        pair.has_state = true;
    }
    return pair.state;
}

template <typename Real>
std::span<const Real> FlowCopies<Real>::pressure_and_wait()
{
    Pair& pair = pair_and_wait();
    if (!pair.has_pressure) {
        engine_.pressure_and_wait(pair.pressure);
        pair.has_pressure = true;
    }
    return pair.pressure;
}

template <typename Real>
FlowArrays<Real> FlowCopies<Real>::arrays_and_wait()
{
    settle_();
    return {.problem = problem_, .state = state_and_wait(), .pressure = pressure_and_wait()};
}

template <typename Real>
std::optional<NotFiniteAt> FlowCopies<Real>::first_not_finite_and_wait()
{
    return is_divided() ? engine_.first_not_finite_and_wait()
                        : first_not_finite<Real>(problem_, state_and_wait());
}

template <typename Real>
flow::Observed FlowCopies<Real>::observed_at_end_and_wait()
{
    if (is_divided()) {
        return engine_.observed_at_end_and_wait();
    }
    engine_.resume(arrays_and_wait().state);  // the solver forgets the pressure
    return engine_.observed_and_wait();
}

template <typename Real>
void FlowCopies<Real>::read_layer_and_wait(std::string_view quantity, std::int64_t k,
                                           std::span<double> layer)
{
    if (!is_divided()) {
        read_flow_layer<Real>(arrays_and_wait(), quantity, k, layer);
        return;
    }
    const bool is_of_velocity =
        quantity == "speed" || quantity == "u" || quantity == "v" || quantity == "w";
    const std::string field{is_of_velocity ? "velocity" : quantity};
    const std::vector<std::string> scalars = scalar_names(problem_);
    const FlowFields fields = fields_of({&field, 1}, is_flat(problem_), scalars);
    const auto& axes = problem_.grid.axes;
    std::vector<Real> values;
    cells_and_wait({.first = {0, 0, k}, .count = {axes[0].cells, axes[1].cells, 1}}, fields,
                   values);
    const auto components = static_cast<std::size_t>(fields.of_cell());
    const auto which = quantity == "v"   ? std::size_t{1}
                       : quantity == "w" ? std::size_t{2}
                                         : std::size_t{0};
    const bool is_one = is_of_velocity && quantity != "speed";
    for (std::size_t cell = 0; cell < layer.size(); ++cell) {
        layer[cell] =
            is_one ? static_cast<double>(values[3 * cell + which])
                   : drawn(std::span<const Real>{values}.subspan(components * cell, components));
    }
}

template <typename Real>
flow::Gradients FlowCopies<Real>::gradients_and_wait()
{
    settle_();
    return engine_.is_on_host() ? flow::gradients_of<Real>(problem_, state_and_wait())
                                : engine_.gradients_and_wait(problem_);
}

template <typename Real>
std::vector<double> FlowCopies<Real>::layer_means_and_wait(int axis)
{
    settle_();
    if (!engine_.is_on_host()) {
        return engine_.layer_means_and_wait(problem_, axis);
    }
    if (solid_.empty()) {
        solid_ = flow::solid_cells(problem_, flow::whole(problem_).slab);
    }
    const std::span<const Real> state = state_and_wait();
    const std::span<const Real> pressure = pressure_and_wait();
    return flow::with_further_scalars(problem_, [&](int number) {
        return flow::layer_means<Real>(problem_, axis, state, pressure, solid_, number);
    });
}

template <typename Real>
FlowArrays<Real> FlowCopies<Real>::arrays_where_looked_at()
{
    if (engine_.is_on_host()) {
        return arrays_and_wait();
    }
    settle_();
    return {.problem = problem_};
}

template <typename Real>
void FlowCopies<Real>::add_to_means_and_wait(std::int64_t samples)
{
    engine_.add_to_means_and_wait(arrays_where_looked_at(), samples);
}

template <typename Real>
std::vector<std::vector<double>> FlowCopies<Real>::spectra_and_wait(
    int axis, std::optional<flow::LayerOfCells> layer)
{
    return engine_.spectra_and_wait(
        {.problem = problem_,
         .state = engine_.is_on_host() ? state_and_wait() : std::span<const Real>{}},
        axis, layer);
}

template <typename Real>
flow::StateChange FlowCopies<Real>::change_and_wait()
{
    settle_();
    return engine_.change_and_wait(
        {.problem = problem_,
         .state = engine_.is_on_host() ? state_and_wait() : std::span<const Real>{}});
}

template <typename Real>
void FlowCopies<Real>::cells_and_wait(const CellBox& cells, const FlowFields& fields,
                                      std::vector<Real>& values)
{
    engine_.cells_and_wait(cells, fields, arrays_where_looked_at(), values);
}

template <typename Real>
std::vector<FlowPoint> FlowCopies<Real>::points_and_wait(
    std::span<const std::array<double, 3>> points)
{
    return engine_.points_and_wait(points, arrays_where_looked_at());
}

template class FlowCopies<float>;
template class FlowCopies<double>;

}  // namespace tobiuo
