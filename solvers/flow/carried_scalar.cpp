// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/carried_scalar.hpp"

#include <cstddef>
#include <utility>

#include "solvers/flow/bodies/body_points.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

template <typename T>
CarriedScalar<T>::CarriedScalar(const Problem& alone, const Slab& slab,
                                const std::function<T*(std::int64_t planes)>& allocate,
                                FlowMachine<T>& machine)
    : slab_{slab},
      is_bounded_{flow::is_bounded(alone)},
      tables_{alone, slab},
      values_{machine.upload(tables_.values())},
      array_{allocate(is_bounded_ ? 2 : planes_below)},
      next_{allocate(is_bounded_ ? 2 : planes_below)},
      rates_{machine.allocate(static_cast<std::size_t>(points(alone, slab)))}
{
    if (has_sources(alone)) {
        sources_.emplace(alone, slab, machine.memory());
    }
    if (has_wall_laws(alone)) {
        wall_laws_.emplace(alone, machine.memory(), true);
    }
    if (!alone.obstacles.empty()) {
        forcing_.emplace(alone, slab, find_body_points(alone, slab), machine);
    }
}

template <typename T>
Box<T> CarriedScalar<T>::own(Box<T> box) const
{
    const Box<T> mine = tables_.box(values_);
    box.diffusivity = mine.diffusivity;
    box.bounded = mine.bounded;
    for (int face = 0; face < face_count; ++face) {
        box.faces[face].scalar = mine.faces[face].scalar;
    }
    return box;
}

template <typename T>
void CarriedScalar<T>::advance(const Box<T>& box, StageArrays<T> arrays, const Stage& stage,
                               double begin, double time_step, const FlowMachine<T>& machine,
                               Stream stream)
{
    arrays.scalar = array_;
    arrays.next_scalar = next_;
    arrays.scalar_rates = rates_;
    const Box<T> of_scalar = own(box);
    machine.kernels().advance_scalar(of_scalar, arrays, stage, time_step, stream);
    if (sources_ && time_step > 0.0) {
        sources_->add(of_scalar, arrays, stage, begin, time_step, stream);
    }
    if (wall_laws_ && time_step > 0.0) {
        wall_laws_->add(of_scalar, arrays, stage, time_step, stream);
    }
    std::swap(array_, next_);
}

template <typename T>
void CarriedScalar<T>::force(const Box<T>& box, Stream stream) const
{
    if (forcing_) {
        forcing_->apply_to_scalar({.box = box, .values = {nullptr, nullptr, nullptr, array_}},
                                  stream);
    }
}

template <typename T>
void CarriedScalar<T>::set_faces(const Problem& alone, const FlowMachine<T>& machine, Stream stream)
{
    tables_ = BoxTables<T>{alone, slab_};
    machine.copy(values_, tables_.values().data(), tables_.values().size(), stream);
}

template <typename T>
void CarriedScalar<T>::set_obstacles_and_wait(const Problem& alone, FlowMachine<T>& machine,
                                              Stream stream)
{
    if (forcing_) {
        forcing_->take_and_wait(find_body_points(alone, slab_), machine, stream);
    }
}

template class CarriedScalar<float>;
template class CarriedScalar<double>;

}  // namespace tobiuo::flow
