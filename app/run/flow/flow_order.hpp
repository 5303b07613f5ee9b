// SPDX-License-Identifier: BSD-3-Clause
// What rank 0 of a flow asks the others for.
#pragma once

#include <array>
#include <cstdint>

#include "app/errors.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "kernels/flow/mean_items.hpp"
#include "solvers/cell_box.hpp"

namespace tobiuo {

/// A call of the engine or of the files of a flow, which all ranks make together.
struct FlowOrder {
    enum class Task {
        begin,
        begin_given,
        resume,
        set_force,
        set_time,
        set_faces,
        move_obstacles,
        step,
        step_through,
        observe,
        observe_end,
        obstacle_forces,
        find_not_finite,
        keep_state,
        change,
        gradients,
        layer_means,
        begin_means,
        resume_means,
        add_to_means,
        means_of_layer,
        spectra,
        errors,
        cells,
        points,
        begin_fields,
        finish_fields,
        begin_checkpoint,
        finish_checkpoint,
        put_uses,
        end
    };

    Task task{};
    double time{};  ///< a time step, or the time of a file or of obstacles
    std::array<double, 3> force{};
    int axis{};  ///< -1 for all of them
    CellBox cells{};
    FlowFields fields{};
    std::int64_t number{};  ///< of points, of a file, of samples or of a layer
    int across{};           ///< the axis of that layer; -1 for none
    flow::MeanForm form{};
    ExitCode code{};
};

}  // namespace tobiuo
