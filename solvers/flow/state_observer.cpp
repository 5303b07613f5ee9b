// SPDX-License-Identifier: BSD-3-Clause
// Gradients and means of a state as tables of sums, which are added up in a fixed order.
#include "solvers/flow/state_observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "runtime/ranks/messages.hpp"
#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/recycling.hpp"
#include "solvers/flow/solid_cells.hpp"
#include "solvers/flow/value_count.hpp"
#include "solvers/flow/wall_laws.hpp"

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
    const T scalar{};
    const StateView<T> state{.box = tables.box(tables.values().data()),
                             .scalar = {.own = problem.scalar ? &scalar : nullptr}};
    std::int64_t room = 0;
    if (gradients) {
        const GradientColumn<T> item = gradient_item(problem, state);
        room = table_bytes(item.rows(), item.count());
        for (int face = 0; face < face_count; ++face) {
            const LawOfPoint<T> law{.state = state, .wall = {.face = face}};
            room = std::max(room, face_of(problem, face).law
                                      ? table_bytes(LawOfPoint<T>::quantities, law.count())
                                      : 0);
        }
    }
    if (means_across) {
        LayerLine<T> item = layer_item(problem, state, *means_across);
        constexpr unsigned char cell = 0;
        item.solid = problem.obstacles.empty() ? nullptr : &cell;
        room = std::max(room, table_bytes(item.rows(), item.columns())) +
               (problem.obstacles.empty() ? 0 : points(problem));
    }
    return room + static_cast<std::int64_t>(tables.values().size() * sizeof(double));
}

template <typename T>
StateObserver<T>::StateObserver(const Problem& problem, const Placement& placement,
                                const runtime::Machine& machine)
    : machine_{machine},
      placement_{placement},
      gradients_{machine},
      layers_{machine},
      sums_{machine}
{
    set_problem(problem);
}

template <typename T>
void StateObserver<T>::set_problem(const Problem& problem, int scalar)
{
    problem_ = scalar == 0 ? problem : with_scalar_in_front(problem, scalar);
    scalar_ = scalar;
    const BoxTables<double> tables{problem_, placement_.slab};
    const auto bytes = std::as_bytes(std::span{tables.values()});
    if (tables_.bytes() != bytes.size()) {
        tables_ = machine_.allocate(bytes.size());
    }
    machine_.write_and_wait(tables_.data(), bytes, nullptr);
    box_ = tables.box(tables_.as<double>());
}

template <typename T>
void StateObserver<T>::set_obstacles(const std::vector<Obstacle>& obstacles)
{
    problem_.obstacles = obstacles;
    solid_ = {};
}

template <typename T>
StateView<T> StateObserver<T>::view_of(const T* state) const
{
    const long long cells = box_.points();
    StateView<T> view{.box = box_};
    for (int axis = 0; axis < 3; ++axis) {
        view.velocity[axis].own = state + axis * cells;
    }
    const T* behind = state + 3 * cells;
    for (int axis = 0; axis < 3; ++axis) {
        if (problem_.faces.at(static_cast<std::size_t>(axis)).lower.kind == FaceKind::outflow &&
            box_.has_face(axis, 0)) {
            view.outflow[axis].own = behind;
            behind += cells / box_.counts[axis];
        }
    }
    if (state_has_pressure(problem_)) {
        behind += cells;
    }
    view.scalar.own = problem_.scalar ? behind + scalar_ * cells : nullptr;
    behind += scalar_count(problem_) * cells;
    behind += problem_.projections == 1 ? cells + box_.counts[2] : 0;
    if (const auto face = recycled_face(problem_); face && box_.has_face(*face / 2, *face % 2)) {
        view.recycled_face = *face;
        for (JoinedArray<T>& array : view.fluctuations) {
            array.own = behind;
            behind += cells / box_.counts[*face / 2];
        }
    }
    return view;
}

template <typename T>
StateView<T> StateObserver<T>::join(const T* state, const T* pressure, Stream stream)
{
    StateView<T> view = view_of(state);
    view.pressure.own = pressure;
    if (placement_.ranks == nullptr) {
        return view;
    }
    const auto plane = static_cast<std::size_t>(box_.counts[0] * box_.counts[1]);
    if (exchange_ == nullptr) {
        constexpr std::size_t most_arrays = 5;
        const auto rows = static_cast<std::size_t>(box_.counts[0] + box_.counts[1]);
        beyond_ = machine_.allocate(2 * (most_arrays * plane + 4 * rows) * sizeof(T));
        exchange_ = ranks::make_exchange(machine_.backend(), *placement_.ranks);
    }
    std::vector<Joint> joints;
    const auto add = [&](JoinedArray<T>& array, std::size_t values) {
        if (array.own != nullptr) {
            joints.push_back({.array = array, .layers = box_.counts[2], .values = values});
        }
    };
    for (JoinedArray<T>* const component :
         {&view.velocity[0], &view.velocity[1], &view.velocity[2], &view.scalar, &view.pressure}) {
        add(*component, plane);
    }
    for (int axis = 0; axis < 2; ++axis) {
        add(view.outflow[axis], static_cast<std::size_t>(box_.counts[1 - axis]));
    }
    for (JoinedArray<T>& array : view.fluctuations) {
        if (view.recycled_face / 2 < 2) {
            add(array, static_cast<std::size_t>(box_.counts[1 - view.recycled_face / 2]));
        }
    }
    give_layers(joints, stream);
    return view;
}

/// What each sends down first, the other one awaits from above first: two ranks round a period are
/// neighbours twice.
template <typename T>
void StateObserver<T>::give_layers(std::span<const Joint> joints, Stream stream)
{
    T* next = beyond_.as<T>();
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    const std::optional<int> below = neighbour(placement_, 0);
    const std::optional<int> above = neighbour(placement_, 1);
    for (const auto& [array, layers, values] : joints) {
        const std::size_t bytes = values * sizeof(T);
        if (below) {
            sends.push_back({.to = *below, .data = array.own, .bytes = bytes});
        }
        if (above) {
            const T* const last = array.own + (layers - 1) * static_cast<long long>(values);
            sends.push_back({.to = *above, .data = last, .bytes = bytes});
            receives.push_back({.from = *above, .data = next, .bytes = bytes});
            array.beyond[1] = next;
            next += values;
        }
        if (below) {
            receives.push_back({.from = *below, .data = next, .bytes = bytes});
            array.beyond[0] = next;
            next += values;
        }
    }
    exchange_->exchange(sends, receives, stream);
}

template <typename T>
void StateObserver<T>::check_arrival() const
{
    if (exchange_ != nullptr) {
        exchange_->check_arrival();
    }
}

template <typename T>
CellBox StateObserver<T>::own_part(const CellBox& cells) const
{
    const Slab& slab = placement_.slab;
    CellBox own = cells;
    own.first[2] = std::max(cells.first[2], slab.first);
    own.count[2] = std::max<std::int64_t>(
        0, std::min(cells.first[2] + cells.count[2], slab.first + slab.count) - own.first[2]);
    return own;
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
    check_arrival();
    return sums;
}

template <typename T>
Gradients StateObserver<T>::gradients_and_wait(const T* state, Stream stream)
{
    const StateView<T> view = join(state, nullptr, stream);
    GradientColumn<T> item = gradient_item(problem_, view);
    const auto pairs = sheared(problem_);
    item.table = table_of(item.rows(), item.count());
    gradients_(item, item.count(), stream);
    std::vector<double> sums = row_sums_and_wait(item.rows(), item.count(), stream);
    if (placement_.ranks != nullptr) {
        ranks::sum_over_ranks(*placement_.ranks, sums);
    }

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
    put_laws_and_wait(view, gradients, stream);
    return gradients;
}

template <typename T>
void StateObserver<T>::put_laws_and_wait(const StateView<T>& state, Gradients& gradients,
                                         Stream stream)
{
    if (!has_wall_laws(problem_)) {
        return;
    }
    if (!laws_) {
        laws_.emplace(machine_);
    }
    LawOfPoint<T> item{.state = state};
    for (int face = 0; face < face_count; ++face) {
        if (!face_of(problem_, face).law) {
            continue;
        }
        const int across = face / 2;
        item.wall = law_wall<double>(problem_, face);
        std::vector<double> sums(LawOfPoint<T>::quantities);
        if (box_.has_face(across, face % 2)) {  // else another rank has it
            item.table = table_of(LawOfPoint<T>::quantities, item.count());
            (*laws_)(item, item.count(), stream);
            sums = row_sums_and_wait(LawOfPoint<T>::quantities, item.count(), stream);
        }
        if (placement_.ranks != nullptr) {
            ranks::sum_over_ranks(*placement_.ranks, sums);
        }
        const auto at = static_cast<std::size_t>(face);
        const double area = area_of(problem_, face);
        if (scalar_ == 0) {
            gradients.shear.at(at).at(static_cast<std::size_t>(faster_axis(across))) =
                sums[0] / area;
            gradients.shear.at(at).at(static_cast<std::size_t>(slower_axis(across))) =
                sums[1] / area;
        }
        if (gradients.scalar && item.wall.gives_value) {
            gradients.scalar->flux.at(at) = sums[2] / area;
        }
    }
}

template <typename T>
std::vector<double> StateObserver<T>::layer_means_and_wait(int axis, const T* state,
                                                           const T* pressure, Stream stream)
{
    LayerLine<T> item = layer_item(problem_, join(state, pressure, stream), axis);
    if (!problem_.obstacles.empty() && solid_.bytes() == 0) {
        const std::vector<unsigned char> solid = solid_cells(problem_, placement_.slab);
        solid_ = machine_.copied_and_wait(std::as_bytes(std::span{solid}));
    }
    item.solid = solid_.as<const unsigned char>();
    item.table = table_of(item.rows(), item.columns());
    layers_(item, item.count(), stream);
    std::vector<double> means = row_sums_and_wait(item.rows(), item.columns(), stream);
    if (placement_.ranks != nullptr) {
        if (axis == 2) {  // a rank has layers of its own
            const auto of_a_layer = static_cast<std::int64_t>(item.sums_of_layer());
            std::vector<double> all(
                static_cast<std::size_t>(problem_.grid.axes[2].cells * of_a_layer));
            std::ranges::copy(means, all.begin() + placement_.slab.first * of_a_layer);
            means = std::move(all);
        }
        ranks::sum_over_ranks(*placement_.ranks, means);
    }
    if (item.solid != nullptr) {
        return means_outside_bodies(means, mean_count(problem_));
    }
    const double area = area_of(problem_, 2 * axis);
    std::ranges::for_each(means, [area](double& mean) { mean /= area; });
    return means;
}

template <typename T>
StateChange StateObserver<T>::change_and_wait(const T* before, const T* now, Stream stream)
{
    ChangeOfColumn<T> item{.state = view_of(now), .now = now, .before = before};
    item.reference = problem_.scalar ? problem_.scalar->reference : 0.0;
    item.table = table_of(item.rows(), item.count());
    if (!changes_) {
        changes_.emplace(machine_);
    }
    (*changes_)(item, item.count(), stream);
    std::vector<double> sums = row_sums_and_wait(item.rows(), item.count(), stream);
    if (placement_.ranks != nullptr) {
        ranks::sum_over_ranks(*placement_.ranks, sums);
    }
    sums.resize(4);
    const double volume = volume_of(problem_);
    const auto root = [&](std::size_t row) { return std::sqrt(sums.at(row) / volume); };
    return {.velocity_change = root(0),
            .velocity = root(1),
            .scalar_change = root(2),
            .scalar = root(3)};
}

template <typename T>
void StateObserver<T>::copy_cells(const CellBox& cells, const StateView<T>& state,
                                  const BoxArrays<T>& to, Stream stream)
{
    CellOfBox<T> item{
        .state = state, .velocity = to.velocity, .pressure = to.pressure, .scalar = to.scalar};
    DerivedOfCell<T> derived{.state = state,
                             .viscosity = problem_.viscosity,
                             .only = to.is_flat ? 2 : -1,
                             .vorticity = to.vorticity,
                             .q_criterion = to.q_criterion,
                             .dissipation = to.dissipation};
    const CellBox own = own_part(cells);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t before = axis == 2 ? placement_.slab.first : 0;
        item.first[axis] = derived.first[axis] = own.first.at(axis) - before;
        item.count[axis] = derived.count[axis] = own.count.at(axis);
    }
    if (item.velocity != nullptr || item.pressure != nullptr || item.scalar != nullptr) {
        if (!cells_) {
            cells_.emplace(machine_);
        }
        (*cells_)(item, own.cells(), stream);
    }
    if (derived.vorticity != nullptr || derived.q_criterion != nullptr ||
        derived.dissipation != nullptr) {
        if (!derived_) {
            derived_.emplace(machine_);
        }
        (*derived_)(derived, own.cells(), stream);
    }
}

template <typename T>
std::vector<PointValues> StateObserver<T>::point_values_and_wait(
    std::span<const std::array<double, 3>> points, const T* state, const T* pressure, Stream stream)
{
    const Slab& slab = placement_.slab;
    std::vector<PointPlace> own;
    std::vector<std::size_t> which;
    const std::vector<PointPlace> places = places_of(problem_.grid, points);
    for (std::size_t n = 0; n < points.size(); ++n) {
        const std::int64_t layer = cell_at(problem_.grid.axes[2], points[n][2]) - slab.first;
        if (layer >= 0 && layer < slab.count) {
            own.push_back(places[n]);
            own.back().on_faces[2].lower -= slab.first;
            own.back().at_centres[2].lower -= slab.first;
            which.push_back(n);
        }
    }
    PointOfFlow<T> item{.state = join(state, pressure, stream)};
    std::vector<PointValues> values(points.size());
    if (!own.empty()) {
        for (int axis = 0; axis < 3; ++axis) {
            item.is_pushed[axis] = is_pushed_along(problem_, axis);
        }
        const runtime::Array at = machine_.copied_and_wait(std::as_bytes(std::span{own}), stream);
        std::vector<PointValues> found(own.size());
        const auto bytes = std::as_writable_bytes(std::span{found});
        const runtime::Array to = machine_.allocate(bytes.size());
        item.places = at.as<PointPlace>();
        item.values = to.as<double>();
        if (!points_) {
            points_.emplace(machine_);
        }
        (*points_)(item, std::ssize(own), stream);
        machine_.read_and_wait(bytes, to.data(), stream);
        for (std::size_t n = 0; n < own.size(); ++n) {
            values[which[n]] = found[n];
        }
    }
    if (placement_.ranks != nullptr && !values.empty()) {  // the other ranks have zeros
        machine_.wait(stream);
        check_arrival();
        ranks::sum_over_ranks(*placement_.ranks,
                              {values.front().data(), values_of_point * values.size()});
    }
    return values;
}

template class StateObserver<float>;
template class StateObserver<double>;

}  // namespace tobiuo::flow
