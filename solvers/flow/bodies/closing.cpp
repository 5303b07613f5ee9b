// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/bodies/closing.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tobiuo::flow {
namespace {

template <typename T>
std::vector<BodyCell<T>> cells_of(const std::vector<std::int64_t>& places)
{
    std::vector<BodyCell<T>> cells;
    for (const std::int64_t at : places) {
        cells.push_back({.at = at});
    }
    return cells;
}

}  // namespace

template <typename T>
Closing<T>::Closing(const Problem& problem, const BodyPoints& found, const Forcing<T>& forcing,
                    FlowMachine<T>& machine)
    : points_{forcing.points()},
      added_{forcing.added()},
      pressed_{machine.upload(std::vector<double>(found.points.size()))},
      faces_{machine.upload(std::vector<long long>(found.faces.begin(), found.faces.end()))},
      sheared_{machine.upload(found.sheared)},
      bodies_{machine.upload(cells_of<T>(found.cells))},
      face_count_{std::ssize(found.faces)},
      sheared_count_{std::ssize(found.sheared)},
      turns_{found.turns},
      body_count_{std::ssize(found.cells)},
      kept_count_{found.cells_beside_surface},
      tolerance_{problem.closed_tolerance},
      rates_{machine.upload(std::vector<double>(found.sheared.size()))},
      changes_{machine.upload(std::vector<double>(found.sheared.size()))},
      cells_{found.surface, machine.memory()},
      find_shear_{machine.memory()},
      add_shear_{machine.memory()},
      empty_{machine.memory()},
      close_{machine.memory()}
{
}

template <typename T>
void Closing<T>::find_shear(const Arrays& before, const Stage& stage, double time_step,
                            Stream stream) const
{
    find_shear_({.box = before.box,
                 .values = {before.values[0], before.values[1], before.values[2],
                            before.values[scalar_quantity]},
                 .impulse = before.impulse,
                 .points = points_,
                 .sheared = sheared_,
                 .new_part = stage.gamma * time_step,
                 .old_part = stage.uses_old ? stage.zeta * time_step : 0.0,
                 .rates = rates_,
                 .changes = changes_},
                sheared_count_, stream);
}

template <typename T>
void Closing<T>::add_shear(const Arrays& left, const Stage& stage, Stream stream) const
{
    std::int64_t begin = 0;
    for (const std::int64_t end : turns_) {
        add_shear_({.values = {left.values[0], left.values[1], left.values[2],
                               left.values[scalar_quantity]},
                    .points = points_,
                    .sheared = sheared_,
                    .changes = changes_,
                    .added = added_,
                    .begins = !stage.uses_old,
                    .first = begin},
                   end - begin, stream);
        begin = end;
    }
}

template <typename T>
void Closing<T>::empty(T* values, T per_time, Stream stream) const
{
    empty_({.values = values,
            .cells = bodies_,
            .kept = kept_count_,
            .per_time = per_time,
            .restores = false},
           body_count_, stream);
}

template <typename T>
void Closing<T>::project_and_wait(const Arrays& left, double time, bool begins,
                                  const typename poisson::ClosedCells<T>::Box& box, Stream stream)
{
    if (begins) {
        use_ = {};
    }
    const poisson::ClosedUse use =
        cells_.solve_and_wait(box, left.impulse, time, tolerance_, stream);
    use_.projections += use.solves;
    use_.residual = std::max(use_.residual, use.residual);
    const double per_time = time > 0.0 ? 1.0 / time : 0.0;
    cells_.keep(left.impulse, per_time, stream);
    empty(left.impulse, static_cast<T>(per_time), stream);
    close_({.box = left.box,
            .values = {left.values[0], left.values[1], left.values[2], nullptr},
            .impulse = left.impulse,
            .points = points_,
            .faces = faces_,
            .added = added_,
            .pressed = pressed_,
            .begins = begins},
           face_count_, stream);
}

template <typename T>
void Closing<T>::begin_with(T* pressure, Stream stream) const
{
    cells_.keep(pressure, 1.0, stream);
    empty(pressure, T{1}, stream);
}

template <typename T>
void Closing<T>::restore(T* pressure, Stream stream) const
{
    empty_({.values = pressure,
            .cells = bodies_,
            .kept = kept_count_,
            .per_time = T{1},
            .restores = true},
           kept_count_, stream);
}

template class Closing<float>;
template class Closing<double>;

}  // namespace tobiuo::flow
