// SPDX-License-Identifier: BSD-3-Clause
// The velocity of a face from a series of planes in files, as an earlier flow writes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/grid_change.hpp"

namespace tobiuo {

/// Velocities at centres of cells of a plane across an axis at several times, on the points of a face
/// across that axis: what flows through any cells of the planes flows through the face there. Between
/// times they are linear. Only the planes beside the times that are asked for are in memory.
class FacePlanes {
public:
    /// Reads the index, and the first plane. Throws InputError.
    FacePlanes(const PlanesSection& planes, const flow::Problem& problem, int face,
               std::string key);

    /// A component at the points of the face, as flow::Face::profile has them. Throws InputError for a
    /// time without planes where it is to be refused, and for a file that cannot be read. One thread
    /// at a time calls it.
    [[nodiscard]] std::vector<double> at(int component, double time);

private:
    struct TimedPlane {
        double time{};
        std::string file;
    };
    using Components = std::array<std::vector<double>, 3>;

    void read_index();
    [[nodiscard]] Components read(std::size_t number) const;
    /// A plane that is in memory now.
    [[nodiscard]] const Components& plane(std::size_t number);
    /// The time in the series at a time of the run.
    [[nodiscard]] double time_in_series(double time) const;

    PlanesSection section_;
    flow::Problem problem_;
    int face_;
    std::string key_;
    std::vector<TimedPlane> planes_;
    struct Kept {
        std::size_t number{};
        Components components;
    };
    std::vector<Kept> kept_;  ///< the planes that were asked for last
};

}  // namespace tobiuo
