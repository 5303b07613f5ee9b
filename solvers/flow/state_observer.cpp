// Gradients and means of a state as tables of sums, which are added up in a fixed order.
#include "solvers/flow/state_observer.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo::flow {
namespace {

/// How many threads sum up a row side by side, turn by turn: each turn leaves as many sums.
constexpr std::array<std::int64_t, 3> turns{8192, 64, 1};

/// The bytes of a table, and of the sums of each turn behind it.
std::int64_t table_bytes(std::int64_t rows, std::int64_t columns)
{
    std::int64_t values = columns;
    for (const std::int64_t sums : turns) {
        values += sums < columns ? sums : 0;
    }
    return rows * values * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace

template <typename T>
GradientColumn<T> StateObserver<T>::gradient_item(const Problem& problem, const StateView<T>& state)
{
    GradientColumn<T> item{.state = state};
    for (const auto& [face, component] : sheared(problem)) {
        item.sheared[item.shears++] = {.face = face, .component = component};
    }
    for (int face = 0; face < face_count; ++face) {
        item.is_wall[face] = is_wall(face_of(problem, face).kind);
    }
    return item;
}

template <typename T>
LayerLine<T> StateObserver<T>::layer_item(const Problem& problem, const StateView<T>& state,
                                          int axis)
{
    return {.state = state, .axis = axis, .quantities = static_cast<int>(mean_count(problem))};
}

template <typename T>
std::int64_t StateObserver<T>::bytes(const Problem& problem, bool gradients,
                                     std::optional<int> means_across)
{
    const BoxTables<double> tables{problem};
    const double* const nowhere = nullptr;
    const T scalar{};
    const StateView<T> state{.box = tables.box(nowhere),
                             .scalar = problem.scalar ? &scalar : nullptr};
    std::int64_t room = 0;
    if (gradients) {
        const GradientColumn<T> item = gradient_item(problem, state);
        room = table_bytes(item.rows(), item.count());
    }
    if (means_across) {
        const LayerLine<T> item = layer_item(problem, state, *means_across);
        room = std::max(room, table_bytes(item.rows(), item.columns()));
    }
    return room + static_cast<std::int64_t>(tables.values().size() * sizeof(double));
}

template <typename T>
StateObserver<T>::StateObserver(const Problem& problem, const runtime::Machine& machine)
    : machine_{machine}, gradients_{machine}, layers_{machine}, sums_{machine}
{
    set_problem(problem);
}

template <typename T>
void StateObserver<T>::set_problem(const Problem& problem)
{
    problem_ = problem;
    const BoxTables<double> tables{problem};
    const auto bytes = std::as_bytes(std::span{tables.values()});
    if (tables_.bytes() != bytes.size()) {
        tables_ = machine_.allocate(bytes.size());
    }
    machine_.write_and_wait(tables_.data(), bytes, nullptr);
    box_ = tables.box(tables_.as<double>());
}

template <typename T>
StateView<T> StateObserver<T>::view_of(const T* state) const
{
    const long long cells = box_.points();
    StateView<T> view{.box = box_};
    for (int axis = 0; axis < 3; ++axis) {
        view.velocity[axis] = state + axis * cells;
    }
    const T* behind = state + 3 * cells;
    for (int axis = 0; axis < 3; ++axis) {
        if (problem_.faces.at(static_cast<std::size_t>(axis)).lower.kind == FaceKind::outflow) {
            view.outflow[axis] = behind;
            behind += cells / box_.counts[axis];
        }
    }
    if (problem_.scalar) {
        view.scalar = state + state_values(problem_) - cells;
    }
    return view;
}

template <typename T>
double* StateObserver<T>::table_of(std::int64_t rows, std::int64_t columns)
{
    const auto bytes = static_cast<std::size_t>(table_bytes(rows, columns));
    if (room_.bytes() < bytes) {
        room_ = machine_.allocate(bytes);
    }
    return room_.as<double>();
}

template <typename T>
std::vector<double> StateObserver<T>::row_sums_and_wait(std::int64_t rows, std::int64_t columns,
                                                        Stream stream)
{
    const double* from = room_.as<double>();
    double* to = room_.as<double>() + rows * columns;
    for (const std::int64_t inner : turns) {
        if (inner < columns) {
            sums_({.from = from, .to = to, .columns = columns, .inner = inner}, rows * inner,
                  stream);
            from = to;
            to += rows * inner;
            columns = inner;
        }
    }
    std::vector<double> sums(static_cast<std::size_t>(rows));
    machine_.read_and_wait(std::as_writable_bytes(std::span{sums}), from, stream);
    return sums;
}

template <typename T>
Gradients StateObserver<T>::gradients_and_wait(const T* state, Stream stream)
{
    GradientColumn<T> item = gradient_item(problem_, view_of(state));
    const auto pairs = sheared(problem_);
    item.table = table_of(item.rows(), item.count());
    gradients_(item, item.count(), stream);
    const std::vector<double> sums = row_sums_and_wait(item.rows(), item.count(), stream);

    Gradients gradients;
    gradients.dissipation = sums[0];
    gradients.enstrophy = 0.5 * sums[1];
    for (std::size_t one = 0; one < pairs.size(); ++one) {
        const auto& [face, component] = pairs[one];
        gradients.shear.at(static_cast<std::size_t>(face)).at(static_cast<std::size_t>(component)) =
            sums[2 + one];
    }
    complete(problem_, gradients);
    if (problem_.scalar) {
        const std::span<const double> of_scalar = std::span{sums}.subspan(2 + pairs.size());
        ScalarMeans& means = gradients.scalar.emplace();
        means.mean = of_scalar[0] / volume_of(problem_);
        for (std::size_t face = 0; face < means.flux.size(); ++face) {
            means.flux.at(face) =
                box_.diffusivity * of_scalar[1 + face] / area_of(problem_, static_cast<int>(face));
        }
    }
    return gradients;
}

template <typename T>
std::vector<double> StateObserver<T>::layer_means_and_wait(int axis, const T* state,
                                                           const T* pressure, Stream stream)
{
    LayerLine<T> item = layer_item(problem_, view_of(state), axis);
    item.state.pressure = pressure;
    item.table = table_of(item.rows(), item.columns());
    layers_(item, item.count(), stream);
    std::vector<double> means = row_sums_and_wait(item.rows(), item.columns(), stream);
    const double area = area_of(problem_, 2 * axis);
    std::ranges::for_each(means, [area](double& mean) { mean /= area; });
    return means;
}

template <typename T>
void StateObserver<T>::copy_cells(const CellBox& cells, const T* state, const T* pressure,
                                  const BoxArrays<T>& to, Stream stream)
{
    CellOfBox<T> item{.state = view_of(state),
                      .velocity = to.velocity,
                      .pressure = to.pressure,
                      .scalar = to.scalar};
    item.state.pressure = pressure;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        item.first[axis] = cells.first.at(axis);
        item.count[axis] = cells.count.at(axis);
    }
    if (!cells_) {
        cells_.emplace(machine_);
    }
    (*cells_)(item, cells.cells(), stream);
}

template class StateObserver<float>;
template class StateObserver<double>;

}  // namespace tobiuo::flow
