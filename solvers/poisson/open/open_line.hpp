// SPDX-License-Identifier: BSD-3-Clause
// One axis of a box with open faces: how heat spreads along it, and how walls mirror it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/poisson/open_face_items.hpp"
#include "solvers/poisson/open/lattice_nodes.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Layers beside an open end: the one beyond the last unknown, and that of the last unknown.
struct OpenLayers {
    double outer{};
    double inner{};
};

/// A line of equal cells. Places count spacings from the first unknown. A wall mirrors what is
/// beyond it, in a line with two walls again and again, so that there, as along a periodic axis, all
/// repeats after `period` places.
class OpenLine {
public:
    OpenLine(const Problem& problem, int axis);

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] double spacing() const { return spacing_; }
    [[nodiscard]] bool is_open() const { return period_ == 0; }
    [[nodiscard]] bool is_open(int end) const;
    /// Whether heat in a closed line spreads evenly at last, and the slowest rate of all else.
    [[nodiscard]] bool levels_off() const;
    [[nodiscard]] double slowest() const;

    /// A value at `place` and its images, with +1 and -1 for `source`.
    [[nodiscard]] std::vector<LineImage> images_at(std::int64_t place) const;
    /// All unknowns and their images.
    [[nodiscard]] const std::vector<LineImage>& images() const { return images_; }

    /// The most places between two of which one is a value's.
    [[nodiscard]] std::int64_t reach() const { return reach_; }
    /// What heat at a place has become after a time, at distances of 0 to reach().
    [[nodiscard]] std::vector<double> heat(double time) const;
    /// The same for heat that does not decay: 1, or its mean in a closed line.
    [[nodiscard]] std::vector<double> level() const;

    /// The places of a layer beside an open end, with their weights.
    struct LayerPlace {
        std::int64_t place;
        double weight;
    };
    [[nodiscard]] std::array<LayerPlace, 2> layer(int end, const OpenLayers& layers) const;

    /// The length of a ring around which convolutions do not overlap, and what lies in it.
    [[nodiscard]] std::int64_t ring() const { return ring_; }
    /// LineImage::source by place in the ring.
    [[nodiscard]] std::vector<int> ring_sources() const;

private:
    [[nodiscard]] double heat_of_modes(double t, std::int64_t n) const;

    std::int64_t count_;
    double spacing_;
    Sides sides_;
    std::array<std::int64_t, 2> twice_wall_{};  ///< place + mirrored place
    std::int64_t period_ = 0;
    std::vector<LineImage> images_;
    std::int64_t reach_ = 0;
    std::int64_t ring_ = 0;
};

using OpenLines = std::array<OpenLine, 3>;

[[nodiscard]] OpenLines lines_of(const Problem& problem);

/// What the product of the heat along all axes is like over time.
[[nodiscard]] HeatDecay decay_of(const Problem& problem, const OpenLines& lines);

}  // namespace tobiuo::poisson
