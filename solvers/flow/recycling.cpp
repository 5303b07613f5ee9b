// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/recycling.hpp"

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/ranks/messages.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

[[noreturn]] void refuse(int face, const std::string& why)
{
    throw std::invalid_argument{"the " + std::string{face % 2 == 0 ? "lower" : "upper"} +
                                " face across " + axis_name(face / 2) + " recycles fluctuations" +
                                why};
}

/// Whether the mean is along an axis.
bool is_averaged(const Problem& problem, int axis)
{
    return problem.faces.at(static_cast<std::size_t>(axis)).lower.kind == FaceKind::periodic;
}

/// The cell whose upper face is nearest to the plane, and inside the box.
long long cell_of(const Problem& problem, int face)
{
    const Axis& axis = axis_of(problem, face / 2);
    const double position = face_of(problem, face).recycling->position;
    long long nearest = 0;
    for (long long cell = 1; cell + 1 < axis.cells; ++cell) {
        if (std::abs(axis.node(cell + 1) - position) <
            std::abs(axis.node(nearest + 1) - position)) {
            nearest = cell;
        }
    }
    return nearest;
}

}  // namespace

std::optional<int> recycled_face(const Problem& problem)
{
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).recycling) {
            return face;
        }
    }
    return std::nullopt;
}

std::int64_t recycled_values(const Problem& problem)
{
    const auto face = recycled_face(problem);
    return face ? 3 * points(problem) / axis_of(problem, *face / 2).cells : 0;
}

void validate_recycling(const Problem& problem)
{
    const auto first = recycled_face(problem);
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        if (!one.recycling) {
            continue;
        }
        if (one.kind != FaceKind::inflow) {
            refuse(face, ", but nothing is given to flow in: make it an inflow, or leave it out");
        }
        if (face != *first) {
            refuse(face, ", and so does another one: leave it out at one of them");
        }
        const int faster = faster_axis(face / 2);
        const int slower = slower_axis(face / 2);
        const auto averages = [&](int axis) {
            return is_averaged(problem, axis) && axis_of(problem, axis).cells > 1;
        };
        if (!averages(faster) && !averages(slower)) {
            refuse(face,
                   " about a mean along periodic axes, and no axis along it is periodic: make one "
                   "so, or leave it out");
        }
        const Axis& axis = axis_of(problem, face / 2);
        const double position = one.recycling->position;
        if (!(position > axis.lower && position < axis.upper)) {
            refuse(face, " from the place " + six_digits(position) + ", and the box is from " +
                             six_digits(axis.lower) + " to " + six_digits(axis.upper) +
                             ": give a place inside");
        }
    }
}

template <typename T>
RecycledFace<T>::RecycledFace(const Problem& problem, const Placement& placement,
                              FlowMachine<T>& machine, const BoxTables<T>& tables, const T* values)
    : face_{recycled_face(problem).value()},
      cell_{cell_of(problem, face_)},
      columns_{axis_of(problem, faster_axis(face_ / 2)).cells},
      rows_{face_ / 2 < 2 ? placement.slab.count : axis_of(problem, slower_axis(face_ / 2)).cells},
      points_{static_cast<std::size_t>(columns_ * rows_)},
      by_faster_{is_averaged(problem, faster_axis(face_ / 2))},
      by_slower_{is_averaged(problem, slower_axis(face_ / 2))},
      per_count_{1.0},
      joined_{face_ / 2 < 2 && placement.slab.joined[0], face_ / 2 < 2 && placement.slab.joined[1]},
      goes_round_{tables.goes_round()},
      ranks_{placement.ranks},
      table_values_{tables.values().size()},
      given_{machine.allocate(table_values_)},
      take_plane_{machine.memory()},
      sum_{machine.memory()},
      take_mean_{machine.memory()},
      give_{machine.memory()}
{
    const auto cells = [&](int axis) { return static_cast<double>(axis_of(problem, axis).cells); };
    per_count_ /= by_faster_ ? cells(faster_axis(face_ / 2)) : 1.0;
    per_count_ /= by_slower_ ? cells(slower_axis(face_ / 2)) : 1.0;
    const auto row = static_cast<std::size_t>(columns_);
    for (T*& array : fluctuations_) {
        array = machine.allocate_shared(points_ + 2 * row) + row;
    }
    const auto lines = static_cast<std::size_t>(by_slower_ ? columns_ : rows_);
    sums_ = machine.memory().allocate(3 * lines * sizeof(double));
    all_sums_ = machine.memory().allocate(3 * sizeof(double));
    note_given(machine, values, nullptr);
}

template <typename T>
PlaneVelocity<T> RecycledFace<T>::plane() const
{
    return {.components = {fluctuations_[0], fluctuations_[1], fluctuations_[2]},
            .columns = columns_,
            .rows = rows_};
}

template <typename T>
void RecycledFace<T>::find(const Box<T>& box, const StageArrays<T>& arrays, const Halos<T>* halos,
                           const FlowMachine<T>& machine, Stream stream)
{
    take_plane_({.box = box, .arrays = arrays, .across = face_ / 2, .cell = cell_, .to = plane()},
                3 * static_cast<long long>(points_), stream);
    finish(halos, machine, stream);
}

template <typename T>
void RecycledFace<T>::finish(const Halos<T>* halos, const FlowMachine<T>& machine, Stream stream)
{
    const long long lines = by_slower_ ? columns_ : rows_;
    sum_({.of = plane(),
          .sums = nullptr,
          .lines = lines,
          .length = by_slower_ ? rows_ : columns_,
          .between_lines = by_slower_ ? 1 : columns_,
          .between_values = by_slower_ ? columns_ : 1,
          .to = sums_.as<double>()},
         3 * lines, stream);
    const bool by_both = by_faster_ && by_slower_;
    if (by_both) {
        sum_({.of = plane(),
              .sums = sums_.as<double>(),
              .lines = 1,
              .length = lines,
              .between_lines = 0,
              .between_values = 1,
              .to = all_sums_.as<double>()},
             3, stream);
    }
    const runtime::Array& sums = by_both ? all_sums_ : sums_;
    if (halos != nullptr && by_slower_ && face_ / 2 < 2) {
        std::vector<double> all(sums.bytes() / sizeof(double));
        machine.memory().read_and_wait(std::as_writable_bytes(std::span{all}), sums.data(), stream);
        ranks::sum_over_ranks(*ranks_, all);
        machine.memory().write_and_wait(sums.data(), std::as_bytes(std::span{all}), stream);
    }
    take_mean_({.from = plane(),
                .sums = sums.as<double>(),
                .lines = by_both ? 1 : lines,
                .by_column = by_slower_ && !by_faster_,
                .by_row = by_faster_ && !by_slower_,
                .per_count = per_count_},
               3 * static_cast<long long>(points_), stream);
    give_rows(halos, stream);
}

template <typename T>
void RecycledFace<T>::give_rows(const Halos<T>* halos, Stream stream) const
{
    for (T* const array : fluctuations_) {
        if (halos != nullptr && face_ / 2 < 2) {
            halos->give_rows(array, static_cast<std::size_t>(columns_), stream);
        }
    }
}

template <typename T>
void RecycledFace<T>::clear(const FlowMachine<T>& machine, Stream stream)
{
    const auto row = static_cast<std::size_t>(columns_);
    for (T* const array : fluctuations_) {
        machine.clear(array - row, points_ + 2 * row, stream);
    }
}

template <typename T>
void RecycledFace<T>::take_off(const FlowMachine<T>& machine, T* values, Stream stream) const
{
    machine.copy(values, given_, table_values_, stream);
}

template <typename T>
void RecycledFace<T>::note_given(const FlowMachine<T>& machine, const T* values, Stream stream)
{
    machine.copy(given_, values, table_values_, stream);
}

template <typename T>
void RecycledFace<T>::give(const Box<T>& box, const BoxTables<T>& tables, T* values,
                           Stream stream) const
{
    const int across = face_ / 2;
    if (!box.has_face(across, face_ % 2)) {
        return;
    }
    GiveFluctuations<T> item{.of = plane(),
                             .to = {},
                             .given = {},
                             .across = across,
                             .beyond = across < 2 ? 1 : 0,
                             .joined = {joined_[0], joined_[1]},
                             .goes_round = goes_round_};
    for (int component = 0; component < 3; ++component) {
        const T* const place = component == across && face_ % 2 == 1
                                   ? tables.upper_velocity(across, values)
                                   : box.faces[face_].velocity[component].values;
        item.to[component] = values + (place - values);
        item.given[component] = given_ + (place - values);
    }
    give_(item, 3 * (rows_ + 2 * item.beyond) * columns_, stream);
}

template <typename T>
void RecycledFace<T>::write(T* state, const FlowMachine<T>& machine, Stream stream) const
{
    for (const T* const array : fluctuations_) {
        machine.copy(state, array, points_, stream);
        state += points_;
    }
}

template <typename T>
void RecycledFace<T>::read(const T* state, const Halos<T>* halos, const FlowMachine<T>& machine,
                           Stream stream)
{
    for (T* const array : fluctuations_) {
        machine.copy(array, state, points_, stream);
        state += points_;
    }
    give_rows(halos, stream);
}

template class RecycledFace<float>;
template class RecycledFace<double>;

}  // namespace tobiuo::flow
